// What a question says of its marks: labels and their categories, colours, keys, the weights that they allow, and what a
// mark still lacks. Knows no DOM.

/** @import {Mark, MarkLabel, Question, Weight} from '../../../models/wire.js' */
/** @typedef {{label?: string, weight?: string | null}} Said what was just said of a mark */
/** @typedef {Mark & {start: number, end: number}} Placed */

import { wordsOf } from '../../../../../static/helpers/page.js';

/** So many labels have colours that were chosen by hand; more share out the circle of hues, those of a category side by side. */
const LANES = 6;
const HUES = 36;
/** How lines under the text can look, the heaviest last. */
const LINES = 4;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';

/** What a mark can be labelled with: labels without a category, and those of the categories. @param {Question} question */
export const leavesOf = ({ labels = [] }) => labels.flatMap((top) => (top.labels?.length ? top.labels : [top]));

/**
 * The class of a mark's colour: that of its label or, where there is but one, of its weight.
 * @param {Question} question
 * @param {Said} mark
 */
export function laneOf(question, { label, weight }) {
  const { labels = [] } = question;
  const leaves = leavesOf(question);
  const [all, id] = leaves.length > 1 || !question.weights?.length ? [leaves, label] : [question.weights, weight];
  const n = all.findIndex((other) => other.id === id);
  if (n < 0 || all.length <= LANES) return `lane-${n + 1}`;
  const top = labels.findIndex((other) => other.id === id || other.labels?.some((inner) => inner.id === id));
  const between = Math.max(0, HUES - all.length) / labels.length;
  return `hue-${Math.round(n * Math.min(1, HUES / all.length) + top * between) % HUES}`;
}

/**
 * How heavy the line of a mark is, from 1 to 4, by what its weight is worth; a plain line where there are no weights.
 * @param {Question} question
 * @param {Mark} mark
 */
export function lineOf({ weights = [] }, { weight }) {
  const order = weights.map(({ value }) => Math.abs(value)).sort((a, b) => a - b);
  const found = weights.find(({ id }) => id === weight);
  if (!found) return weights.length > 0 ? 0 : LINES - 1;
  const place = order.indexOf(Math.abs(found.value));
  return order.length < LINES ? LINES - order.length + place : 1 + Math.floor((place * LINES) / order.length);
}

/**
 * Its name, behind that of its category.
 * @param {Question} question
 * @param {string} id
 */
export function labelWords({ labels = [] }, id) {
  for (const top of labels) {
    if (top.id === id) return wordsOf(top.label);
    const inner = top.labels?.find((label) => label.id === id);
    if (inner) return `${wordsOf(top.label)} › ${wordsOf(inner.label)}`;
  }
  return id;
}

/**
 * @param {Question} question
 * @param {string | null} [id]
 */
export function weightWords({ weights = [] }, id) {
  const found = weights.find((weight) => weight.id === id);
  return found ? wordsOf(found.label) : id ?? '';
}

/**
 * The weights that a label allows: its own, else those of its category, else all.
 * @param {Question} question
 * @param {string} label
 * @returns {Weight[]}
 */
export function weightsOf({ labels = [], weights = [] }, label) {
  const top = labels.find((other) => other.id === label || other.labels?.some((inner) => inner.id === label));
  const own = top?.labels?.find((inner) => inner.id === label)?.weights ?? [];
  const allowed = own.length > 0 ? own : top?.weights ?? [];
  return weights.filter((weight) => allowed.length === 0 || allowed.includes(weight.id));
}

/**
 * A mark with what was just said of it. Nothing is chosen for the rater, unless there is nothing to choose from.
 * @param {Question} question
 * @param {Mark} mark
 * @param {Said} said
 * @returns {Mark}
 */
