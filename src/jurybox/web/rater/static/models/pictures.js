// What is fetched ahead comes with its pictures, so that they are there without a network; with its clips as far as can be.

/** @import {Packet, Study} from './wire.js' */

import { keepFiles } from './kept_files.js';

const MEDIA = 'jurybox media';

/**
 * @param {Packet[] | null} fresh what just came
 * @param {Study | null} study
 * @param {Packet[]} ahead
 * @param {Packet | null} inHand
 */
export async function keepMedia(fresh, study, ahead, inHand) {
  if (fresh) keepFiles(MEDIA, fresh.flatMap(picturesOf));
  const types = Object.values(study?.protocol.fields ?? {}).map(({ type }) => type);
  if (!inHand || (!types.includes('video') && !types.includes('audio'))) return;
  const clips = await import('./clips.js').catch(() => null); // without a network there is nothing to fetch either
  clips?.keepClips(ahead, inHand);
}

/**
 * The addresses of all pictures that a packet shows: of large ones the smaller copy, which is what is seen first.
 * @param {any} part
 * @returns {string[]}
 */
export function picturesOf(part) {
  if (part === null || typeof part !== 'object') return [];
  if (typeof part.url === 'string') return String(part.type).startsWith('image/') ? [part.small?.url ?? part.url] : [];
  return Object.values(part).flatMap(picturesOf);
}
