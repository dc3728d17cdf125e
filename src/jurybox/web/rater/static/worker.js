// The service worker of all raters' pages (scope /rate/): what a page kept is there without a network. It decides
// nothing about judgements: those wait in the page's own store.

const SHELL = 'jurybox shell';
const MEDIA = /^\/rate\/[^/]+\/media\//;
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener('install', () => worker.skipWaiting());
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(freshPage(request));
  else if (pathname.startsWith('/static/') || MEDIA.test(pathname)) event.respondWith(keptFile(request));
});

/** The page as it is now; as it was kept when the server can't be reached. @param {Request} request */
async function freshPage(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok && new URL(request.url).pathname.startsWith('/rate/')) {
      const copy = answer.clone();
      caches.open(SHELL).then((cache) => cache.put(new URL(request.url).pathname, copy));
    }
    return answer;
  } catch (error) {
    const kept = await caches.match(new URL(request.url).pathname);
    if (kept) return kept;
    throw error;
  }
}

/** Files never change under their address. Pictures are asked for whole, clips by range. @param {Request} request */
async function keptFile(request) {
  const kept = await caches.match(request.url);
  if (!kept) return fetch(request);
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get('range') ?? '');
  return range ? partOf(await kept.blob(), Number(range[1]), range[2]) : kept;
}

/**
 * @param {Blob} file
 * @param {number} first
 * @param {string} last the last byte, or nothing for all that is left
 */
function partOf(file, first, last) {
  const end = Math.min(last ? Number(last) : Infinity, file.size - 1);
  const headers = { 'Content-Type': file.type, 'Content-Range': `bytes ${first}-${end}/${file.size}`, 'Accept-Ranges': 'bytes' };
  if (first > end) return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${file.size}` } });
  return new Response(file.slice(first, end + 1, file.type), { status: 206, headers });
}
