// <jb-tags>: any number of tags in categories; a tag may open a text field. Properties and events: see question.js;
// `value` is [{id, text?}], or null before the first touch. On a narrow screen the categories of many tags are closed
// sections that say how many of theirs are chosen; a search opens those in which it finds something.
// Keys: arrows go from tag to tag, Space ticks, a letter (or /) starts the search; there Enter ticks the first tag that
// is left, Escape ends it.

/** @import {Category, Tag, TagAnswer} from '../../models/wire.js' */

import { button, el, freshId, isWriting, say, t, wordsOf } from '../../../../static/helpers/page.js';
import { icon, ICONS } from '../../helpers/icons.js';
import { QuestionElement, meaningOf, option } from './question.js';

/** From so many tags on there is a search, and sections on a narrow screen. */
const MANY = 8;
const NARROW = '(max-width: 47.99rem)';

class Tags extends QuestionElement {
  /** Text fields by tag. @type {Map<string, HTMLInputElement>} */
  #texts = new Map();
  /** How many are chosen in a section, with the tags in it. @type {Map<HTMLElement, string[]>} */
  #tallies = new Map();
  /** What a search looks at, by tag. @type {Map<string, string>} */
  #searched = new Map();

  build() {
    const name = freshId();
    const { categories = [] } = this.question;
    const isMany = categories.reduce((sum, { tags }) => sum + tags.length, 0) >= MANY;
    const isFolded = isMany && categories.length > 1 && matchMedia(NARROW).matches;
    const all = el('div', { class: 'categories', id: freshId() }, ...categories.map((category) => this.#category(category, name, isFolded)));
    if (all.querySelector('.what')) this.inPlace = all;
    all.addEventListener('keydown', (event) => this.#key(event));
    all.addEventListener('focusin', ({ target }) => this.#rove(this.#boxes().find((box) => box === target)));
    this.chosen = el('ul', { class: 'chosen-tags' });
    this.none = el('p', { class: 'help', text: t('rate.no_match'), hidden: true, role: 'status' });
    return [this.#search(), all, this.none, this.chosen].filter((part) => part !== null);
  }

  /**
   * @param {Category} category
   * @param {string} name
   * @param {boolean} isFolded
   */
  #category({ label, tags }, name, isFolded) {
    const id = freshId();
    const chips = tags.map((tag) => this.#tag(tag, name, wordsOf(label)));
    const group = { class: 'category', role: 'group', 'aria-labelledby': id };
    if (!isFolded) return el('div', group, say('p', label, { id, class: 'category-name' }), el('div', { class: 'chips' }, ...chips));
    const tally = el('span', { class: 'tally' });
    this.#tallies.set(tally, tags.map((tag) => tag.id));
    return el('details', group, el('summary', {}, say('span', label, { id, class: 'category-name' }), ' ', tally),
      el('div', { class: 'chips' }, ...chips));
  }

  #search() {
    if (this.#searched.size < MANY) return null;
    const named = { 'aria-label': [t('rate.search_tags'), this.naming].filter(Boolean).join(' · '), placeholder: t('rate.search_tags') };
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
    for (const [tally, ids] of this.#tallies) {
      const n = ids.filter((id) => chosen.has(id)).length;
      tally.textContent = t('rate.chosen_of', { n, of: ids.length });
      tally.classList.toggle('some', n > 0);
    }
    for (const section of this.#sections()) {
      const boxes = this.#boxes(section);
      this.#rove(boxes.find((box) => box.tabIndex === 0) ?? boxes[0]);
    }
    this.keepingFocus(() => this.chosen?.replaceChildren(...this.#chosenTags([...chosen.keys()])), '.categories input[tabindex="0"]');
  }

  /** @param {string[]} ids */
  #chosenTags(ids) {
    if (this.#searched.size < MANY) return [];
    const tags = (this.question.categories ?? []).flatMap((category) => category.tags);
    return tags.filter((tag) => ids.includes(tag.id)).map((tag) => {
      const label = [t('rate.remove_tag', { name: wordsOf(tag.label) }), this.naming].filter(Boolean).join(' · ');
      const name = { 'aria-label': label, 'data-key': `without-${tag.id}` };
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
      if (this.#boxes().some((box) => box.value === tag.id && box.checked)) this.#write(tag);
    });
    this.#searched.set(tag.id, [wordsOf(tag.label), category, what?.textContent ?? '', ...(tag.aliases ?? [])].map(plain).join(' '));
    return el('div', { class: 'tag' }, chip, what ? this.#info(tag, what) : null, tag.opens_text ? this.#text(tag) : null, what);
  }

  /**
   * Opens what a tag means; keys have "What does this mean?" for all of them.
   * @param {Tag} tag
   * @param {HTMLElement} what
   */
  #info({ label }, what) {
    const name = [t('rate.explain_tag', { name: wordsOf(label) }), this.naming].filter(Boolean).join(' · ');
    const info = button('', () => {
      const isOpen = what.classList.toggle('shown');
      info.setAttribute('aria-expanded', String(isOpen));
    }, { class: 'info', tabindex: -1, 'aria-label': name, 'aria-expanded': 'false', 'aria-controls': what.id });
    info.append(icon(ICONS.info));
    return info;
  }

  /** @param {Tag} tag */
  #text(tag) {
    const kind = { type: 'text', class: 'tag-text', dir: 'auto', maxlength: 10_000, autocomplete: 'off' };
    const text = el('input', { ...kind, 'aria-label': wordsOf(tag.label) });
    text.addEventListener('input', () => this.#collect());
    this.#texts.set(tag.id, text);
    return text;
  }

  /** To the text that a tag opens, which may stand in a closed section. @param {Tag} tag */
  #write({ id }) {
    const text = this.#texts.get(id);
    const section = text?.closest('details');
    if (section) section.open = true;
    text?.focus();
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
      if (category instanceof HTMLDetailsElement) category.open = wanted[0] !== '' && !category.hidden;
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

  /** One tag (of each section) can be reached by Tab, the others from there by the arrows. @param {HTMLInputElement | undefined} stop */
  #rove(stop) {
    if (stop) for (const box of this.#boxes(stop.closest('details') ?? this)) box.tabIndex = box === stop ? 0 : -1;
  }

  /** @returns {HTMLElement[]} */
  #sections() {
    const sections = Array.from(this.querySelectorAll('details'));
    return sections.length > 0 ? sections : [this];
  }

  /** @param {HTMLElement} within */
  #boxes(within = this) {
    return Array.from(/** @type {NodeListOf<HTMLInputElement>} */ (within.querySelectorAll('input[type=checkbox]')));
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
const isVisible = (box) => !box.closest('.tag[hidden], details:not([open])');

/** Without accents and capitals. @param {string} words */
const plain = (words) => words.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();

customElements.define('jb-tags', Tags);
