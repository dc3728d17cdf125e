// <jb-edit>: the text as the rater would have it. Properties and events: see question.js; `value` is {text}, or {text, unchanged}
// where the rater says that there is nothing to change, or null as long as the text is as it was, or empty, and nothing is said.
//
// Properties   texts      the text to edit, as it was shown (helpers/fields.js)

/** @import {Shown} from '../../helpers/fields.js' */
/** @import {Edited} from '../../models/wire.js' */

import { button, el, freshId, t } from '../../../../static/helpers/page.js';
import { differenceRuns } from '../formed/difference.js';
import { QuestionElement } from './question.js';

const LONGEST = 20_000;
/** Changes are shown when nothing was typed for so many milliseconds. */
const PAUSE = 200;
const MOST_STEPS = 500;
const [LEAST_ROWS, MOST_ROWS, LINE] = [3, 16, 60];

/** What is compared: composed signs, and the one line break that a text field knows. @param {string} text */
const plain = (text) => text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').normalize('NFC');

class Edit extends QuestionElement {
  /** @type {(Shown & {field: string})[]} */
  texts = [];
  /** What stood there before each step, the first one first. @type {string[]} */
  #past = [];
  #last = '';
  /** What kind of input came last: typing goes on within one step. */
  #kind = '';
  #isWriting = false;
  #timer = 0;

  get original() {
    const value = this.texts[0]?.value;
    return typeof value === 'string' ? value : '';
  }

  build() {
    const status = freshId();
    const rows = Math.min(MOST_ROWS, Math.max(LEAST_ROWS, ...[Math.ceil(this.original.length / LINE) + this.original.split('\n').length]));
    const maxlength = Math.max(this.question.longest ?? LONGEST, this.original.length);
    const area = el('textarea', { rows, dir: 'auto', lang: this.texts[0]?.lang ?? null, maxlength, 'aria-labelledby': this.promptId, 'aria-describedby': status });
    area.addEventListener('input', (event) => this.#typed(/** @type {InputEvent} */ (event)));
    area.addEventListener('compositionend', () => this.#written());
    this.area = area;
    this.undo = button(t('rate.mark_undo'), () => this.#undo(), { class: 'plain' });
    this.back = button(t('rate.edit_original'), () => this.#put(this.original), { class: 'plain' });
    this.nothing = this.question.unchanged === false ? null : button(t('rate.edit_nothing'), () => this.#sayNothing(), { class: 'button' });
    this.status = el('p', { class: 'state', id: status, role: 'status' });
    this.changes = el('div', { class: 'edit-changes', hidden: true }, el('p', { class: 'help', text: t('rate.edit_changes') }));
    this.compared = el('p', { class: 'text', dir: 'auto', lang: this.texts[0]?.lang ?? null });
    this.changes.append(this.compared);
    return [area, el('div', { class: 'acts' }, this.nothing, this.undo, this.back), this.status, this.changes];
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  show() {
    const { area } = this;
    if (!area) return;
    const said = /** @type {Edited | null} */ (this.value);
    if (!this.#isWriting) {
      const text = plain(said?.text ?? this.original);
      if (plain(area.value) !== text) area.value = text;
      this.#last = area.value;
    }
    const isChanged = said !== null && !said.unchanged;
    area.disabled = this.disabled;
    if (this.undo) this.undo.disabled = this.disabled || this.#past.length === 0;
    if (this.back) this.back.disabled = this.disabled || !isChanged;
    if (this.nothing) {
      this.nothing.disabled = this.disabled || isChanged;
      this.nothing.setAttribute('aria-pressed', String(said?.unchanged === true));
    }
    if (this.status) this.status.textContent = said === null ? t('rate.edit_untouched') : said.unchanged ? t('rate.edit_nothing') : '';
    if (this.changes && !isChanged) this.changes.hidden = true;
    clearTimeout(this.#timer);
    if (isChanged) this.#timer = setTimeout(() => this.#compare(), this.#isWriting ? PAUSE : 0);
  }

  /** @param {InputEvent} event */
  #typed({ inputType = '', data, isComposing }) {
    if (isComposing) return; // what an input method makes of it comes at its end
    this.#written(inputType === 'insertText' && data?.trim() === '' ? 'space' : inputType);
  }

  /** @param {string} [kind] */
  #written(kind = '') {
    const { area } = this;
    if (!area || area.value === this.#last) return;
    if (kind !== this.#kind || kind !== 'insertText') this.#remember(this.#last);
    this.#kind = kind;
    this.#last = area.value;
    this.#isWriting = true;
    this.tell(this.#said(area.value));
    this.#isWriting = false;
  }

  /** What is said by a text that was written; one that is empty, or as it was, says nothing. @param {string} text */
  #said(text) {
    return !text.trim() || plain(text) === plain(this.original) ? null : { text };
  }

  /** @param {string} text */
  #remember(text) {
    this.#past.push(text);
    if (this.#past.length > MOST_STEPS) this.#past.shift();
  }

  #undo() {
    const before = this.#past.pop();
    if (before !== undefined) this.#put(before, false);
  }

  /**
   * Have another text there.
   * @param {string} text
   * @param {boolean} [isStep] whether it can be undone
   */
  #put(text, isStep = true) {
    const { area } = this;
    if (!area) return;
    if (isStep) this.#remember(area.value);
    this.#kind = '';
    this.tell(this.#said(text));
    area.focus();
  }

  #sayNothing() {
    const said = /** @type {Edited | null} */ (this.value);
    this.tell(said?.unchanged ? null : { text: this.original, unchanged: true });
  }

  #compare() {
    const { area, changes, compared } = this;
    if (!area || !changes || !compared) return;
    const now = plain(area.value);
    compared.replaceChildren(...differenceRuns(plain(this.original), now).flatMap(({ from, to, styles, removed }) => [
      removed ? el('del', { text: removed }) : '',
      styles.includes('ins') ? el('ins', { text: now.slice(from, to) }) : now.slice(from, to),
    ]));
    changes.hidden = false;
  }
}

customElements.define('jb-edit', Edit);