export function withSaid(question, { weight, ...mark }, said) {
  const leaves = leavesOf(question);
  const label = said.label ?? (mark.label || (leaves.length === 1 ? leaves[0].id : ''));
  const weights = weightsOf(question, label);
  const wanted = said.weight ?? weight;
  const kept = weights.find(({ id }) => id === wanted) ?? (label && weights.length === 1 ? weights[0] : null);
  return { ...mark, label, ...(kept ? { weight: kept.id } : {}) };
}

/**
 * What a mark must still be given.
 * @param {Question} question
 * @param {Mark} mark
 * @returns {'label' | 'weight' | 'reason' | null}
 */
export function lackOf(question, mark) {
  if (!mark.label) return 'label';
  if (question.weights?.length && !mark.weight) return 'weight';
  return question.reasons === 'required' && !mark.reason?.trim() ? 'reason' : null;
}

/**
 * A letter for each name: one of its own, as far as there are some. Where two begin with the same, neither has that one:
 * who means the other would press it.
 * @param {string[]} ids
 * @param {string[]} [taken]
 */
export function lettersFor(ids, taken = []) {
  const used = new Set(taken);
  const names = ids.map((id) => id.toLowerCase());
  return names.map((name) => {
    const isShared = names.filter(([first]) => first === name[0]).length > 1;
    const letter = [...name.slice(Number(isShared)), ...ALPHABET, name[0]].find((one) => ALPHABET.includes(one) && !used.has(one)) ?? '';
    used.add(letter);
    return letter;
  });
}

/**
 * The keys of labels that stand together, and of weights: digits, then letters.
 * @param {MarkLabel[]} labels
 * @param {Weight[]} weights
 */
export function keysOf(labels, weights) {
  const ofWeights = lettersFor(weights.map(({ id }) => id));
  const letters = lettersFor(labels.slice(9).map(({ id }) => id), ofWeights);
  return { labels: labels.map((_, i) => (i < 9 ? String(i + 1) : letters[i - 9])), weights: ofWeights };
}

/** By where they begin, the longer first. @param {Mark[]} marks */
export const sorted = (marks) => [...marks].sort((a, b) => (a.field ?? '').localeCompare(b.field ?? '') || (a.start ?? 0) - (b.start ?? 0) || (b.end ?? 0) - (a.end ?? 0));

/** Whether a mark stands for something that the text leaves out. @param {{start: number | null, end: number | null}} mark */
export const isMissing = ({ start, end }) => start === end;

/** How many letters of the text one of a sign takes the room of. */
const SIGN_WIDTH = 0.9;

/**
 * In which row above the text the sign stands that ends there: 0, or 1 where there is no room beside the one before; none
 * where there is no room at all.
 * @param {Question} question
 * @param {Mark[]} marks
 */
export function signRows(question, marks) {
  /** @type {Map<number, number>} */
  const rows = new Map();
  const last = [-Infinity, -Infinity];
  for (const { start, end, weight } of [...marks].sort((a, b) => (a.end ?? 0) - (b.end ?? 0))) {
    if (end === null || start === end || rows.has(end)) continue;
    const row = last.findIndex((before) => end - before >= SIGN_WIDTH * weightWords(question, weight).length);
    if (row < 0) continue;
    rows.set(end, row);
    last[row] = end;
  }
  return rows;
}

/**
 * In which line under the text each mark is drawn, so that no two that overlap are in one; the longer ones further down.
 * @param {Mark[]} marks
 * @returns {Map<Mark, number>}
 */
export function depthsOf(marks) {
  /** @type {Map<Mark, number>} */
  const depths = new Map();
  const placed = /** @type {Placed[]} */ (marks.filter(({ start }) => start !== null));
  for (const mark of placed.sort((a, b) => (a.end - a.start) - (b.end - b.start) || a.start - b.start)) {
    const around = placed.filter((other) => depths.has(other) && other.start < mark.end && mark.start < other.end);
    const taken = around.map((other) => depths.get(other));
    let depth = 0;
    while (taken.includes(depth)) depth += 1;
    depths.set(mark, depth);
  }
  return depths;
}
