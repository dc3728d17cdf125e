// <jb-marks>: labelled spans of a shown text. Properties and events: see question.js; `value` is a list of marks
// {start, end, label, weight?, count?} in code points, or null before the first one.
//   text      the text to mark
//   textLang  its language, or null
// Choose words by dragging, or tap the first and the last one; then press a label. Keys: arrows walk through the
// words, Shift+arrow chooses more, Enter or Space chooses a word, a digit presses the label of that number, Escape drops.

/** @import {Mark, MarkLabel} from '../models/wire.js' */
/** @import {Span, Word} from '../helpers/spans.js' */
/** @typedef {{start: null, end: null}} Missing */

import { button, el, formatNumber, freshId, say, t, wordsOf } from '../helpers/page.js';
import { cut, piecesOf, selectedSpan, wordsIn } from '../helpers/spans.js';
import { worth } from '../models/unit.js';
import { QuestionElement } from './question.js';

class Marks extends QuestionElement {
  text = '';
  /** @type {string | null} */
  textLang = null;
  /** @type {Word[]} */
  #words = [];
  /** What the next label is for; {start: null, end: null} is something that the text leaves out.
   * @type {Span | Missing | null} */
  #chosen = null;
  /** The word that the keys are at. */
  #at = 0;

  /** @returns {Mark[]} */
  get marks() {
    return this.value ?? [];
  }

