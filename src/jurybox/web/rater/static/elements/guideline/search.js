// The search in the guideline: how often words are found, and from one place to the next.

import { button, el, t } from '../../../../static/helpers/page.js';

/** @param {HTMLElement} prose */
export function searchView(prose) {
  let found = /** @type {Range[]} */ ([]);
  let at = 0;
  const field = el('input', { type: 'search', 'aria-label': t('rate.panel.find'), placeholder: t('rate.panel.find') });
  const count = el('output', { class: 'count' });
  const turn = (/** @type {number} */ by) => {
    at = found.length > 0 ? (at + by + found.length) % found.length : 0;
    show();
    found[at]?.startContainer.parentElement?.scrollIntoView({ block: 'center' });
  };
  const back = button('↑', () => turn(-1), { class: 'button quiet', 'aria-label': t('rate.panel.previous') });
  const on = button('↓', () => turn(1), { class: 'button quiet', 'aria-label': t('rate.panel.next') });
  function show() {
    const some = found.length > 0;
    count.textContent = field.value.trim() ? (some ? t('rate.panel.found', { number: at + 1, of: found.length }) : t('rate.panel.none')) : '';
    back.disabled = on.disabled = !some;
    if (!('highlights' in CSS)) return;
    CSS.highlights.set('jb-found', new Highlight(...found));
    CSS.highlights.set('jb-at', new Highlight(...found.slice(at, at + 1)));
  }
  field.addEventListener('input', () => {
    found = rangesOf(prose, field.value.trim().toLocaleLowerCase());
    at = 0;
    turn(0);
  });
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    turn(event.shiftKey ? -1 : 1);
  });
  show();
  return el('search', { class: 'find' }, field, count, back, on);
}

/**
 * @param {Node} within
 * @param {string} words
 */
function rangesOf(within, words) {
  const found = /** @type {Range[]} */ ([]);
  const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  while (words && texts.nextNode()) {
    const node = texts.currentNode;
    const text = (node.textContent ?? '').toLocaleLowerCase();
    for (let start = text.indexOf(words); start >= 0; start = text.indexOf(words, start + words.length)) {
      const range = new Range();
      range.setStart(node, start);
      range.setEnd(node, Math.min(start + words.length, node.textContent?.length ?? 0));
      found.push(range);
    }
  }
  return found;
}
