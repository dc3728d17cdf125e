// Ways through a document: by the keys, to what is open, and which system is shown where they do not stand side by side (all of them, one
// under the other, or one; the place in the document stays). Loaded behind the text.

/** @import {SegmentRows} from '../segments.js' */

import { styleSheet } from '../../helpers/styles.js';
import { button, el, t } from '../../../../static/helpers/page.js';

/** So many open segments are named when something is missing. */
const NAMED = 12;

/**
 * @param {SegmentRows} rows
 * @param {HTMLElement} place that holds them
 */
export function offerWays(rows, place) {
  fillSwitch(rows, place);
  tellLetters(rows);
  rows.task.addEventListener('change', () => tellLetters(rows));
  rows.task.addEventListener('keydown', (event) => pressed(rows, event));
}

/** How many segments of each system are done: on its button, and where all stand side by side behind the count. @param {SegmentRows} rows */
function tellLetters({ task, tally }) {
  const open = new Set(task.inHand.gaps().map(({ target }) => target));
  const told = task.inHand.candidates.map(({ letter }) => {
    const done = tally.numbers.filter((number) => !open.has(`${letter}.${number}`)).length;
    const words = t('rate.of', { done, of: tally.of });
    task.querySelector(`.switch [data-at="${letter}"]`)?.replaceChildren(letter, ' ', el('small', { text: words }));
    return `${letter} ${words}`;
  });
  if (task.count?.textContent) task.count.append(el('span', { class: 'by-letter', text: ` · ${told.join(' · ')}` }));
}

/**
 * The open segments, each a way there.
 * @param {SegmentRows} rows
 * @param {HTMLElement} place
 * @param {number[]} numbers
 */
export function nameOpen(rows, place, numbers) {
  const ways = numbers.slice(0, NAMED).map((number) => {
    const letters = rows.isMany ? lettersOf(rows, number) : '';
    const name = [t('rate.segment', { n: number }), letters].filter(Boolean).join(': ');
    return button([number, letters].filter(Boolean).join(' '), () => goTo(rows, number), { class: 'plain', 'aria-label': name });
  });
  place.replaceChildren(...(numbers.length > 0 ? [t('rate.segments_open'), ' '] : []), ...ways.flatMap((way) => [way, ' ']),
    ...(numbers.length > NAMED ? ['…'] : []));
  tellLetters(rows); // the count was told anew
}

/**
 * The systems of which something is missing in a segment, where others are done.
 * @param {SegmentRows} rows
 * @param {number} number
 */
function lettersOf({ task }, number) {
  const open = new Set(task.inHand.gaps().map(({ target }) => target));
  const letters = task.inHand.candidates.map(({ letter }) => letter);
  const wanting = letters.filter((letter) => open.has(`${letter}.${number}`));
  return wanting.length < letters.length ? wanting.join('') : '';
}

/**
 * @param {SegmentRows} rows
 * @param {number} number
 */
export function goTo(rows, number) {
  const row = rows.rows.get(number);
  if (!row) return;
  rows.wake(row);
  row.element.scrollIntoView({ block: 'start' });
  stayAt(row.element);
  row.focus();
}

/**
 * Alt with an arrow: to the segment before or after this one.
 * @param {SegmentRows} rows
 * @param {KeyboardEvent} event
 */
function pressed(rows, event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || !event.altKey || event.ctrlKey || event.metaKey) return;
  const held = document.activeElement?.closest('[data-segment]');
  const { numbers, open } = rows.tally;
  const at = numbers.indexOf(Number(/** @type {HTMLElement | null} */ (held)?.dataset.segment));
  const to = at < 0 ? (open[0] ?? numbers[0]) : numbers[at + step];
  event.preventDefault();
  if (to !== undefined) goTo(rows, to);
}

/**
 * The switch stands before the rows, empty until now.
 * @param {SegmentRows} rows
 * @param {HTMLElement} place whose cells are shown or not
 */
function fillSwitch(rows, place) {
  const letters = rows.task.inHand.candidates.map(({ letter }) => letter);
  /** @type {HTMLButtonElement[]} */
  const buttons = ['', ...letters].map((letter) => button(letter || t('rate.all_systems'), () => show(letter), { class: 'chip', 'data-at': letter }));
  const press = (/** @type {string} */ letter) => buttons.forEach((each) => each.setAttribute('aria-pressed', String(each.dataset.at === letter)));
  const show = (/** @type {string} */ letter) => {
    const kept = readNow(rows);
    rows.at = letter;
    for (const cell of /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll('.cell'))) cell.classList.toggle('is-other', rows.isOther(cell.dataset.letter ?? ''));
    press(letter);
    if (kept) stayAt(kept.element, kept.top);
  };
  press('');
  Object.assign(place.previousElementSibling ?? place, { role: 'group', ariaLabel: t('rate.systems') }).append(...buttons);
}

/** So many milliseconds after a jump its goal stays where it is. */
const SETTLING = 500;

/**
 * An element stays where it is on the screen while rows above it find their heights, until the rater moves the page.
 * @param {HTMLElement} element
 * @param {number} [top]
 */
function stayAt(element, top = element.getBoundingClientRect().top) {
  const begun = performance.now();
  let isOver = false;
  for (const moved of ['wheel', 'touchmove', 'keydown', 'pointerdown']) addEventListener(moved, () => { isOver = true; }, { once: true, passive: true });
  const hold = () => {
    if (isOver || !element.isConnected) return;
    const away = element.getBoundingClientRect().top - top;
    if (Math.abs(away) > 1) scrollBy({ top: away, behavior: 'instant' });
    if (performance.now() - begun < SETTLING) requestAnimationFrame(hold);
  };
  hold();
}

/** Where rows begin to be covered by what stays at the top. */
const COVERED = 120;

/**
 * The row that is read, with where it stands: the first that begins in the upper half, else the one that fills the screen, from its top.
 * @param {SegmentRows} rows
 */
function readNow({ rows }) {
  const places = Array.from(rows.values(), ({ element }) => ({ element, ...element.getBoundingClientRect().toJSON() }));
  const begun = places.find(({ top }) => top >= 0 && top < innerHeight / 2);
  if (begun) return begun;
  const filling = places.find(({ bottom }) => bottom > COVERED);
  return filling ? { element: filling.element, top: Math.max(filling.top, COVERED) } : null;
}

await styleSheet(new URL('../../css/ways.css', import.meta.url));
