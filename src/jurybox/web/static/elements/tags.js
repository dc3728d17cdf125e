// <jb-tags>: any number of tags in categories; a tag may open a text field. Properties and events: see question.js;
// `value` is [{id, text?}], or null before the first touch.

/** @import {Tag, TagAnswer} from '../models/wire.js' */

import { el, freshId, say, wordsOf } from '../helpers/page.js';
import { QuestionElement, option } from './question.js';

class Tags extends QuestionElement {
  /** Text fields by tag. @type {Map<string, HTMLInputElement>} */
  #texts = new Map();

  build() {
    const name = freshId();
    const categories = (this.question.categories ?? []).map((category) => {
      const heading = say('p', category.label, { id: freshId(), class: 'category-name' });
      const chips = category.tags.map((tag) => this.#chip(tag, name));
      return el('div', { class: 'category', role: 'group', 'aria-labelledby': heading.id },
        heading, el('div', { class: 'chips' }, ...chips.flat()));
    });
    return [el('div', { class: 'categories' }, ...categories)];
  }

  show() {
    const chosen = new Map(this.#given().map((entry) => [entry.id, entry]));
    for (const box of this.#boxes()) {
      box.checked = chosen.has(box.value);
      box.disabled = this.disabled;
    }
    for (const [id, input] of this.#texts) {
      input.hidden = !chosen.has(id);
      input.disabled = this.disabled;
      if (document.activeElement !== input) input.value = chosen.get(id)?.text ?? '';
    }
  }

  explained() {
    return (this.question.categories ?? []).map(({ label, tags }) => ({ heading: label, entries: tags }));
  }

  /**
   * @param {Tag} tag
   * @param {string} name
   */
  #chip(tag, name) {
    const chip = option('checkbox', { name, value: tag.id, class: 'chip' }, say('span', tag.label));
    chip.addEventListener('change', () => {
      this.#collect();
      if (this.#boxes().some((box) => box.value === tag.id && box.checked)) this.#texts.get(tag.id)?.focus();
    });
    if (!tag.opens_text) return [chip];
    const kind = { type: 'text', class: 'tag-text', dir: 'auto', maxlength: 10_000, autocomplete: 'off' };
    const text = el('input', { ...kind, 'aria-label': wordsOf(tag.label) });
    text.addEventListener('input', () => this.#collect());
    this.#texts.set(tag.id, text);
    return [chip, text];
  }

  #boxes() {
    return Array.from(/** @type {NodeListOf<HTMLInputElement>} */ (this.querySelectorAll('input[type=checkbox]')));
  }

  #collect() {
    const chosen = this.#boxes().filter((box) => box.checked).map((box) => box.value);
    this.tell(chosen.map((id) => {
      const text = this.#texts.get(id)?.value.trim();
      return text ? { id, text } : { id };
    }));
  }

  /** @returns {TagAnswer[]} */
  #given() {
    return this.value ?? [];
  }
}

customElements.define('jb-tags', Tags);
