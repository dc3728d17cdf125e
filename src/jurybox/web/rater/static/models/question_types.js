// What the page must know of each type of question, beside its element <jb-TYPE>: the one table that names the types.
// Knows no DOM. A type that is not in it is an error when the page starts.

/** @import {Mark, Protocol, Question, Value} from './wire.js' */

/**
 * @typedef {object} QuestionType
 * @property {boolean} comesLater  whether elements/questions/TYPE.js is loaded when it is first needed, and not with the page
 * @property {string} sheet  the file of its styles in css/, where they come later too
 * @property {boolean} compares  whether an answer is about the candidates together; a stage's only one is answered on their cards
 * @property {boolean} isScore  whether an answer is one score, which "same as" copies
 * @property {'digits' | 'letters' | null} takes  the keys that answer it wherever the focus is; its element then has choose(key, isShift)
 * @property {[string, string][]} keys  its keys in the list of keys, with the key of their words
 * @property {(question: Question) => Value | null} nothing  where "nothing" is an answer (no tag, no mark), what is sent for it
 * @property {(value: Value) => boolean} isBlank  whether something was written that says nothing
 * @property {(question: Question, value: Value) => string | null} lack  the code of what an answer still lacks
 * @property {(question: Question) => string[]} shownFields  the fields that the element shows itself, to be answered in them
 */

/** A type without anything of its own. @type {QuestionType} */
const PLAIN_TYPE = {
  comesLater: false, sheet: '', compares: false, isScore: false, takes: null, keys: [],
  nothing: () => null, isBlank: () => false, lack: () => null, shownFields: () => [],
};

/** @type {QuestionType} */
const COMPARISON = { ...PLAIN_TYPE, comesLater: true, sheet: 'compared', compares: true, takes: 'letters' };

/** @param {Question} question */
const shownFields = ({ field = 'output', also = [] }) => [...also, field];

/** @type {Record<Question['type'], QuestionType>} */
export const QUESTION_TYPES = {
  scale: { ...PLAIN_TYPE, isScore: true, takes: 'digits', keys: [['1 – 9', 'rate.keys_scale']] },
  slider: { ...PLAIN_TYPE, comesLater: true, sheet: 'slider', isScore: true },
  stepper: { ...PLAIN_TYPE, comesLater: true, sheet: 'numbers', isScore: true, keys: [['↑ ↓', 'rate.keys_stepper']] },
  tags: { ...PLAIN_TYPE, comesLater: true, sheet: 'tags', nothing: () => [], keys: [['Enter', 'rate.keys_tags']] },
  marks: {
    ...PLAIN_TYPE, comesLater: true, shownFields,
    nothing: ({ required, none }) => (required || none ? null : []),
    lack: ({ weights, reasons }, marks) => (marks.some((/** @type {Mark} */ mark) => !mark.label || (weights?.length && !mark.weight)) ? 'answer.mark_without_weight'
      : reasons === 'required' && marks.some((/** @type {Mark} */ mark) => !mark.reason?.trim()) ? 'answer.mark_without_reason' : null),
    keys: [
      ['← →', 'rate.keys_marks_move'], ['Shift + ← →', 'rate.keys_marks_extend'], ['1 – 9, A – Z', 'rate.keys_marks_label'],
      ['+', 'rate.keys_marks_missing'], ['0', 'rate.keys_marks_none'], ['Delete', 'rate.keys_marks_delete'], ['Ctrl + Z', 'rate.mark_undo'],
    ],
  },
  preference: { ...COMPARISON, keys: [['A  B …', 'rate.keys_better'], ['=', 'rate.keys_tie'], ['-', 'rate.keys_neither']] },
  ranking: {
    ...COMPARISON,
    keys: [
      ['A  B …', 'rate.keys_rank'], ['↑ ↓', 'rate.keys_ranking'], ['=', 'rate.keys_rank_tie'], ['Shift + A  B …', 'rate.keys_worst'],
    ],
  },
  choice: {
    ...PLAIN_TYPE, isScore: true,
    nothing: ({ least, options }) => ((least ?? (options?.length === 1 ? 0 : 1)) === 0 ? [] : null),
  },
  comment: { ...PLAIN_TYPE, isBlank: (value) => !value.trim() },
  edit: { ...PLAIN_TYPE, comesLater: true, sheet: 'edit', shownFields },
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
