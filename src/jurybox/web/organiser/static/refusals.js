// Files that were not taken stay named until somebody has read it, also when the page goes on with those that were.
//   [data-refusals]   hidden while there are none; its list and its button are filled and heard here
//
// Module   refusals(place, store)   {keep(lines), show()}

/** @typedef {{ getItem(name: string): string | null, setItem(name: string, value: string): void, removeItem(name: string): void }} Store */

/** @param {HTMLElement} place @param {Store | null} store kept for as long as the tab is open @param {string} name */
export function refusals(place, store, name = `refused ${location.pathname}`) {
  /** @type {string[]} */
  let lines = JSON.parse(store?.getItem(name) ?? '[]');
  const show = () => {
    const list = /** @type {HTMLElement} */ (place.querySelector('ul'));
    list.replaceChildren(...lines.map(line));
    place.hidden = lines.length === 0;
  };
  /** @type {HTMLElement} */ (place.querySelector('button')).addEventListener('click', () => {
    lines = [];
    store?.removeItem(name);
    show();
  });
  return {
    show,
    /** @param {string[]} more */
    keep(more) {
      lines = [...new Set([...lines, ...more])];
      if (lines.length > 0) store?.setItem(name, JSON.stringify(lines));
      show();
    },
  };
}

/** @param {string} words */
function line(words) {
  const item = document.createElement('li');
  item.dir = 'auto';
  item.textContent = words;
  return item;
}

/** A tab's own store; some browsers have none. */
function storeOfTab() {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}

const place = /** @type {HTMLElement | null} */ (globalThis.document?.querySelector?.('[data-refusals]') ?? null);
export const shown = place && refusals(place, storeOfTab());
shown?.show();
