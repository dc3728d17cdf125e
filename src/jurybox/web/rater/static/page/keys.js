// Keys that work wherever the focus is: a digit answers, Enter and Ctrl+Enter submit, ? shows all keys. A key that is held
// down counts once: what comes next has not been seen yet.

/** @import {RaterPage} from './rater_page.js' */

import { isWriting } from '../../../static/helpers/page.js';
import { QUESTION_TYPES } from '../models/question_types.js';

/** Elements that a digit answers. */
const DIGITS = Object.entries(QUESTION_TYPES).filter(([, { takesDigits }]) => takesDigits).map(([type]) => `jb-${type}`).join();
/** Where Enter means something else. */
const OWN_ENTER = 'button, a, summary, select, textarea, input:not([type=radio], [type=checkbox]), [contenteditable], [role=button]';

/**
 * @param {RaterPage} page
 * @param {KeyboardEvent} event
 */
export function pressKey(page, event) {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (event.key === 'Enter' && event.repeat && (!isPlain || !isWriting(event))) event.preventDefault();
  if (event.isComposing || event.keyCode === 229 || event.repeat || event.defaultPrevented || document.querySelector('dialog[open]')) return;
  if (event.key === 'Enter') pressEnter(page, event, isPlain);
  else if (event.key === '?' && !isWriting(event)) {
    event.preventDefault();
    page.showWindow('help');
  } else if (/^[0-9]$/.test(event.key) && isPlain && !isWriting(event)) {
    const scale = answeredByDigit(page.main);
    if (!scale?.choose(Number(event.key))) return;
    event.preventDefault();
    scale.scrollIntoView({ block: 'nearest' });
  }
}

/**
 * With Ctrl it always submits, and says what is missing; by itself only what is answered, and only where it means nothing else.
 * @param {RaterPage} page
 * @param {KeyboardEvent} event
 * @param {boolean} isPlain
 */
function pressEnter({ task, main }, event, isPlain) {
  const isMeant = event.ctrlKey || event.metaKey;
  const isElsewhere = event.target instanceof Element && event.target.closest(OWN_ENTER);
  if (!isMeant && (isElsewhere || !isPlain || event.shiftKey)) return;
  /** @type {HTMLButtonElement | null} */
  const onward = main.querySelector('[data-enter]');
  if (!task && !onward) return;
  if (!isMeant && task && !task.isComplete) return;
  event.preventDefault();
  if (task) task.finish();
  else onward?.click();
}

/** The scale in focus, else the first one without an answer, else the only one. @param {HTMLElement} main */
function answeredByDigit(main) {
  const scales = Array.from(/** @type {NodeListOf<any>} */ (main.querySelectorAll(DIGITS)))
    .filter((scale) => !scale.disabled && scale.offsetParent !== null);
  const focused = scales.find((scale) => scale.contains(document.activeElement));
  return focused ?? scales.find((other) => other.value === null) ?? (scales.length === 1 ? scales[0] : null);
}
