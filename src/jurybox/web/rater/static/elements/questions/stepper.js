// <jb-stepper>: a number in steps, open upwards unless it has a max. Properties and events: see question.js.
//   value  a number, or {value, by: "override", reason} where it was overwritten against the sum of marks
//   sum    what the marks add up to, or null where there are none
// Starts empty: minus goes to the smallest number, plus to the next one. Keys: up, down, digits ("1,5" and "1.5").
// `change` comes with every key, so that nothing typed is missed; what is no number stays to be mended.

import { button, el, formatNumber, freshId, t, wordsOf } from '../../../../static/helpers/page.js';
import { QuestionElement } from './question.js';

class Stepper extends QuestionElement {
  /** @type {number | null} */
  #sum = null;
  /** What is being typed is left as it is. */
  #isTyping = false;

  get sum() {
    return this.#sum;
  }

  set sum(sum) {
    this.#sum = sum;
    if (this.childElementCount > 0) this.show();
  }

  /** The number in the field, whoever put it there. @returns {number | null} */
  get number() {
    return this.value?.by === 'override' ? this.value.value : this.value;
  }

  build() {
    const { min = 0, max } = this.question;
    const range = { 'aria-valuemin': min, 'aria-valuemax': max };
    const kind = { type: 'text', inputmode: 'decimal', autocomplete: 'off', role: 'spinbutton', placeholder: '–' };
    this.input = el('input', { ...kind, ...range, 'aria-labelledby': this.promptId });
    this.input.addEventListener('input', (event) => /** @type {InputEvent} */ (event).isComposing || this.#type());
    this.input.addEventListener('compositionend', () => this.#type());
    this.input.addEventListener('change', () => this.#leave());
    this.input.addEventListener('keydown', (event) => this.#key(event));
    this.less = button('−', () => this.#step(-1), { class: 'step', 'aria-label': this.#named('rate.less') });
    this.more = button('+', () => this.#step(1), { class: 'step', 'aria-label': this.#named('rate.more') });
    this.note = el('p', { class: 'sum' });
    return [el('div', { class: 'stepper' }, this.less, this.input, this.more), this.note, this.#buildReason()];
  }

  /** @param {string} key */
  #named(key) {
    return [t(key), wordsOf(this.question.prompt), this.naming].filter(Boolean).join(' · ');
  }

  #buildReason() {
    const id = freshId();
    this.reason = el('input', { type: 'text', id, dir: 'auto', maxlength: 2000, autocomplete: 'off' });
    this.reason.addEventListener('input', () => this.number !== null && this.#write(this.number));
    const back = button(t('rate.back_to_sum'), () => this.tell(this.sum), { class: 'button quiet' });
    this.overwritten = el('div', { class: 'override' },
      el('label', { for: id, text: t('rate.override_reason') }), this.reason, back);
    return this.overwritten;
  }

  show() {
    const { input, less, more, note, overwritten, reason } = this;
    if (!input || !less || !more || !note || !overwritten || !reason) return;
    const { number, sum } = this;
    const { min = 0, max = null } = this.question;
    if (!this.#isTyping) input.value = number === null ? '' : formatNumber(number);
    input.setAttribute('aria-valuetext', number === null ? t('rate.unanswered') : formatNumber(number));
    if (number === null) input.removeAttribute('aria-valuenow');
    else input.setAttribute('aria-valuenow', String(number));
    less.disabled = this.disabled || (number !== null && number <= min);
    more.disabled = this.disabled || (number !== null && max !== null && number >= max);
    input.disabled = reason.disabled = this.disabled;
    note.textContent = sum === null ? '' : t(number === sum ? 'rate.is_sum' : 'rate.not_sum', { sum });
    overwritten.hidden = sum === null || number === null || number === sum;
    if (this.value?.by === 'override' && document.activeElement !== reason) reason.value = this.value.reason;
    else if (overwritten.hidden) reason.value = '';
  }

  /** @param {number} steps */
  #step(steps) {
    const { min = 0, max = null, step = 1 } = this.question;
    if (this.number === null && steps < 0) return this.#write(min);
    const next = rounded((this.number ?? min) + steps * step);
    return this.#write(Math.max(min, max === null ? next : Math.min(next, max)));
  }

  #type() {
    const number = numberIn(this.input?.value ?? '');
    this.#isTyping = true;
    if (number === null || Number.isNaN(number)) this.tell(null);
    else this.#write(number);
    this.#isTyping = false;
  }

  /** What is no number, or between two steps, is said at once and left to be mended. */
  #leave() {
    const { min = 0, max = null, step = 1 } = this.question;
    const number = numberIn(this.input?.value ?? '');
    const isFine = number === null || (number >= min && number <= (max ?? number) && rounded((number - min) / step) % 1 === 0);
    if (!isFine) this.fault = t('error.answer.off_the_steps', { min, step });
    else if (number !== null) this.show();
  }

  /** @param {number} number */
  #write(number) {
    const isOverride = this.sum !== null && number !== this.sum;
    this.tell(isOverride ? { value: number, by: 'override', reason: this.reason?.value ?? '' } : number);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.isComposing || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    this.#step(event.key === 'ArrowUp' ? 1 : -1);
  }
}

/** "4,5", "4.5" and full-width digits as a number; null where nothing is written, NaN where it is none. @param {string} typed */
function numberIn(typed) {
  const words = typed.normalize('NFKC').trim().replace(/[,。٫]/, '.');
  return words === '' ? null : Number(words);
}

/** Away with the dust of binary fractions. @param {number} number */
const rounded = (number) => Math.round(number * 1e6) / 1e6;

customElements.define('jb-stepper', Stepper);
