// <jb-choice>: one or some of the options; with one option it is a tick. Properties and events: see question.js; `value` is
// the list of the chosen ids, in the order of the options.

import { el, freshId, say } from '../../../../static/helpers/page.js';
import { QuestionElement, option } from './question.js';

class Choice extends QuestionElement {
  get isClearable() {
    return this.#type === 'radio';
  }

  get #type() {
    const { options = [], most = 1, least } = this.question;
    return most === 1 && options.length > 1 && (least ?? 1) > 0 ? 'radio' : 'checkbox';
  }

  get kind() {
    return this.#type === 'radio' ? 'radiogroup' : 'group';
  }

  build() {
    const { options = [], most = 1 } = this.question;
    const name = freshId();
    const chips = options.map(({ id, label }) => option(this.#type, { name, value: id, class: 'chip' }, say('span', label)));
    const group = el('div', { class: 'chips' }, ...chips);
    group.addEventListener('change', (event) => {
      const input = /** @type {HTMLInputElement} */ (event.target);
      this.tell(most === 1 ? (input.checked ? [input.value] : []) : this.#checked());
    });
    return [group];
  }

  show() {
    for (const input of this.querySelectorAll('input')) {
      input.checked = this.value?.includes(input.value) ?? false;
      input.disabled = this.disabled;
    }
  }

  explained() {
    return [{ heading: null, entries: this.question.options ?? [] }];
  }

  #checked() {
    return Array.from(this.querySelectorAll('input')).filter((input) => input.checked).map((input) => input.value);
  }
}

customElements.define('jb-choice', Choice);
