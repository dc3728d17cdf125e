// One of the texts that can be marked, with the word that the keys are at.

/** @import {Mark, Question} from '../../../models/wire.js' */
/** @import {Shown} from '../../../helpers/fields.js' */
/** @import {Word} from '../../../helpers/spans.js' */
/** @typedef {Shown & {field: string}} MarkedShown */
/** @typedef {{field: string, start: number, end: number} | {field: string, start: null, end: null}} Chosen a span, a place, or anywhere */
/** @typedef {{promptId: string, hintId: string, isNamed: boolean}} Naming */

import { el, freshId, say, t } from '../../../../../static/helpers/page.js';
import { isFormed } from '../../../helpers/fields.js';
import { isMissing } from './labels.js';
import { MarkableText } from './text.js';

export class TextView {
  /** The word that the keys are at. @type {Word | null} */
  at = null;
  /** Null where the text is empty. @type {MarkableText | null} */
  words = null;

  /**
   * @param {MarkedShown} shown
   * @param {Question} question
   * @param {Naming} naming
   */
  constructor(shown, question, { promptId, hintId, isNamed }) {
    const { field, value, lang, spec } = shown;
    this.field = field;
    this.text = String(value ?? '');
    this.lang = lang;
    this.points = Array.from(this.text);
    const id = freshId();
    const label = isNamed && spec.label ? say('p', spec.label, { class: 'field-label', id }) : null;
    this.body = this.text.trim() === '' ? el('p', { class: 'text empty', text: t('rate.empty_text') })
      : this.#markable(shown, question, { 'aria-labelledby': label ? `${promptId} ${id}` : promptId, 'aria-describedby': hintId });
    this.element = el('div', { class: 'marked-text' }, label, this.body);
  }

  /**
   * The text takes the focus, not its words: in a word that takes it, Chromium begins no selection at the word's edge.
   * @param {MarkedShown} shown
   * @param {Question} question
   * @param {Record<string, string>} named
   */
  #markable(shown, question, named) {
    const words = this.words = new MarkableText(this.text, question, { lang: this.lang, id: freshId(), shown: isFormed(shown) ? shown : null });
    this.at = words.wordFrom(0);
    const list = { role: 'listbox', 'aria-multiselectable': 'true', tabindex: 0, class: 'markable text' };
    return el('div', { ...list, dir: 'auto', lang: this.lang, ...named }, ...words.elements);
  }

  /**
   * @param {Mark[]} marks
   * @param {Chosen | null} chosen
   * @param {boolean} disabled
   */
  draw(marks, chosen, disabled) {
    const span = chosen !== null && chosen.field === this.field && chosen.start !== null ? chosen : null;
    this.words?.draw({ marks, span, at: this.at });
    this.body.setAttribute('aria-disabled', String(disabled));
    if (this.at && this.words) this.body.setAttribute('aria-activedescendant', this.words.idOf(this.at));
  }

  /**
   * The words of a mark; of what is missing where it is.
   * @param {{start: number | null, end: number | null}} mark
   */
  quote(mark) {
    const { start, end } = mark;
    if (start === null || end === null) return t('rate.mark_missing');
    if (!isMissing(mark)) return this.points.slice(start, end).join('');
    const next = this.words?.wordFrom(start);
    return next ? t('rate.mark_gap', { quote: next.text }) : t('rate.mark_gap_end');
  }

  /**
   * The place that a tap means where something is missing: the nearer edge of the word.
   * @param {HTMLElement} element of the word
   * @param {Word} word
   * @param {number} x
   */
  edge(element, word, x) {
    const { left, width } = element.getBoundingClientRect();
    return (x > left + width / 2) === this.isRtl ? word.start : word.end;
  }

  get isRtl() {
    return getComputedStyle(this.body).direction === 'rtl';
  }
}
