// What a submission was found to lack, and still lacks: by the letters of the candidates, each a way there, and how much it is. Loaded
// when something is found wanting.

/** @import {Task} from './task.js' */

import { button, t } from '../../../static/helpers/page.js';

const FAULTS = ':is([data-question], jb-cannot):not([hidden]) .fault:not([hidden])';

/** @param {Task} task */
export function tellOpen(task) {
  const faults = /** @type {HTMLElement[]} */ (Array.from(task.querySelectorAll(FAULTS)));
  const letters = new Set(task.inHand.candidates.map(({ letter }) => letter));
  /** The first of each letter. @type {Map<string, HTMLElement>} */
  const places = new Map();
  for (const place of faults.map(placeOf)) {
    const letter = place.dataset.target ?? place.dataset.cannot ?? '';
    if (letters.has(letter) && !places.has(letter)) places.set(letter, place);
  }
  const ways = letters.size > 1 ? Array.from(places, ([letter, place]) => wayTo(letter, place)) : [];
  task.wanting?.replaceChildren(faults.length > 0 ? t('rate.look_again', { n: faults.length }) : '', ...ways.flatMap((way) => [' ', way]));
}

/** @param {HTMLElement} fault */
const placeOf = (fault) => /** @type {HTMLElement} */ (fault.closest('[data-question], jb-cannot'));

/**
 * @param {string} letter
 * @param {HTMLElement} place
 */
function wayTo(letter, place) {
  return button(letter, () => {
    place.scrollIntoView({ block: 'center' });
    place.focus();
  }, { class: 'plain', 'aria-label': t('rate.open_at', { letter }) });
}
