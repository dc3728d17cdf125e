// Marks of a rater and of the guideline, each in the text: every mark is underlined and says its label behind it, and a list
// says which of them are the same.
//
// Module   markedTexts(question, answer, text)

/** @import {Mark, Question} from '../models/wire.js' */
/** @import {Child} from '../../../static/helpers/page.js' */
/** @import {MarkedText, Told} from './worked_example.js' */

import { el, t, wordsOf } from '../../../static/helpers/page.js';

/**
 * @param {Question} question
 * @param {Told} answer
 * @param {MarkedText} text
 */
export function markedTexts(question, { given, value, closest = value, pairs, verdict }, text) {
  const line = (/** @type {string} */ name, /** @type {Mark[]} */ marks) => el('div', {},
    el('p', { class: 'field-label', text: name }), markedText(question, marks, text));
  if (!verdict) return line(t('rate.welcome.guideline'), closest);
  const said = given ?? [];
  return el('div', { class: 'two-texts' }, line(t('rate.welcome.you'), said), line(t('rate.welcome.guideline'), closest),
    pairList(question, said, closest, pairs ?? [], text));
}

/**
 * @param {Question} question
 * @param {Mark[]} marks
 * @param {MarkedText} text
 */
function markedText(question, marks, { words, lang }) {
  const points = Array.from(words);
  const spans = marks.flatMap(({ start, end }) => (start === null || end === null ? [] : [start, end]));
  const cuts = [...new Set([0, ...spans, points.length])].sort((one, other) => one - other);
  const pieces = cuts.slice(1).flatMap((end, i) => {
    const piece = { end, text: points.slice(cuts[i], end).join(''), marks: marks.filter((mark) => (mark.start ?? end) <= cuts[i] && end <= (mark.end ?? 0)) };
    if (piece.marks.length === 0) return /** @type {Child[]} */ ([piece.text]);
    const lanes = [...new Set(piece.marks.map(({ label }) => laneFor(question, label)))].join(' ');
    const ending = piece.marks.filter(({ end }) => end === piece.end).map((mark) => markWords(question, mark));
    return [el('mark', { class: `piece ${lanes}`, text: piece.text }), ending.length > 0 && el('span', { class: 'mark-name', text: ` ${ending.join(', ')} ` })];
  });
  return el('p', { class: 'text', dir: 'auto', lang }, ...pieces);
}

/**
 * @param {Question} question
 * @param {Mark} mark
 */
function markWords(question, { label, weight }) {
  const worth = question.weights?.find(({ id }) => id === weight);
  return worth ? `${nameOf(question, label)} (${wordsOf(worth.label)})` : nameOf(question, label);
}

/**
 * @param {Question} question
 * @param {Mark[]} said
 * @param {Mark[]} says
 * @param {number[][]} pairs
 * @param {MarkedText} text
 */
function pairList(question, said, says, pairs, { words, lang }) {
  const points = Array.from(words);
  const entry = (/** @type {string} */ kind, /** @type {Mark} */ mark) => el('li', { class: kind },
    el('b', { text: t(`rate.welcome.marked_${kind}`) }), ' ',
    mark.start === null ? t('rate.mark_missing') : el('q', { dir: 'auto', lang, text: points.slice(mark.start, mark.end ?? undefined).join('') }),
    ` ${markWords(question, mark)}`);
  const isPaired = (/** @type {0 | 1} */ side, /** @type {number} */ place) => pairs.some((pair) => pair[side] === place);
  return el('ul', { class: 'pairs' },
    ...says.map((mark, i) => entry(isPaired(1, i) ? 'both' : 'missed', mark)),
    ...said.filter((_, i) => !isPaired(0, i)).map((mark) => entry('extra', mark)));
}

// The element that asks for marks has its own of these two: what is loaded with the panel takes nothing of it along.

/** @param {Question} question @param {string} id */
const laneFor = ({ labels = [] }, id) => `lane-${1 + (labels.findIndex((label) => label.id === id) % 6)}`;

/** @param {Question} question @param {string} id */
const nameOf = ({ labels = [] }, id) => wordsOf(labels.find((label) => label.id === id)?.label ?? { en: id });
