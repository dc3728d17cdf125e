// Keys that work wherever the focus is: a digit answers, Ctrl+Enter submits, ? shows all keys.

/** @import {RaterPage} from './rater_page.js' */

import { isWriting } from '../../../static/helpers/page.js';
import { QUESTION_TYPES } from '../models/question_types.js';

/** Elements that a digit answers. */
const DIGITS = Object.entries(QUESTION_TYPES).filter(([, { takesDigits }]) => takesDigits).map(([type]) => `jb-${type}`).join();

/**
 * @param {RaterPage} page
 * @param {KeyboardEvent} event
 */
export function pressKey(page, event) {
  if (event.isComposing) return;
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    page.task?.finish();
  } else if (event.key === '?' && !isWriting(event)) {
    event.preventDefault();
    page.showHelp();
  } else if (/^[0-9]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey && !isWriting(event)) {
    const scale = answeredByDigit(page.main);
    if (!scale?.choose(Number(event.key))) return;
    event.preventDefault();
    scale.scrollIntoView({ block: 'nearest' });
  }
}

/** The scale in focus, else the first one without an answer, else the only one. @param {HTMLElement} main */
function answeredByDigit(main) {
  const scales = Array.from(/** @type {NodeListOf<any>} */ (main.querySelectorAll(DIGITS)))
    .filter((scale) => !scale.disabled && scale.offsetParent !== null);
  const focused = scales.find((scale) => scale.contains(document.activeElement));
  return focused ?? scales.find((other) => other.value === null) ?? (scales.length === 1 ? scales[0] : null);
}
