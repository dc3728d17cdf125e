// <jb-scale>: named levels, of which one is chosen. Properties and events: see question.js; `value` is a number.
// Keys: arrows move, a digit chooses the level of that value; Delete, a second click or the button takes the answer back.

import { el, freshId, say } from '../../../../static/helpers/page.js';
import { QuestionElement, option } from './question.js';

class Scale extends QuestionElement {
  get isClearable() {
    return true;
  }

  build() {
    const name = freshId();
    const levels = (this.question.levels ?? []).map((level) =>
      option('radio', { name, value: String(level.value), class: 'level' },
        el('span', { class: 'number', text: level.value }), say('span', level.label, { class: 'name' })));
    const group = el('div', { class: `levels${levels.length > 7 ? ' many' : ''}` }, ...levels);
    group.addEventListener('change', (event) => this.tell(Number(/** @type {HTMLInputElement} */ (event.target).value)));
    group.addEventListener('click', (event) => this.#takeBack(event));
    return [group];
  }

  show() {
    for (const input of this.querySelectorAll('input')) {
      input.checked = this.value !== null && Number(input.value) === this.value;
      input.disabled = this.disabled;
    }
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
