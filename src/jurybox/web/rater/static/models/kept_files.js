// Files of the page and of what is rated, kept for work without a network. Loaded once the first unit is there.

import { painted } from './device.js';

/**
 * Keep exactly these files for later, also without a network. Nothing where the browser can't (plain http), and no
 * harm where it won't.
 * @param {string} name
 * @param {string[]} paths relative to the page
 */
export async function keepFiles(name, paths) {
  if (!globalThis.caches) return;
  await painted();
  const wanted = new Set(paths.map((path) => new URL(path, document.baseURI).href));
  const cache = await caches.open(`${name} ${location.pathname}`);
  for (const { url } of await cache.keys()) if (!wanted.delete(url)) await cache.delete(url);
  await Promise.allSettled(Array.from(wanted, (url) => cache.add(url)));
}
