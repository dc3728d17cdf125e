// <jb-preference>: which candidate is better, or a tie where the question allows one. Properties and events: see question.js;
// `value` is {better: letter} or {better: "tie"}.

import { el, freshId, t } from '../../../../static/helpers/page.js';
import { QuestionElement, option } from './question.js';

class Preference extends QuestionElement {
  get isClearable() {
    return true;
  }

  get kind() {
    return /** @type {const} */ ('radiogroup');
  }

  build() {
    const name = freshId();
    const letters = this.letters.map((letter) => this.#chip(name, letter, t('rate.better', { letter })));
    const tie = this.question.ties === false ? [] : [this.#chip(name, 'tie', t('rate.tie'))];
    const group = el('div', { class: 'chips wide' }, ...letters, ...tie);
    group.addEventListener('change', (event) => {
      this.tell({ better: /** @type {HTMLInputElement} */ (event.target).value });
    });
    return [group];
  }

  show() {
    for (const input of this.querySelectorAll('input')) {
      input.checked = this.value?.better === input.value;
      input.disabled = this.disabled;
    }
  }

  /**
   * @param {string} name
   * @param {string} value
   * @param {string} words
   */
  #chip(name, value, words) {
    return option('radio', { name, value, class: 'chip' }, el('span', { text: words }));
  }
}

customElements.define('jb-preference', Preference);
