// Marks of a rater and of the guideline, each in the text: every mark is underlined and says its label and weight behind it,
// and a list says which of them are the same, and in what the others differ.
//
// Module   markedTexts(question, answer, textIn)

/** @import {Mark, Question} from '../models/wire.js' */
/** @import {Child} from '../../../static/helpers/page.js' */
/** @import {MarkedText, Told} from './worked_example.js' */

import { el, t } from '../../../static/helpers/page.js';

/** @typedef {(field: string) => MarkedText} TextIn */
/** @typedef {typeof import('./questions/marks.js').drawing} Drawing */

/** Of the element that asks for marks, which is fetched first. @type {Drawing} */
let draw;

/**
 * @param {Question} question
 * @param {Told} answer
 * @param {TextIn} textIn
 */
export function markedTexts(question, answer, textIn) {
  const place = el('div', {});
  Promise.all([import('./questions/marks.js'), import('./questions/marks/list.js')]).then(([{ drawing }]) => { // with all colours
    draw = drawing;
    place.replaceWith(bothTexts(question, answer, textIn));
  }, () => {});
  return place;
}

/**
 * @param {Question} question
 * @param {Told} answer
 * @param {TextIn} textIn
 */
function bothTexts(question, { given, value, closest = value, pairs, verdict }, textIn) {
  const line = (/** @type {string} */ name, /** @type {Mark[]} */ marks) => el('div', {},
    el('p', { class: 'field-label', text: name }), ...fieldsOf(question, marks).map((field) =>
      markedText(question, marks.filter((mark) => fieldOf(question, mark) === field), textIn(field))));
  if (!verdict) return line(t('rate.welcome.guideline'), closest);
  const said = given ?? [];
  return el('div', { class: 'two-texts' }, line(t('rate.welcome.you'), said), line(t('rate.welcome.guideline'), closest),
    pairList(question, said, closest, pairs ?? [], textIn));
}

/** @param {Question} question @param {Mark} mark */
const fieldOf = ({ field = 'output' }, mark) => mark.field ?? field;

/** Its own field always, others where something is marked in them. @param {Question} question @param {Mark[]} marks */
const fieldsOf = (question, marks) => [...new Set([...marks.map((mark) => fieldOf(question, mark)), question.field ?? 'output'])];

/**
 * @param {Question} question
 * @param {Mark[]} marks
 * @param {MarkedText} text
 */
function markedText(question, marks, { words, lang }) {
  const points = Array.from(words);
  const spans = marks.flatMap(({ start, end }) => (start === null || end === null ? [] : [start, end]));
  const cuts = [...new Set([0, ...spans, points.length])].sort((one, other) => one - other);
  const gapAt = (/** @type {number} */ place) => marks.filter((mark) => draw.isMissing(mark) && mark.start === place)
    .map((mark) => el('span', { class: 'mark-name', text: ` ‸ ${markWords(question, mark)} ` }));
  const pieces = cuts.slice(1).flatMap((end, i) => {
    const piece = { end, text: points.slice(cuts[i], end).join(''), marks: marks.filter((mark) => (mark.start ?? end) <= cuts[i] && end <= (mark.end ?? 0)) };
    if (piece.marks.length === 0) return /** @type {Child[]} */ ([...gapAt(cuts[i]), piece.text]);
    const lined = piece.marks.reduce((/** @type {Node | string} */ inner, mark) =>
      el('span', { class: `line line-${draw.lineOf(question, mark)} ${draw.laneOf(question, mark)}` }, inner), piece.text);
    const ending = piece.marks.filter(({ end }) => end === piece.end).map((mark) => markWords(question, mark));
    return [...gapAt(cuts[i]), el('mark', {}, lined), ending.length > 0 && el('span', { class: 'mark-name', text: ` ${ending.join(', ')} ` })];
  });
  return el('p', { class: 'text', dir: 'auto', lang }, ...pieces, ...gapAt(points.length));
}

/**
 * @param {Question} question
 * @param {Mark} mark
 */
function markWords(question, { label, weight }) {
  return weight ? `${draw.labelWords(question, label)} (${draw.weightWords(question, weight)})` : draw.labelWords(question, label);
}

/**
 * Pair by pair what is the same, and what only one of both says.
 * @param {Question} question
 * @param {Mark[]} said
 * @param {Mark[]} says
 * @param {number[][]} pairs
 * @param {TextIn} textIn
 */
function pairList(question, said, says, pairs, textIn) {
  const quote = (/** @type {Mark} */ mark) => {
    const { words, lang } = textIn(fieldOf(question, mark));
    if (draw.isMissing(mark)) return el('i', { text: t('rate.mark_missing') });
    return el('q', { dir: 'auto', lang, text: Array.from(words).slice(mark.start ?? 0, mark.end ?? undefined).join('') });
  };
  const entry = (/** @type {string} */ kind, /** @type {Mark} */ mark, words = markWords(question, mark)) => el('li', { class: kind.split('_')[0] },
    el('b', { text: t(`rate.welcome.marked_${kind}`) }), ' ', quote(mark), ` ${words}`,
    mark.reason ? el('span', { class: 'muted', text: ` – ${mark.reason}` }) : null);
  const partner = (/** @type {number} */ place) => said[pairs.find((pair) => pair[1] === place)?.[0] ?? -1];
  const isPaired = (/** @type {number} */ place) => pairs.some((pair) => pair[0] === place);
  return el('ul', { class: 'pairs' },
    ...says.map((mark, i) => {
      const own = partner(i);
      if (!own) return entry('missed', mark);
      const kind = own.label !== mark.label ? 'other_label' : (own.weight ?? '') !== (mark.weight ?? '') ? 'other_weight' : 'both';
      return entry(kind, mark, kind === 'both' ? undefined : `${markWords(question, own)} → ${markWords(question, mark)}`);
    }),
    ...said.filter((_, i) => !isPaired(i)).map((mark) => entry('extra', mark)));
}
