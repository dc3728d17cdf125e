// What the page must know of each type of question, beside its element <jb-TYPE>: the one table that names the types.
// Knows no DOM. A type that is not in it is an error when the page starts.

/** @import {Protocol, Question, Value} from './wire.js' */

/**
 * @typedef {object} QuestionType
 * @property {string | null} module  the module of elements/ that defines the element; null where it comes with the page
 * @property {boolean} isScore  whether an answer is one score, which "same as" copies
 * @property {boolean} takesDigits  whether a digit typed anywhere answers it; its element then has choose(number)
 * @property {[string, string][]} keys  its keys in the list of keys, with the key of their words
 * @property {(question: Question) => Value | null} nothing  where "nothing" is an answer (no tag, no mark), what is sent for it
 * @property {(value: Value) => boolean} isBlank  whether something was written that says nothing
 * @property {(question: Question) => string | null} shownField  the field that the element shows itself, to be answered in it
 */

/** A type without anything of its own. @type {QuestionType} */
const PLAIN_TYPE = {
  module: null, isScore: false, takesDigits: false, keys: [],
  nothing: () => null, isBlank: () => false, shownField: () => null,
};

/** @type {Record<Question['type'], QuestionType>} */
export const QUESTION_TYPES = {
  scale: { ...PLAIN_TYPE, isScore: true, takesDigits: true, keys: [['1 – 9', 'rate.keys_scale']] },
  slider: { ...PLAIN_TYPE, module: 'stepper', isScore: true },
  stepper: { ...PLAIN_TYPE, module: 'stepper', isScore: true, keys: [['↑ ↓', 'rate.keys_stepper']] },
  tags: { ...PLAIN_TYPE, module: 'tags', nothing: () => [], keys: [['Enter', 'rate.keys_tags']] },
  marks: {
    ...PLAIN_TYPE, module: 'marks', nothing: () => [], shownField: ({ field }) => field ?? 'output',
    keys: [
      ['← →', 'rate.keys_marks_move'], ['Shift + ← →', 'rate.keys_marks_extend'], ['1 – 9', 'rate.keys_marks_label'],
      ['Delete', 'rate.keys_marks_delete'],
    ],
  },
  preference: { ...PLAIN_TYPE, module: 'ranking' },
  ranking: { ...PLAIN_TYPE, module: 'ranking', keys: [['↑ ↓', 'rate.keys_ranking']] },
  choice: {
    ...PLAIN_TYPE, isScore: true,
    nothing: ({ least, options }) => ((least ?? (options?.length === 1 ? 0 : 1)) === 0 ? [] : null),
  },
  comment: { ...PLAIN_TYPE, isBlank: (value) => !value.trim() },
};

export class UnknownType extends Error {}

/**
 * @param {{type: string}} question
 * @returns {QuestionType}
 */
export function typeOf({ type }) {
  if (!Object.hasOwn(QUESTION_TYPES, type)) throw new UnknownType(`no question type ${type}: ${Object.keys(QUESTION_TYPES).join(', ')}`);
  return QUESTION_TYPES[/** @type {Question['type']} */ (type)];
}

/** @param {Question} question */
export const isScore = (question) => typeOf(question).isScore;

/** Every type of a protocol is known, or nothing is begun. @param {Protocol} protocol */
export function checkTypes({ stages }) {
  for (const { ask } of stages) ask.forEach(typeOf);
}
