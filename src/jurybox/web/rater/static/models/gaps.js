// What keeps a judgement from being sent. Knows no DOM.

/** @import {Question, Target, Value} from './wire.js' */
/** @typedef {{code: string, question: string, target: Target}} Gap something that must be answered before submitting */

import { typeOf } from './question_types.js';

/**
 * @param {Question} question
 * @param {Value | null} value
 * @returns {string | null} the code of what is missing
 */
export function gapOf(question, value) {
  const isEmpty = value === null || typeOf(question).isBlank(value);
  if (isEmpty) return question.required ? 'answer.missing' : null;
  const lack = typeOf(question).lack(question, value);
  if (lack) return lack;
  return value.by === 'override' && !value.reason.trim() ? 'answer.override_without_reason' : null;
}

/** @param {Record<Target, string>} reasons @returns {Gap[]} */
export function reasonGaps(reasons) {
  const empty = Object.entries(reasons).filter(([, reason]) => !reason.trim());
  return empty.map(([target]) => ({ code: 'answer.cannot_without_reason', question: '', target }));
}