  /** The chosen span, if it is one. */
  get #span() {
    return this.#chosen?.start === null ? null : this.#chosen;
  }

  build() {
    this.#words = wordsIn(this.text, this.textLang ?? undefined);
    this.#at = Math.max(0, this.#words.findIndex((word) => word.isWord));
    this.hint = el('p', { class: 'help hint', id: freshId(), text: t('rate.mark_hint') });
    // The text takes the focus, not its words: in a word that takes it, Chromium begins no selection at the word's edge.
    const named = { 'aria-labelledby': this.promptId, 'aria-describedby': this.hint.id };
    const list = { role: 'listbox', 'aria-multiselectable': 'true', tabindex: 0 };
    this.body = el('div', { class: 'markable text', dir: 'auto', lang: this.textLang, ...list, ...named });
    this.body.addEventListener('pointerdown', () =>
      document.addEventListener('pointerup', () => setTimeout(() => this.#dragged()), { once: true }));
    this.body.addEventListener('click', (event) => this.#tapped(event));
    this.body.addEventListener('keydown', (event) => this.#key(event));
    this.labels = el('div', { class: 'labels', role: 'group', 'aria-label': t('rate.mark_as') }, ...this.#labelButtons());
    if (this.question.allow_missing) {
      const missing = () => this.#choose({ start: null, end: null });
      this.labels.prepend(button(t('rate.mark_missing'), missing, { class: 'button quiet missing' }));
    }
    this.list = el('ul', { class: 'marks' });
    return [this.body, this.hint, this.labels, this.list];
  }

  explained() {
    const { labels = [], weights = [] } = this.question;
    return [{ heading: null, entries: labels }, { heading: null, entries: weights }];
  }

  show() {
    this.#showText();
    for (const label of /** @type {NodeListOf<HTMLButtonElement>} */ (this.querySelectorAll('.labels button'))) {
      label.disabled = this.disabled || (!this.#chosen && !label.classList.contains('missing'));
    }
    this.querySelector('.missing')?.setAttribute('aria-pressed', String(this.#chosen?.start === null));
    this.keepingFocus(() => this.list?.replaceChildren(...this.marks.map((mark, i) => this.#row(mark, i))), '.markable');
  }

  #showText() {
    if (!this.body) return;
    this.body.replaceChildren(...this.#words.map((word, i) => this.#wordElement(word, i)));
    this.body.setAttribute('aria-disabled', String(this.disabled));
    this.body.setAttribute('aria-activedescendant', `${this.promptId}-${this.#at}`);
  }

  /**
   * @param {Word} word
   * @param {number} i
   */
  #wordElement(word, i) {
    const pieces = piecesOf(word, this.marks, this.#span).map((piece) => {
      const lanes = [...new Set(piece.marks.map((mark) => `lane-${this.#laneOf(mark.label)}`))];
      return el('span', { class: ['piece', piece.isChosen ? 'chosen' : '', ...lanes].join(' ').trim(), text: piece.text });
    });
    if (!word.isWord || this.disabled) return el('span', {}, ...pieces);
    const isChosen = pieces.some((piece) => piece.classList.contains('chosen'));
    const place = { id: `${this.promptId}-${i}`, 'data-word': i, class: i === this.#at ? 'word at' : 'word' };
    return el('span', { ...place, role: 'option', 'aria-selected': String(isChosen) }, ...pieces);
  }

  #labelButtons() {
    const { labels = [] } = this.question;
    return labels.map((label, i) => button('', () => this.#mark(label), { class: `button lane-${i + 1}` }))
      .map((made, i) => (made.append(el('span', { class: 'swatch' }), say('span', labels[i].label)), made));
  }

  /** @param {string} label */
  #laneOf(label) {
    return 1 + (this.question.labels ?? []).findIndex((other) => other.id === label);
  }

  /** @param {MarkLabel} label */
  #mark(label) {
    if (!this.#chosen) return;
    /** @type {Mark} */
    const mark = { ...this.#chosen, label: label.id };
    const weight = this.#weightsOf(label.id)[0];
    if (weight) mark.weight = weight.id;
    if (this.question.counted) mark.count = 1;
    this.#chosen = null;
    getSelection()?.removeAllRanges();
    this.tell([...this.marks, mark].sort((a, b) => (a.start ?? 0) - (b.start ?? 0) || (b.end ?? 0) - (a.end ?? 0)));
    this.body?.focus({ preventScroll: true });
  }

  /** @param {string} label */
  #weightsOf(label) {
    const allowed = this.question.labels?.find((other) => other.id === label)?.weights ?? [];
    return (this.question.weights ?? []).filter((weight) => allowed.length === 0 || allowed.includes(weight.id));
  }

  /**
   * @param {Mark} mark
   * @param {number} i
   */
  #row(mark, i) {
    const label = this.question.labels?.find((other) => other.id === mark.label);
    const { start, end } = mark;
    const quote = start === null || end === null ? t('rate.mark_missing') : cut(this.text, { start, end });
    const remove = { class: 'step', 'data-key': `delete-${i}`, 'aria-label': t('rate.mark_delete', { quote }) };
    return el('li', { class: `lane-${this.#laneOf(mark.label)}` },
      el('span', { class: 'swatch' }),
      el('q', { dir: 'auto', lang: this.textLang, text: quote }),
      label ? say('span', label.label, { class: 'label' }) : null,
      this.#weightChooser(mark, i, quote),
      this.question.counted ? this.#counter(mark, i, quote) : null,
      el('span', { class: 'worth', text: formatNumber(worth(this.question, mark)) }),
      button('×', () => this.#replace(i, null), { ...remove, disabled: this.disabled }));
  }

  /**
   * @param {Mark} mark
   * @param {number} i
   * @param {string} quote
   */
  #weightChooser(mark, i, quote) {
    const weights = this.#weightsOf(mark.label);
    if (weights.length < 2) return null;
    const options = weights.map(({ id, label }) =>
      el('option', { value: id, text: wordsOf(label), selected: id === mark.weight }));
    return this.#chooser(`weight-${i}`, t('rate.mark_weight', { quote }), options,
      (weight) => this.#replace(i, { ...mark, weight }));
  }

  /**
   * @param {Mark} mark
   * @param {number} i
   * @param {string} quote
   */
  #counter(mark, i, quote) {
    const count = mark.count ?? 1;
    const times = Array.from({ length: Math.max(9, count) }, (_, n) => n + 1);
    const options = times.map((n) => el('option', { value: n, text: `× ${n}`, selected: n === count }));
    return this.#chooser(`count-${i}`, t('rate.mark_count', { quote }), options,
      (n) => this.#replace(i, { ...mark, count: Number(n) }));
  }

  /**
   * @param {string} key
   * @param {string} name
   * @param {Node[]} options
   * @param {(value: string) => void} choose
   */
  #chooser(key, name, options, choose) {
    const chooser = el('select', { 'data-key': key, 'aria-label': name, disabled: this.disabled }, ...options);
    chooser.addEventListener('change', () => choose(chooser.value));
    return chooser;
  }

  /**
   * @param {number} i
   * @param {Mark | null} mark
   */
  #replace(i, mark) {
    this.tell(this.marks.flatMap((other, n) => (n !== i ? [other] : mark ? [mark] : [])));
  }

  /** A dragged selection; a plain tap leaves none. */
  #dragged() {
    const span = this.body && !this.disabled ? selectedSpan(this.body, this.text) : null;
    if (span) this.#choose(span);
  }

  /** @param {MouseEvent} event */
  #tapped(event) {
    const word = event.target instanceof Element ? event.target.closest('.word') : null;
    if (!(word instanceof HTMLElement) || !getSelection()?.isCollapsed) return;
    this.#at = Number(word.dataset.word);
    this.#tap(this.#words[this.#at]);
  }

  /** The first tap chooses a word, the second one the way to there, a tap on what is chosen drops it. @param {Word} word */
  #tap({ start, end }) {
    const chosen = this.#span;
    if (!chosen) return this.#choose({ start, end });
    if (chosen.start <= start && end <= chosen.end) return this.#choose(null);
    return this.#choose({ start: Math.min(start, chosen.start), end: Math.max(end, chosen.end) });
  }

  /** @param {Span | Missing | null} span */
  #choose(span) {
    this.#chosen = span;
    this.show();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const label = this.question.labels?.[Number(event.key) - 1];
    if (step) this.#walk(getComputedStyle(/** @type {Element} */ (this.body)).direction === 'rtl' ? -step : step, event.shiftKey);
    else if (event.key === 'Enter' || event.key === ' ') this.#tap(this.#words[this.#at]);
    else if (event.key === 'Escape') this.#choose(null);
    else if (label && this.#chosen && !event.isComposing) this.#mark(label);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * @param {number} step
   * @param {boolean} isChoosing
   */
  #walk(step, isChoosing) {
    if (isChoosing && !this.#span) this.#tap(this.#words[this.#at]);
    let next = this.#at + step;
    while (this.#words[next] && !this.#words[next].isWord) next += step;
    if (this.#words[next]) this.#at = next;
    const word = this.#words[this.#at];
    const chosen = this.#span;
    if (isChoosing && chosen) this.#choose({ start: Math.min(word.start, chosen.start), end: Math.max(word.end, chosen.end) });
    else this.show();
  }
}

customElements.define('jb-marks', Marks);
