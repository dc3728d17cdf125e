// <jb-preference>: which candidate is better; where the question allows it, that they are equal, or all bad. Properties and
// events: see question.js and compared.js; `value` is {better: letter}, {better: "tie"} or {better: "neither"}.
// Keys: a letter, = and - choose; Delete takes the answer back.

import { el, freshId, t } from '../../../../static/helpers/page.js';
import { ComparedElement } from './compared.js';
import { option } from './question.js';

class Preference extends ComparedElement {
  #name = freshId();
  /** By what they say. @type {Map<string, HTMLElement>} */
  #chips = new Map();

  get kind() {
    return /** @type {const} */ ('radiogroup');
  }

  build() {
    const { ties = true, neither = false } = this.question;
    for (const letter of this.letters) this.#add(letter, t('rate.better', { letter }));
    if (ties) this.#add('tie', t('rate.tie'));
    if (neither) this.#add('neither', t(this.letters.length > 2 ? 'rate.all_bad' : 'rate.both_bad'));
    this.group = el('div', { class: 'chips wide' }, ...this.#chips.values());
    return [this.group];
  }

  arrange() {
    for (const [said, chip] of this.#chips) (this.place(said) ?? this.below)?.append(chip);
  }

  show() {
    for (const [said, chip] of this.#chips) {
      const input = /** @type {HTMLInputElement} */ (chip.firstElementChild);
      input.checked = this.value?.better === said;
      input.disabled = this.disabled;
      chip.closest('jb-card')?.classList.toggle('is-chosen', input.checked);
    }
  }

  /**
   * Answer by a key, if it is one of this question.
   * @param {string} key
   */
  choose(key) {
    const said = { '=': 'tie', '-': 'neither' }[key] ?? key.toUpperCase();
    if (!this.#chips.has(said)) return false;
    if (!this.disabled) this.tell({ better: said });
    return true;
  }

  /**
   * @param {string} said
   * @param {string} words
   */
  #add(said, words) {
    const chip = option('radio', { name: this.#name, value: said, class: 'chip' }, el('span', { text: words }));
    chip.firstElementChild?.addEventListener('change', () => this.tell({ better: said }));
    this.#chips.set(said, chip);
  }
}

customElements.define('jb-preference', Preference);
