// Keys that work wherever the focus is: a digit answers, Enter and Ctrl+Enter submit, ? shows all keys. A key that is held
// down counts once: what comes next has not been seen yet.

/** @import {RaterPage} from './rater_page.js' */

import { isWriting } from '../../../static/helpers/page.js';
import { typeOf } from '../models/question_types.js';

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
  } else if (isPlain && !isWriting(event) && event.key.length === 1) {
    const isDigit = /[0-9]/.test(event.key);
    const asked = answeredByKey(page.main, isDigit ? 'digits' : 'letters');
    if (!asked?.choose(isDigit ? Number(event.key) : event.key, event.shiftKey)) return;
    event.preventDefault();
    if (isDigit) asked.scrollIntoView({ block: 'nearest' });
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

/**
 * The question in focus, else the first one without an answer, else the only one.
 * @param {HTMLElement} main
 * @param {'digits' | 'letters'} keys
 */
function answeredByKey(main, keys) {
  const found = Array.from(/** @type {NodeListOf<any>} */ (main.querySelectorAll('[data-question]')))
    .filter((one) => typeOf(one.question).takes === keys && !one.disabled && one.offsetParent !== null);
  const focused = found.find((one) => one.contains(document.activeElement));
  return focused ?? found.find((other) => other.value === null) ?? (found.length === 1 ? found[0] : null);
}
