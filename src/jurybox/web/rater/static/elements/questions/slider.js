// <jb-slider>: a number in a range. Properties and events: see question.js; `value` is a number. It starts without a thumb:
// the first touch, key or typed number sets it. Keys are those of a range input, of which the first arrow sets the middle; Delete takes
// it back.

import { el, formatNumber, freshId, say, t } from '../../../../static/helpers/page.js';
import { anchorCells, isInRange, middleOf, typedNumber } from '../../models/range.js';
import { QuestionElement } from './question.js';

class Slider extends QuestionElement {
  /** What is being typed is left as it is, and what is wrong until it is mended. */
  #isTyping = false;
  #isWrong = false;

  get isClearable() {
    return true;
  }

  get hasKeyToClear() {
    return true;
  }

  get #range() {
    const { min = 0, max, step = 1 } = this.question;
    return { min, max: max ?? 100, step };
  }

  build() {
    const range = el('input', { type: 'range', ...this.#range, id: freshId(), 'aria-labelledby': this.promptId });
    range.addEventListener('input', () => this.tell(Number(range.value)));
    // Where the first touch hits the middle, the input sees no change.
    range.addEventListener('pointerup', () => this.value === null && this.tell(Number(range.value)));
    range.addEventListener('keydown', (event) => this.#key(event));
    this.range = range;
    this.hint = el('p', { class: 'help', text: t('rate.slider_hint') });
    return [el('div', { class: 'slider' }, el('div', { class: 'track' }, range, this.#anchors()), this.#number()), this.hint];
  }

  /** The number in a field of its own, to be read and to be typed. */
  #number() {
    const id = freshId();
    const field = el('input', { type: 'text', inputmode: 'decimal', autocomplete: 'off', class: 'typed', placeholder: '–', 'aria-labelledby': `${id} ${this.promptId}` });
    field.addEventListener('input', (event) => /** @type {InputEvent} */ (event).isComposing || this.#type());
    field.addEventListener('compositionend', () => this.#type());
    field.addEventListener('blur', () => this.value !== null && this.show());
    this.field = field;
    return el('div', { class: 'number' }, el('span', { class: 'hidden', id, text: t('rate.slider_number') }), field);
  }

  #anchors() {
    const { anchors = [] } = this.question;
    const cells = anchors.length > 0 ? anchorCells(anchors.map(({ value }) => value), this.#range) : [];
    const made = cells.map(({ share, place, side }) => {
      const cell = el('td', { width: `${100 * share}%` });
      if (place === null) return cell;
      const { value, label } = anchors[place];
      cell.className = `at-${side}`;
      cell.append(el('div', {}, el('b', { text: formatNumber(value) }), ' ', say('span', label)));
      return cell;
    });
    return el('table', { class: 'anchors', role: 'presentation' }, el('tbody', {}, el('tr', {}, ...made)));
  }

  show() {
    const { range, field, hint } = this;
    if (!range || !field || !hint) return;
    const { max } = this.#range;
    const isUnset = this.value === null;
    range.disabled = field.disabled = this.disabled;
    range.classList.toggle('unset', isUnset);
    range.value = String(this.value ?? middleOf(this.#range));
    range.setAttribute('aria-valuetext', isUnset ? t('rate.unanswered') : t('rate.number_of', { value: formatNumber(this.value), max }));
    if (!this.#isTyping && !this.#isWrong) field.value = isUnset ? '' : formatNumber(this.value);
    hint.classList.toggle('over', !isUnset || this.disabled); // it keeps its place
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const isFirst = this.value === null && event.key.startsWith('Arrow');
    const isSet = isFirst || event.key === ' ' || (event.key === 'Enter' && !event.ctrlKey && !event.metaKey);
    if (event.key === 'Delete' || event.key === 'Backspace') this.tell(null);
    else if (isSet) {
      event.preventDefault();
      this.tell(this.value ?? middleOf(this.#range));
    }
  }

  /** @param {number | null} value */
  tell(value) {
    if (!this.#isTyping) this.#isWrong = false;
    super.tell(value);
  }

  /** Every key is an answer; what is none is said at once, and is not sent. */
  #type() {
    const number = typedNumber(this.field?.value ?? '');
    this.#isWrong = number !== null && !isInRange(number, this.#range);
    this.#isTyping = true;
    this.tell(this.#isWrong ? null : number);
    this.#isTyping = false;
    if (this.#isWrong) this.fault = t('error.answer.off_the_slider', this.#range);
  }
}

customElements.define('jb-slider', Slider);
