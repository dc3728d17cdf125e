// The list of marks below the text: a row for each, with what it says, its count and its reason. Loaded behind the text.

/** @import {Mark} from '../../../models/wire.js' */
/** @import {Marks} from '../marks.js' */

import { button, el, formatNumber, t } from '../../../../../static/helpers/page.js';
import { styleSheet } from '../../../helpers/styles.js';
import { worth } from '../../../models/stage.js';

/** As the server takes it. */
const LONGEST_NOTE = 2_000;

/**
 * @param {Marks} marks the element that they belong to
 * @param {Mark} mark
 * @param {number} i
 */
export function markRow(marks, mark, i) {
  const { question, disabled } = marks;
  const isInHand = mark === marks.inHand;
  const quote = marks.quoteOf(mark);
  const named = { 'data-key': `quote-${i}`, 'aria-label': t('rate.mark_change', { quote }), 'aria-pressed': String(isInHand) };
  const words = button('', () => marks.takeInHand(mark), { class: 'quote', ...named, disabled });
  words.append(mark.start === mark.end ? el('i', { text: quote }) : el('q', { dir: 'auto', lang: marks.langOf(mark), text: quote }));
  const remove = { class: 'step', 'data-key': `delete-${i}`, 'aria-label': t('rate.mark_delete', { quote }) };
  return el('li', { class: `${marks.wordsFor(mark).lane}${isInHand ? ' in-hand' : ''}` },
    el('span', { class: 'swatch' }),
    words,
    kind(marks, mark),
    question.counted ? counter(marks, mark, i) : null,
    question.counted ? el('span', { class: 'worth', text: formatNumber(worth(question, mark)) }) : null,
    button('×', () => marks.replace(mark, null), { ...remove, disabled }),
    question.reasons === 'none' || !question.reasons ? null : reasonField(marks, mark, i));
}

/**
 * Label and weight; what is still to be said stands out.
 * @param {Marks} marks
 * @param {Mark} mark
 */
function kind(marks, mark) {
  const { label, weight, lack } = marks.wordsFor(mark);
  const lacking = lack === 'label' || lack === 'weight' ? el('b', { class: 'lack', text: t(`rate.mark_lacks_${lack}`) }) : null;
  return el('span', { class: 'label' }, [label, weight].filter(Boolean).join(' · '), lacking && label ? ' · ' : null, lacking);
}

/**
 * @param {Marks} marks
 * @param {Mark} mark
 * @param {number} i
 */
function reasonField(marks, mark, i) {
  const name = t(marks.question.reasons === 'required' ? 'rate.mark_reason' : 'rate.mark_reason_optional');
  const field = el('input', {
    type: 'text', class: 'mark-reason', dir: 'auto', maxlength: LONGEST_NOTE, 'data-key': `reason-${i}`, disabled: marks.disabled,
    placeholder: name, 'aria-label': `${name}: ${marks.quoteOf(mark)}`,
  });
  field.value = mark.reason ?? '';
  field.addEventListener('input', () => marks.note(mark, field.value));
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    marks.goBack();
  });
  return field;
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
  const label = t('rate.mark_count', { quote: marks.quoteOf(mark) });
  const chosen = el('select', { 'data-key': `count-${i}`, 'aria-label': label, disabled: marks.disabled }, ...options);
  chosen.addEventListener('change', () => marks.replace(mark, { ...mark, count: Number(chosen.value) }));
  return chosen;
}

await styleSheet(new URL('../../../css/marks_list.css', import.meta.url));
