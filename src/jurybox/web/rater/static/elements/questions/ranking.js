// <jb-ranking>: candidates in order, best first. Properties and events: see question.js; `value` is [[letters]…].
// mode full        tap a letter to give it the next place; then drag it by its letter, move it by buttons or keys (up,
//                  down, = for a tie where ties are allowed, Delete to take it out again)
// mode best-worst  one best, one worst; all others stay between

import { button, el, freshId, hiddenWords, isWriting, t } from '../../../../static/helpers/page.js';
import { QuestionElement, option } from './question.js';

class Ranking extends QuestionElement {
  get isClearable() {
    return true;
  }

  /** Best and worst; while only one is chosen there is no answer yet. @type {(string | null)[]} */
  #ends = [null, null];

  build() {
    this.body = el('div', { class: 'ranking' });
    return [this.body];
  }

  show() {
    if (!this.body) return;
    if (this.value) this.#ends = [this.value[0][0], this.value.at(-1)[0]];
    else if (this.#ends.every(Boolean)) this.#ends = [null, null]; // taken back
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
    return el('li', {}, ...group.map((letter) => this.#row(letter, place)));
  }

  /**
   * @param {string} letter
   * @param {number} place
   */
  #row(letter, place) {
    const isTied = this.groups[place].length > 1;
    const isLast = place === this.groups.length - 1;
    const moves = [
      { sign: '↑', key: 'ArrowUp', name: 'rate.move_up', isPossible: place > 0 || isTied, change: () => this.#moved(letter, place, -1) },
      { sign: '↓', key: 'ArrowDown', name: 'rate.move_down', isPossible: !isLast || isTied, change: () => this.#moved(letter, place, 1) },
      { sign: '=', key: '=', name: 'rate.tie_above', isPossible: place > 0, change: () => this.#tied(letter, place) },
      { sign: '×', key: 'Delete', name: 'rate.take_out', isPossible: true, change: () => this.#without(letter) },
    ].filter(({ sign }) => sign !== '=' || this.question.ties);
    const tools = moves.map(({ sign, name, isPossible, change }) => button(sign, () => this.#become(change()), {
      class: 'step', 'aria-label': t(name, { letter }), 'data-key': `${sign}-${letter}`, disabled: this.disabled || !isPossible,
    }));
    const handle = button(letter, () => {}, {
      class: 'letter handle', 'data-key': `handle-${letter}`, 'aria-label': t('rate.rank_at', { letter, n: place + 1 }), disabled: this.disabled,
    });
    handle.addEventListener('keydown', (event) => {
      const move = isWriting(event) ? null : moves.find(({ key, isPossible }) => key === event.key && isPossible);
      if (!move) return;
      event.preventDefault();
      event.stopPropagation();
      this.#become(move.change());
    });
    handle.addEventListener('pointerdown', (event) => this.#drag(event, letter));
    return el('div', { class: 'row' }, handle, ...tools);
  }

  /** @param {string[][]} groups */
  #become(groups) {
    const left = groups.filter((group) => group.length > 0);
    this.tell(left.length > 0 ? left : null);
  }

  /**
   * Follow the pointer: the letter takes the place of the row it is over.
   * @param {PointerEvent} event
   * @param {string} letter
   */
  #drag(event, letter) {
    const body = this.body;
    if (!body || this.disabled || event.button !== 0) return;
    const drag = new AbortController();
    const { signal } = drag;
    body.setPointerCapture(event.pointerId); // the body outlives the rows, which are made anew
    body.addEventListener('pointermove', (moved) => {
      const rows = Array.from(body.querySelectorAll('.places > li'), (row) => row.getBoundingClientRect());
      const place = this.groups.findIndex((group) => group.includes(letter));
      const over = rows.findIndex(({ top, bottom }) => moved.clientY >= top && moved.clientY < bottom);
      if (place < 0 || over < 0 || over === place) return;
      const { top, bottom } = rows[over];
      const isPast = over < place ? moved.clientY < (top + bottom) / 2 : moved.clientY > (top + bottom) / 2;
      if (isPast) this.#become(this.#moved(letter, place, over < place ? -1 : 1));
    }, { signal });
    for (const type of ['pointerup', 'pointercancel']) body.addEventListener(type, () => drag.abort(), { signal });
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
    const choice = option('radio', { name, value: letter, class: 'chip' }, el('span', { text: words }), hiddenWords(letter));
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
