// <jb-ranking>: candidates in order, best first. Properties and events: see question.js; `value` is [[letters]…].
// mode full        tap a letter to give it the next place; then move it up or down, tie it (where ties are allowed)
//                  or take it out again
// mode best-worst  one best, one worst; all others stay between

import { button, el, freshId, t } from '../helpers/page.js';
import { QuestionElement, option } from './question.js';

class Ranking extends QuestionElement {
  /** Best and worst; while only one is chosen there is no answer yet. @type {(string | null)[]} */
  #ends = [null, null];

  build() {
    this.body = el('div', { class: 'ranking' });
    return [this.body];
  }

  show() {
    if (!this.body) return;
    if (this.value) this.#ends = [this.value[0][0], this.value.at(-1)[0]];
    const made = this.question.mode === 'best-worst' ? this.#extremes() : this.#places();
    this.keepingFocus(() => this.body?.replaceChildren(...made), '.ranking button:not(:disabled)');
  }

  /** @returns {string[][]} */
  get groups() {
    return this.value ?? [];
  }

  #places() {
    const left = this.letters.filter((letter) => !this.groups.flat().includes(letter));
    const list = el('ol', { class: 'places' }, ...this.groups.map((group, place) => this.#place(group, place)));
    const pool = left.map((letter) => button(letter, () => this.tell([...this.groups, [letter]]), {
      class: 'letter', 'data-key': `pool-${letter}`, 'aria-label': t('rate.rank_next', { letter }), disabled: this.disabled,
    }));
    const hint = left.length > 0 ? el('p', { class: 'help', text: t('rate.rank_hint') }) : null;
    return [list, ...(hint ? [hint, el('div', { class: 'pool' }, ...pool)] : [])];
  }

  /**
   * @param {string[]} group
   * @param {number} place
   */
  #place(group, place) {
    const isTied = group.length > 1;
    const isLast = place === this.groups.length - 1;
    return el('li', {}, ...group.map((letter) => {
      const tools = [
        this.#tool(letter, '↑', t('rate.move_up', { letter }), place > 0 || isTied, () => this.#moved(letter, place, -1)),
        this.#tool(letter, '↓', t('rate.move_down', { letter }), !isLast || isTied, () => this.#moved(letter, place, 1)),
        this.#tool(letter, '=', t('rate.tie_above', { letter }), place > 0, () => this.#tied(letter, place)),
        this.#tool(letter, '×', t('rate.take_out', { letter }), true, () => this.#without(letter)),
      ];
      if (!this.question.ties) tools.splice(2, 1);
      return el('div', { class: 'row' }, el('span', { class: 'letter', text: letter }), ...tools);
    }));
  }

  /**
   * @param {string} letter
   * @param {string} sign
   * @param {string} name
   * @param {boolean} isPossible
   * @param {() => string[][]} change
   */
  #tool(letter, sign, name, isPossible, change) {
    const disabled = this.disabled || !isPossible;
    return button(sign, () => {
      const groups = change().filter((group) => group.length > 0);
      this.tell(groups.length > 0 ? groups : null);
    }, { class: 'step', 'aria-label': name, 'data-key': `${sign}-${letter}`, disabled });
  }

  /** @param {string} letter */
  #without(letter) {
    return this.groups.map((group) => group.filter((other) => other !== letter));
  }

  /**
   * Out of its group to a place of its own; from a place of its own past its neighbour.
   * @param {string} letter
   * @param {number} place
   * @param {-1 | 1} step
   */
  #moved(letter, place, step) {
    const isAlone = this.groups[place].length === 1;
    const groups = this.#without(letter);
    if (isAlone) groups.splice(place, 1);
    groups.splice(isAlone ? place + step : place + (step > 0 ? 1 : 0), 0, [letter]);
    return groups;
  }

  /**
   * @param {string} letter
   * @param {number} place
   */
  #tied(letter, place) {
    const groups = this.#without(letter);
    groups[place - 1] = [...groups[place - 1], letter];
    return groups;
  }

  #extremes() {
    const names = [freshId(), freshId()];
    const rows = this.letters.map((letter) => el('tr', {}, el('th', { scope: 'row', text: letter }),
      ...names.map((name, end) => el('td', {}, this.#extreme(name, letter, end)))));
    return [el('table', { class: 'extremes' }, el('tbody', {}, ...rows))];
  }

  /**
   * @param {string} name
   * @param {string} letter
   * @param {number} end 0 best, 1 worst
   */
  #extreme(name, letter, end) {
    const words = t(end === 0 ? 'rate.best' : 'rate.worst');
    const choice = option('radio', { name, value: letter, class: 'chip' }, el('span', { text: words }));
    const input = /** @type {HTMLInputElement} */ (choice.firstElementChild);
    input.checked = this.#ends[end] === letter;
    input.disabled = this.disabled;
    input.dataset.key = `${end}-${letter}`;
    input.addEventListener('change', () => this.#setExtreme(letter, end));
    return choice;
  }

  /**
   * @param {string} letter
   * @param {number} end
   */
  #setExtreme(letter, end) {
    if (this.#ends[1 - end] === letter) this.#ends[1 - end] = null;
    this.#ends[end] = letter;
    const [best, worst] = this.#ends;
    const between = this.letters.filter((other) => other !== best && other !== worst);
    this.tell(best && worst ? [[best], between, [worst]].filter((group) => group.length > 0) : null);
  }
}

customElements.define('jb-ranking', Ranking);
