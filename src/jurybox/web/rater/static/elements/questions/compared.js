// What preference and ranking share: where one question compares the candidates, it is answered on their cards.
//
// Methods      spread(cards)   put the controls of each letter on its card; called once, when the cards are there
// For its own  place(letter)   the node on the card of a letter, or null where the question is answered in itself
//              below           the node below all cards, for what is about all of them

/** @import {Card} from '../card.js' */

import { el } from '../../../../static/helpers/page.js';
import { QuestionElement } from './question.js';

export class ComparedElement extends QuestionElement {
  /** @type {Map<string, HTMLElement>} */
  #places = new Map();
  /** @type {HTMLElement | null} */
  below = null;

  get isClearable() {
    return true;
  }

  /** @param {Card[]} cards */
  spread(cards) {
    for (const card of cards) {
      const place = this.#host('on-card');
      this.#places.set(card.target, place);
      card.firstElementChild?.append(place);
    }
    this.below = this.#host('below-cards');
    cards.at(-1)?.after(this.below);
    this.classList.add('spread');
    this.arrange();
    this.show();
  }

  /** Bring what `build` has made to where it stands from now on. */
  arrange() {}

  /** @param {string} letter */
  place(letter) {
    return this.#places.get(letter) ?? null;
  }

  get isSpread() {
    return this.below !== null;
  }

  /** The first thing that can be answered with. */
  focus() {
    if (!this.isSpread) return super.focus();
    return (this.#first('input:checked') ?? this.#first(':is(input, button):not(:disabled)'))?.focus();
  }

  /**
   * As in question.js, on the cards too.
   * @param {() => void} render
   * @param {string} otherwise
   */
  keepingFocus(render, otherwise) {
    const held = document.activeElement;
    const key = held instanceof HTMLElement && held.closest('.on-card, .below-cards') ? held.dataset.key : undefined;
    if (key === undefined) return super.keepingFocus(render, otherwise);
    render();
    return (this.#first(`[data-key="${key}"]:not(:disabled)`) ?? this.#first('button:not(:disabled)'))?.focus({ preventScroll: true });
  }

  /**
   * @param {string} selector
   * @returns {HTMLElement | null}
   */
  #first(selector) {
    for (const part of [...this.#places.values(), ...(this.below ? [this.below] : [])]) {
      const found = part.querySelector(selector);
      if (found instanceof HTMLElement) return found;
    }
    return null;
  }

  /** What is pressed in it stays in it, as in the question itself. @param {string} kind */
  #host(kind) {
    const host = el('div', { class: kind, role: 'group', 'aria-labelledby': this.promptId });
    host.addEventListener('change', (event) => event.stopPropagation());
    host.addEventListener('keydown', (event) => {
      const isRadio = event.target instanceof HTMLInputElement;
      if (isRadio && (event.key === 'Delete' || event.key === 'Backspace')) this.tell(null);
    });
    return host;
  }
}
