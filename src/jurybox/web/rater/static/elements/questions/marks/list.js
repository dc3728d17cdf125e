// The list of marks below the text: a row for each, with its label, weight and count.

/** @import {Mark} from '../../../models/wire.js' */
/** @import {Marks} from '../marks.js' */

import { button, el, formatNumber, t, wordsOf } from '../../../../../static/helpers/page.js';
import { worth } from '../../../models/stage.js';
import { labelWords, laneOf, weighed, weightsOf } from './labels.js';

/**
 * @param {Marks} marks the element that they belong to
 * @param {Mark} mark
 * @param {number} i
 */
export function markRow(marks, mark, i) {
  const { question, disabled } = marks;
  const isMissing = mark.start === null;
  const isInHand = mark === marks.inHand;
  const quote = marks.quoteOf(mark);
  const named = { 'data-key': `quote-${i}`, 'aria-label': t('rate.mark_change', { quote }), 'aria-pressed': String(isInHand) };
  const words = isMissing ? el('span', { class: 'quote', text: quote })
    : button('', () => marks.takeInHand(mark), { class: 'quote', ...named, disabled });
  if (!isMissing) words.append(el('q', { dir: 'auto', lang: marks.textLang, text: quote }));
  const remove = { class: 'step', 'data-key': `delete-${i}`, 'aria-label': t('rate.mark_delete', { quote }) };
  return el('li', { class: `${laneOf(question, mark.label)}${isInHand ? ' in-hand' : ''}` },
    el('span', { class: 'swatch' }),
    words,
    labelChooser(marks, mark, i),
    weightChooser(marks, mark, i),
    question.counted ? counter(marks, mark, i) : null,
    question.weights?.length || question.counted ? el('span', { class: 'worth', text: formatNumber(worth(question, mark)) }) : null,
    button('×', () => marks.replace(mark, null), { ...remove, disabled }));
}

/**
 * @param {Marks} marks
 * @param {Mark} mark
 * @param {number} i
 */
function labelChooser(marks, mark, i) {
  const { labels = [] } = marks.question;
  if (labels.length < 2) return el('span', { class: 'label', text: labelWords(marks.question, mark.label) });
  const options = labels.map(({ id, label }) => el('option', { value: id, text: wordsOf(label), selected: id === mark.label }));
  const change = (/** @type {string} */ label) => weighed(marks.question, { ...mark, label });
  return chooser(marks, mark, { key: `label-${i}`, name: 'rate.mark_label', options, change });
}

/**
 * @param {Marks} marks
 * @param {Mark} mark
 * @param {number} i
 */
function weightChooser(marks, mark, i) {
  const weights = weightsOf(marks.question, mark.label);
  if (weights.length < 2) return null;
  const options = weights.map(({ id, label }) => el('option', { value: id, text: wordsOf(label), selected: id === mark.weight }));
  return chooser(marks, mark, { key: `weight-${i}`, name: 'rate.mark_weight', options, change: (weight) => ({ ...mark, weight }) });
}

/**
 * @param {Marks} marks
 * @param {Mark} mark
 * @param {number} i
 */
function counter(marks, mark, i) {
  const count = mark.count ?? 1;
  const times = Array.from({ length: Math.max(9, count) }, (_, n) => n + 1);
  const options = times.map((n) => el('option', { value: n, text: `× ${n}`, selected: n === count }));
  return chooser(marks, mark, { key: `count-${i}`, name: 'rate.mark_count', options, change: (n) => ({ ...mark, count: Number(n) }) });
}

/**
 * @param {Marks} marks
 * @param {Mark} mark
 * @param {{key: string, name: string, options: Node[], change: (value: string) => Mark}} of
 */
function chooser(marks, mark, { key, name, options, change }) {
  const label = t(name, { quote: marks.quoteOf(mark) });
  const chosen = el('select', { 'data-key': key, 'aria-label': label, disabled: marks.disabled }, ...options);
  chosen.addEventListener('change', () => marks.replace(mark, change(chosen.value)));
  return chosen;
}
