// The clips and sounds of the next units are fetched ahead, one after the other, so that they play at once and without a
// network. Only as much as the device has room for, and nothing where the rater saves data.

/** @import {Packet} from './wire.js' */

import { painted } from './device.js';

const CLIPS = 'jurybox clips';
/** At most so many bytes, and this share of what the browser still has room for. */
const MOST = 400e6;
const SHARE = 0.3;

/** What is to be there, the next first; and what is there and must stay, because it is on the page. */
let wanted = /** @type {string[]} */ ([]);
let held = /** @type {string[]} */ ([]);
let isAtWork = false;

/**
 * @param {Packet[]} ahead
 * @param {Packet | null} inHand
 */
export async function keepClips(ahead, inHand) {
  [wanted, held] = [clipsOf(ahead), clipsOf(inHand)];
  if (!globalThis.caches || isAtWork || isSavingData()) return;
  isAtWork = true;
  try {
    await painted();
    await fetchAhead(await caches.open(`${CLIPS} ${location.pathname}`));
  } catch {
    // without a network, or without room: the clip is asked for when it is shown
  } finally {
    isAtWork = false;
  }
}

/** What is wanted may change meanwhile. @param {Cache} cache */
async function fetchAhead(cache) {
  const tried = new Set(held);
  for (let url = next(tried); url; url = next(tried)) {
    tried.add(url);
    await forget(cache);
    if (!(await cache.match(url))) await keep(cache, url);
  }
}

/** @param {Set<string>} tried */
const next = (tried) => wanted.find((url) => !tried.has(url));

/** @param {Cache} cache */
async function forget(cache) {
  const kept = new Set([...wanted, ...held]);
  for (const request of await cache.keys()) if (!kept.has(request.url)) await cache.delete(request);
}

/**
 * @param {Cache} cache
 * @param {string} url
 */
async function keep(cache, url) {
  const answer = await fetch(url, { priority: 'low' });
  const size = Number(answer.headers.get('content-length') ?? Infinity);
  if (answer.ok && size <= await room(cache)) await cache.put(url, answer);
  else await answer.body?.cancel();
}

/** How many bytes more may be kept. @param {Cache} cache */
async function room(cache) {
  const { quota = 0, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  const kept = await Promise.all((await cache.matchAll()).map((answer) => Number(answer.headers.get('content-length'))));
  return Math.min(MOST - kept.reduce((sum, size) => sum + size, 0), SHARE * (quota - usage));
}

/** The rater, or the network, asks for little. */
function isSavingData() {
  const { saveData = false, effectiveType = '' } = /** @type {any} */ (navigator).connection ?? {};
  return saveData || effectiveType.endsWith('2g');
}

/**
 * The addresses of all clips and sounds that a packet shows, with the times of their frames.
 * @param {any} part
 * @returns {string[]}
 */
export function clipsOf(part) {
  if (part === null || typeof part !== 'object') return [];
  if (typeof part.url !== 'string') return Object.values(part).flatMap(clipsOf);
  const urls = /^(video|audio)\//.test(part.type) ? [part.url, ...(part.frames?.url ? [part.frames.url] : [])] : [];
  return urls.map((url) => new URL(url, document.baseURI).href);
}
