// <jb-tags>: any number of tags in categories; a tag may open a text field. Properties and events: see question.js;
// `value` is [{id, text?}], or null before the first touch.
// Keys: arrows go from tag to tag, Space ticks, a letter (or /) starts the search; there Enter ticks the first tag that
// is left, Escape ends it.

/** @import {Tag, TagAnswer} from '../../models/wire.js' */

import { button, el, freshId, isWriting, say, t, wordsOf } from '../../../../static/helpers/page.js';
import { QuestionElement, meaningOf, option } from './question.js';

/** From so many tags on there is a search. */
const MANY = 8;

class Tags extends QuestionElement {
  /** Text fields by tag. @type {Map<string, HTMLInputElement>} */
  #texts = new Map();
  /** What a search looks at, by tag. @type {Map<string, string>} */
  #searched = new Map();

  build() {
    const name = freshId();
    const categories = (this.question.categories ?? []).map((category) => {
      const heading = say('p', category.label, { id: freshId(), class: 'category-name' });
      const tags = category.tags.map((tag) => this.#tag(tag, name, wordsOf(category.label)));
      return el('div', { class: 'category', role: 'group', 'aria-labelledby': heading.id },
        heading, el('div', { class: 'chips' }, ...tags));
    });
    const all = el('div', { class: 'categories', id: freshId() }, ...categories);
    if (all.querySelector('.what')) this.inPlace = all;
    all.addEventListener('keydown', (event) => this.#key(event));
    all.addEventListener('focusin', ({ target }) => this.#rove(this.#boxes().find((box) => box === target)));
    this.chosen = el('ul', { class: 'chosen-tags' });
    this.none = el('p', { class: 'help', text: t('rate.no_match'), hidden: true, role: 'status' });
    return [this.#search(), this.chosen, all, this.none].filter((part) => part !== null);
  }

  #search() {
    if (this.#searched.size < MANY) return null;
    const named = { 'aria-label': `${t('rate.search_tags')} · ${this.naming}`, placeholder: t('rate.search_tags') };
    const search = el('input', { type: 'search', class: 'tag-search', dir: 'auto', autocomplete: 'off', maxlength: 100, ...named });
    search.addEventListener('input', () => this.#filter());
    search.addEventListener('keydown', (event) => {
      if (event.isComposing || event.keyCode === 229 || (event.key !== 'Enter' && event.key !== 'Escape')) return;
      if (event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const first = event.key === 'Enter' && search.value.trim() ? this.#boxes().find(isVisible) : null;
      search.value = '';
      this.#filter();
      if (first) first.click();
    });
    this.search = search;
    return search;
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
    this.#rove(this.#boxes().find((box) => box.tabIndex === 0) ?? this.#boxes()[0]);
    this.keepingFocus(() => this.chosen?.replaceChildren(...this.#chosenTags([...chosen.keys()])), '.categories input[tabindex="0"]');
  }

  /** @param {string[]} ids */
  #chosenTags(ids) {
    if (this.#searched.size < MANY) return [];
    const tags = (this.question.categories ?? []).flatMap((category) => category.tags);
    return tags.filter((tag) => ids.includes(tag.id)).map((tag) => {
      const name = { 'aria-label': t('rate.remove_tag', { name: wordsOf(tag.label) }), 'data-key': `without-${tag.id}` };
      const remove = button('', () => this.tell(this.#given().filter((entry) => entry.id !== tag.id)),
        { class: 'chosen-tag', ...name, disabled: this.disabled });
      remove.append(say('span', tag.label), el('span', { 'aria-hidden': 'true', text: ' ×' }));
      return el('li', {}, remove);
    });
  }

  /** Focus the search, or the first tag. */
  focus() {
    (this.search ?? this.#boxes()[0])?.focus();
  }

  /**
   * @param {Tag} tag
   * @param {string} name
   * @param {string} category
   */
  #tag(tag, name, category) {
    const meaning = meaningOf(tag, 'p');
    const what = meaning.length > 0 ? el('div', { class: 'what', id: freshId() }, ...meaning) : null;
    const chip = option('checkbox', { name, value: tag.id, class: 'chip', described: what?.id }, say('span', tag.label));
    chip.addEventListener('change', () => {
      this.#collect();
      if (this.#boxes().some((box) => box.value === tag.id && box.checked)) this.#texts.get(tag.id)?.focus();
    });
    this.#searched.set(tag.id, [wordsOf(tag.label), category, what?.textContent ?? '', ...(tag.aliases ?? [])].map(plain).join(' '));
    return el('div', { class: 'tag' }, chip, tag.opens_text ? this.#text(tag) : null, what);
  }

  /** @param {Tag} tag */
  #text(tag) {
    const kind = { type: 'text', class: 'tag-text', dir: 'auto', maxlength: 10_000, autocomplete: 'off' };
    const text = el('input', { ...kind, 'aria-label': wordsOf(tag.label) });
    text.addEventListener('input', () => this.#collect());
    this.#texts.set(tag.id, text);
    return text;
  }

  /** Leave the tags that hold every word that is searched for. */
  #filter() {
    const wanted = plain(this.search?.value ?? '').split(/\s+/);
    let left = 0;
    for (const box of this.#boxes()) {
      const isFound = wanted.every((word) => this.#searched.get(box.value)?.includes(word));
      /** @type {HTMLElement} */ (box.closest('.tag')).hidden = !isFound;
      left += Number(isFound);
    }
    for (const category of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll('.category'))) {
      category.hidden = !category.querySelector('.tag:not([hidden])');
    }
    if (this.none) this.none.hidden = left > 0;
    this.#rove(this.#boxes().find(isVisible));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (isWriting(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      const boxes = this.#boxes().filter(isVisible);
      const next = boxes[boxes.indexOf(/** @type {HTMLInputElement} */ (event.target)) + step];
      this.#rove(next);
      next?.focus();
    } else if (this.search && /^[\p{L}/]$/u.test(event.key)) {
      if (event.key === '/') event.preventDefault(); // a letter is typed into the search by the browser
      this.search.focus();
    }
  }

  /** One tag can be reached by Tab, the others from there by the arrows. @param {HTMLInputElement | undefined} stop */
  #rove(stop) {
    if (stop) for (const box of this.#boxes()) box.tabIndex = box === stop ? 0 : -1;
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

/** @param {HTMLElement} box */
const isVisible = (box) => !box.closest('.tag')?.hasAttribute('hidden');

/** Without accents and capitals. @param {string} words */
const plain = (words) => words.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();

customElements.define('jb-tags', Tags);
