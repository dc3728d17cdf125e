// Suggestions: answers from elsewhere that are kept, changed or removed, each by an act, as core/suggestions.py has it. A mark
// that came from one says in `of` which it was; what is sent says it beside the marks. Knows no DOM. Loaded with the first
// unit that has one.

/** @import {Mark, Question, Target, Value} from './wire.js' */
/** @import {StageInHand} from './stage.js' */
/** @typedef {{isRemoved: boolean, removed: number[], atOnce: number[]}} Acts beside what the answer itself says */
/** @typedef {Mark & {of?: number}} MarkOf */

import { HOOKS } from './stage.js';

/** @type {WeakMap<StageInHand, Map<string, Acts>>} */
const DONE = new WeakMap();

/**
 * What is suggested, or null.
 * @param {StageInHand} inHand
 * @param {string} question
 * @param {Target} target
 * @returns {Value | null}
 */
export const suggestedFor = ({ packet }, question, target) => packet.suggested?.[question]?.[target] ?? null;

/**
 * What was done with a suggestion.
 * @param {StageInHand} inHand
 * @param {string} question
 * @param {Target} target
 * @returns {Acts}
 */
export function actsOf(inHand, question, target) {
  const done = DONE.get(inHand) ?? new Map();
  DONE.set(inHand, done);
  const key = `${question} ${target}`;
  if (!done.has(key)) done.set(key, { isRemoved: false, removed: [], atOnce: [] });
  return done.get(key);
}

/** @param {Question} question */
export const isOfMarks = ({ labels }) => labels !== undefined;

/**
 * The suggested marks that nothing was done with yet, by their places.
 * @param {StageInHand} inHand
 * @param {Question} question
 * @param {Target} target
 * @returns {number[]}
 */
export function openMarks(inHand, question, target) {
  const { removed } = actsOf(inHand, question.id, target);
  const taken = new Set([...removed, ...(inHand.answer(question.id, target) ?? []).map((/** @type {MarkOf} */ { of }) => of)]);
  const suggested = suggestedFor(inHand, question.id, target) ?? [];
  return suggested.map((/** @type {Mark} */ _, /** @type {number} */ i) => i).filter((/** @type {number} */ i) => !taken.has(i));
}

/**
 * Whether two answers say the same; tags and options in any order.
 * @param {Value} one
 * @param {Value} other
 */
export function isSameAnswer(one, other) {
  const written = (/** @type {Value} */ value) => (Array.isArray(value) ? value.map(inOrder).sort().join() : JSON.stringify(value));
  return written(one) === written(other);
}

/** @param {any} entry */
const inOrder = (entry) => JSON.stringify(entry, entry && typeof entry === 'object' ? Object.keys(entry).sort() : undefined);

/** @param {MarkOf} mark @returns {Mark} */
const plainMark = ({ of: _, ...mark }) => mark;

/**
 * What keeps a stage from being sent: a suggestion that nothing was done with.
 * @param {StageInHand} inHand
 * @param {Question} question
 * @param {Target} target
 */
HOOKS.gap = (inHand, question, target) => {
  const suggested = suggestedFor(inHand, question.id, target);
  if (suggested === null) return null;
  if (isOfMarks(question) && openMarks(inHand, question, target).length > 0) return 'answer.marks_untouched';
  const { isRemoved } = actsOf(inHand, question.id, target);
  return !isRemoved && inHand.answer(question.id, target) === null && !(isOfMarks(question) && suggested.length > 0)
    ? 'answer.suggestion_untouched' : null;
};

/**
 * An answer as it is sent, with what was done; null where nothing is to be sent.
 * @param {Value | null} value
 * @param {StageInHand} inHand
 * @param {Question} question
 * @param {Target} target
 */
HOOKS.sent = (value, inHand, question, target) => {
  const suggested = suggestedFor(inHand, question.id, target);
  if (suggested === null || value?.cannot !== undefined) return value;
  const { isRemoved, removed, atOnce } = actsOf(inHand, question.id, target);
  if (!isOfMarks(question)) {
    if (value === null) return isRemoved ? { by: 'removed' } : null;
    return { value, by: isSameAnswer(value, suggested) ? 'kept' : 'changed' };
  }
  const marks = /** @type {MarkOf[]} */ (value ?? []);
  const from = marks.map(({ of }) => of ?? null);
  if (value === null && removed.length === 0) return null;
  const isKept = removed.length === 0 && marks.every((mark) => mark.of !== undefined && isSameAnswer([plainMark(mark)], [suggested[mark.of]]));
  const kept = atOnce.filter((i) => from.includes(i)).length;
  return {
    value: marks.map(plainMark), by: isKept ? 'kept' : 'changed', from_suggested: from, removed, ...(kept > 0 ? { at_once: kept } : {}),
  };
};

/**
 * A cell that was sent or kept as a draft, back to the answer that it was.
 * @param {any} cell
 * @param {StageInHand} inHand
 * @param {string} question
 * @param {Target} target
 */
HOOKS.restored = (cell, inHand, question, target) => {
  if (suggestedFor(inHand, question, target) === null) return cell;
  const acts = actsOf(inHand, question, target);
  if (cell?.by === 'removed') acts.isRemoved = true;
  if (!Array.isArray(cell?.from_suggested)) return cell?.by === 'removed' ? null : cell;
  acts.removed = [...(cell.removed ?? [])];
  acts.atOnce = cell.from_suggested.filter((/** @type {number | null} */ i) => i !== null).slice(0, cell.at_once ?? 0);
  const marks = cell.value.map((/** @type {Mark} */ mark, /** @type {number} */ i) => {
    const of = cell.from_suggested[i];
    return of === null ? mark : { ...mark, of };
  });
  return { value: marks.length > 0 || acts.removed.length === 0 ? marks : null, by: cell.by };
};
