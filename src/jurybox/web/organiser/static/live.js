// Keeps the numbers of an overview up to date; without it the page shows them as they were when it was asked for.
//   [data-stream]   the address of the events, and data-shape what the page has places for
//   [data-live]     a number, by its name in the events
//   [data-bar]      a bar whose parts have the numbers <data-bar>.<data-part>
//   .again          shown when there is something new that the page has no place for: nothing moves under the reader
// A page that nobody looks at holds no connection: browsers allow six.

const page = /** @type {HTMLElement | null} */ (document.querySelector('[data-stream]'));
const numbers = new Intl.NumberFormat(document.documentElement.lang);
/** @type {EventSource | null} */
let stream = null;

/** @param {Record<string, number>} found */
function show(found) {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-live]'))) {
    const number = found[place.dataset.live ?? ''];
    if (number !== undefined) place.textContent = numbers.format(number);
  }
  for (const bar of /** @type {NodeListOf<SVGElement>} */ (document.querySelectorAll('[data-bar]'))) {
    let x = 0;
    for (const part of /** @type {NodeListOf<SVGElement>} */ (bar.querySelectorAll('[data-part]'))) {
      const width = found[`${bar.dataset.bar}.${part.dataset.part}`] ?? 0;
      part.setAttribute('x', String(x));
      part.setAttribute('width', String(width));
      x += width;
    }
  }
}

function open() {
  if (stream || !page || document.hidden) return;
  stream = new EventSource(page.dataset.stream ?? '');
  stream.addEventListener('message', (event) => {
    const told = JSON.parse(event.data);
    show(told.numbers);
    if (told.shape !== page.dataset.shape) document.querySelector('.again')?.classList.add('is-there');
  });
  stream.addEventListener('end', close);
}

function close() {
  stream?.close();
  stream = null;
}

document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()));
addEventListener('pagehide', close);
addEventListener('pageshow', open);
open();

export {};
