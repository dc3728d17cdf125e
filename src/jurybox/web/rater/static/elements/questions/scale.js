// <jb-scale>: named levels, of which one is chosen. Properties and events: see question.js; `value` is a number.
// Where there is little room the levels are one row of numbers, and what they are called stands below.
// Keys: arrows move, a digit chooses the level of that value; Delete, a second click or the button takes the answer back.

import { el, freshId, say } from '../../../../static/helpers/page.js';
import { QuestionElement, option } from './question.js';

/** More levels than this take several rows; of so few all names are seen everywhere. */
const LONGEST_ROW = 7;
const FEW_LEVELS = 3;

class Scale extends QuestionElement {
  get isClearable() {
    return true;
  }

  get kind() {
    return /** @type {const} */ ('radiogroup');
  }

  build() {
    const name = freshId();
    const levels = (this.question.levels ?? []).map((level) =>
      option('radio', { name, value: String(level.value), class: 'level' },
        el('span', { class: 'number', text: level.value }), ' ', say('span', level.label, { class: 'name' })));
    const size = levels.length > LONGEST_ROW ? ' many' : levels.length <= FEW_LEVELS ? ' few' : '';
    const group = el('div', { class: `levels${size}` }, ...levels);
    this.said = el('p', { class: 'said-level', 'aria-hidden': 'true' });
    group.addEventListener('change', (event) => this.tell(Number(/** @type {HTMLInputElement} */ (event.target).value)));
    group.addEventListener('click', (event) => this.#takeBack(event));
    return [group, this.said];
  }

  show() {
    for (const input of this.querySelectorAll('input')) {
      input.checked = this.value !== null && Number(input.value) === this.value;
      input.disabled = this.disabled;
    }
    this.said?.replaceChildren(...(this.question.levels ?? []).flatMap(({ value, label }, i) =>
      [i > 0 ? ' · ' : '', el(value === this.value ? 'b' : 'span', {}, `${value}\u00a0`, say('span', label))]));
  }

  explained() {
    return [{ heading: null, entries: this.question.levels ?? [] }];
  }

  /**
   * Choose the level of this value, if there is one.
   * @param {number} value
   */
  choose(value) {
    const isLevel = this.question.levels?.some((level) => level.value === value);
    if (isLevel && !this.disabled) this.tell(value);
    return isLevel;
  }

  /** A click on the chosen level, for which a radio button reports no change. @param {MouseEvent} event */
  #takeBack(event) {
    const input = event.target;
    const isPlainClick = event.detail === 1; // no key, and not the second click of a double click
    if (!(input instanceof HTMLInputElement) || !isPlainClick || this.value !== Number(input.value)) return;
    setTimeout(() => this.tell(null)); // after the browser has finished with the click
  }
}

customElements.define('jb-scale', Scale);
