// What a question says of its marks: labels, their colours, the weights that they allow.

/** @import {Mark, Question} from '../../../models/wire.js' */

import { wordsOf } from '../../../../../static/helpers/page.js';

const LANES = 6;

/**
 * The class of a label's colour.
 * @param {Question} question
 * @param {string} label
 */
export const laneOf = ({ labels = [] }, label) => `lane-${1 + (labels.findIndex((other) => other.id === label) % LANES)}`;

/**
 * @param {Question} question
 * @param {string} id
 */
export function labelWords({ labels }, id) {
  const found = labels?.find((label) => label.id === id);
  return found ? wordsOf(found.label) : id;
}

/**
 * The weights that a label allows; all where it names none.
 * @param {Question} question
 * @param {string} label
 */
export function weightsOf({ labels, weights = [] }, label) {
  const allowed = labels?.find((other) => other.id === label)?.weights ?? [];
  return weights.filter((weight) => allowed.length === 0 || allowed.includes(weight.id));
}

/**
 * The mark with a weight that its label allows.
 * @param {Question} question
 * @param {Mark} mark
 * @returns {Mark}
 */
export function weighed(question, { weight, ...mark }) {
  const weights = weightsOf(question, mark.label);
  const kept = weights.find((other) => other.id === weight) ?? weights[0];
  return kept ? { ...mark, weight: kept.id } : mark;
}

/** By where they begin, the longer first. @param {Mark[]} marks */
export const sorted = (marks) => marks.sort((a, b) => (a.start ?? 0) - (b.start ?? 0) || (b.end ?? 0) - (a.end ?? 0));
