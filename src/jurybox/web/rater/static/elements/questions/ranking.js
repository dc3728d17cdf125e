// <jb-ranking>: candidates in order, best first. Properties and events: see question.js and compared.js; `value` is [[letters]…].
// mode full        tap a letter (on the cards: its button) to give it the next place; then drag it by its letter, move it by
//                  buttons or keys (up, down, = for a tie where ties are allowed, Delete to take it out again)
// mode best-worst  one best, one worst; all others stay between
// Keys: a letter gives the next place, or goes to the place it has. Of best and worst it names the best, with Shift the worst.

import { button, el, freshId, hiddenWords, isWriting, t } from '../../../../static/helpers/page.js';
import { moved, namedEnd, orderOfEnds, placeOf, possibleMoves, putLast, takenOut, tied } from '../../models/order.js';
import { ComparedElement } from './compared.js';
import { option } from './question.js';

class Ranking extends ComparedElement {
  /** Best and worst; while only one is chosen there is no answer yet. @type {(string | null)[]} */
  #ends = [null, null];
  #endNames = [freshId(), freshId()];

  build() {
    this.body = el('div', { class: 'ranking' });
    return [this.body];
  }

  arrange() {
    if (this.body) this.below?.append(this.body);
  }

  show() {
    if (!this.body) return;
    if (this.value) this.#ends = [this.value[0][0], this.value.at(-1)[0]];
    else if (this.#ends.every(Boolean)) this.#ends = [null, null]; // taken back
    const isFull = this.question.mode !== 'best-worst';
    this.keepingFocus(() => {
      if (this.isSpread) for (const letter of this.letters) this.#showOnCard(letter, isFull);
      this.body?.replaceChildren(...(isFull ? this.#places() : this.isSpread ? [] : [this.#extremes()]));
    }, '.ranking button:not(:disabled)');
  }

  /** @returns {string[][]} */
  get groups() {
    return this.value ?? [];
  }

  /**
   * Answer by a key, if it is a letter of this question.
   * @param {string} key
   * @param {boolean} isShift
   */
  choose(key, isShift) {
    const letter = key.toUpperCase();
    if (!this.letters.includes(letter)) return false;
    if (this.disabled) return true;
    if (this.question.mode === 'best-worst') this.#setExtreme(letter, isShift ? 1 : 0);
    else if (placeOf(this.groups, letter) < 0) this.tell(putLast(this.groups, letter));
    else /** @type {HTMLElement | null} */ (this.body?.querySelector(`[data-key="handle-${letter}"]`))?.focus();
    return true;
  }

  /**
   * @param {string} letter
   * @param {boolean} isFull
   */
  #showOnCard(letter, isFull) {
    const place = placeOf(this.groups, letter);
    const made = isFull ? [this.#cardButton(letter, place), ...(place < 0 ? [] : this.#tools(letter).slice(0, -1))]
      : this.#ends.map((_, end) => this.#extreme(letter, end));
    this.place(letter)?.replaceChildren(...made);
    const isChosen = isFull ? place === 0 : this.#ends[0] === letter;
    this.place(letter)?.closest('jb-card')?.classList.toggle('is-chosen', isChosen);
  }

  /**
   * Gives the next place; pressed again it takes it back.
   * @param {string} letter
   * @param {number} place
   */
  #cardButton(letter, place) {
    const isPlaced = place >= 0;
    const words = t(isPlaced ? 'rate.rank_place' : 'rate.rank_put', { n: (isPlaced ? place : this.groups.length) + 1 });
    const made = button(words, () => this.tell(isPlaced ? takenOut(this.groups, letter) : putLast(this.groups, letter)), {
      class: 'rank', 'data-key': `card-${letter}`, 'aria-pressed': String(isPlaced), disabled: this.disabled,
    });
    made.append(hiddenWords(letter));
    made.addEventListener('keydown', (event) => isPlaced && this.#key(event, letter));
    return made;
  }

  #places() {
    const left = this.isSpread ? [] : this.letters.filter((letter) => placeOf(this.groups, letter) < 0);
    const list = el('ol', { class: 'places' }, ...this.groups.map((group) => el('li', {}, ...group.map((letter) => this.#row(letter)))));
    const pool = left.map((letter) => button(letter, () => this.tell(putLast(this.groups, letter)), {
      class: 'letter', 'data-key': `pool-${letter}`, 'aria-label': t('rate.rank_next', { letter }), disabled: this.disabled,
    }));
    const isHinted = left.length > 0 || (this.isSpread && this.groups.flat().length < this.letters.length);
    return [list, ...(isHinted ? [el('p', { class: 'help', text: t('rate.rank_hint') })] : []),
      ...(left.length > 0 ? [el('div', { class: 'pool' }, ...pool)] : [])];
  }

  /** What can be done with a letter that has a place. @param {string} letter */
  #moves(letter) {
    const { up, down, tie } = possibleMoves(this.groups, letter);
    return [
      { sign: '↑', key: 'ArrowUp', name: 'rate.move_up', isPossible: up, change: () => moved(this.groups, letter, -1) },
      { sign: '↓', key: 'ArrowDown', name: 'rate.move_down', isPossible: down, change: () => moved(this.groups, letter, 1) },
      { sign: '=', key: '=', name: 'rate.tie_above', isPossible: tie, change: () => tied(this.groups, letter) },
      { sign: '×', key: 'Delete', name: 'rate.take_out', isPossible: true, change: () => takenOut(this.groups, letter) },
    ].filter(({ sign }) => sign !== '=' || this.question.ties);
  }

  /** @param {string} letter */
  #tools(letter) {
    return this.#moves(letter).map(({ sign, name, isPossible, change }) => button(sign, () => this.tell(change()), {
      class: 'step', 'aria-label': t(name, { letter }), 'data-key': `${sign}-${letter}`, disabled: this.disabled || !isPossible,
    }));
  }

  /** @param {string} letter */
  #row(letter) {
    const n = placeOf(this.groups, letter) + 1;
    const handle = button(letter, () => {}, {
      class: 'letter handle', 'data-key': `handle-${letter}`, 'aria-label': t('rate.rank_at', { letter, n }), disabled: this.disabled,
    });
    handle.addEventListener('keydown', (event) => this.#key(event, letter));
    handle.addEventListener('pointerdown', (event) => this.#drag(event, letter));
    return el('div', { class: 'row' }, handle, ...(this.isSpread ? [] : this.#tools(letter)));
  }

  /**
   * @param {KeyboardEvent} event
   * @param {string} letter
   */
  #key(event, letter) {
    const side = { ArrowLeft: 'ArrowUp', ArrowRight: 'ArrowDown' }[event.key];
    const move = isWriting(event) ? null : this.#moves(letter).find(({ key, isPossible }) => key === (side ?? event.key) && isPossible);
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    this.tell(move.change());
  }

  /**
   * Follow the pointer: the letter takes the place of the one it is over, in a list or along a line.
   * @param {PointerEvent} event
   * @param {string} letter
   */
  #drag(event, letter) {
    const body = this.body;
    if (!body || this.disabled || event.button !== 0) return;
    const drag = new AbortController();
    const { signal } = drag;
    body.setPointerCapture(event.pointerId); // the body outlives the rows, which are made anew
    body.addEventListener('pointermove', ({ clientX: x, clientY: y }) => {
      const rows = Array.from(body.querySelectorAll('.places > li'), (row) => row.getBoundingClientRect());
      const place = placeOf(this.groups, letter);
      const isLine = rows[0]?.top === rows[1]?.top;
      const over = rows.findIndex(({ top, bottom, left, right }) => y >= top && y < bottom && (!isLine || (x >= left && x < right)));
      if (place < 0 || over < 0 || over === place) return;
      const { top, bottom, left, right } = rows[over];
      const past = top === rows[place].top ? x - (left + right) / 2 : y - (top + bottom) / 2;
      if (over < place ? past < 0 : past > 0) this.tell(moved(this.groups, letter, over < place ? -1 : 1));
    }, { signal });
    for (const type of ['pointerup', 'pointercancel']) body.addEventListener(type, () => drag.abort(), { signal });
  }

  #extremes() {
    const rows = this.letters.map((letter) => el('tr', {}, el('th', { scope: 'row', text: letter }),
      ...this.#ends.map((_, end) => el('td', {}, this.#extreme(letter, end)))));
    return el('table', { class: 'extremes' }, el('tbody', {}, ...rows));
  }

  /**
   * @param {string} letter
   * @param {number} end 0 best, 1 worst
   */
  #extreme(letter, end) {
    const words = t(end === 0 ? 'rate.best' : 'rate.worst');
    const choice = option('radio', { name: this.#endNames[end], value: letter, class: 'chip' }, el('span', { text: words }), hiddenWords(letter));
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
    this.#ends = namedEnd(this.#ends, letter, end);
    this.tell(orderOfEnds(this.letters, this.#ends));
  }
}

customElements.define('jb-ranking', Ranking);
