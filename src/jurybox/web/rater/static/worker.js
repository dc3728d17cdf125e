// The service worker of all raters' pages (scope /rate/): what a page kept is there without a network. It decides
// nothing about judgements: those wait in the page's own store.

const SHELL = 'jurybox shell';
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener('install', () => worker.skipWaiting());
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(freshPage(request));
  else if (pathname.startsWith('/static/') || isPicture(request, pathname)) event.respondWith(keptFile(request));
});

/**
 * Pictures are asked for whole; films by range, and those are never kept.
 * @param {Request} request
 * @param {string} pathname
 */
function isPicture(request, pathname) {
  return /^\/rate\/[^/]+\/media\//.test(pathname) && !request.headers.has('range');
}

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

/** Files never change under their address. @param {Request} request */
async function keptFile(request) {
  return (await caches.match(request)) ?? fetch(request);
}
