// <jb-marks>: labelled spans of a shown text. Properties and events: see question.js; `value` is a list of marks
// {start, end, label, weight?, count?} in code points, or null before the first one.
//   text      the text to mark
//   textLang  its language, or null
// Choose words by dragging, or tap the first and the last one; then press a label. A mark whose words are pressed in the
// list is in hand: what is chosen then becomes its span, a label its label.
// Keys: arrows walk through the words, Shift+arrow chooses more or less, Enter or Space chooses a word, a digit presses
// the label of that number, Delete removes the innermost mark, Escape drops.
//
// A long text is made of chunks (helpers/fields.js); only those near the screen have an element per word.

/** @import {Mark, MarkLabel} from '../../models/wire.js' */
/** @import {Chunk} from '../../helpers/fields.js' */
/** @import {Span, Word} from '../../helpers/spans.js' */
/** @typedef {{start: null, end: null}} Missing */
/** @typedef {Chunk & {end: number, element: HTMLElement, isNear: boolean, words: Word[] | null, shown: string}} Part */

import { chunksOf } from '../../helpers/fields.js';
import { button, el, formatNumber, freshId, say, t, wordsOf } from '../../../../static/helpers/page.js';
import { lengthOf, piecesOf, selectedSpan, wordsIn } from '../../helpers/spans.js';
import { worth } from '../../models/stage.js';
import { QuestionElement } from './question.js';

const LANES = 6;
/** So many chunks have words from the start; the others as they come near. */
const AT_ONCE = 3;

class Marks extends QuestionElement {
  text = '';
  /** @type {string | null} */
  textLang = null;
  /** @type {Part[]} */
  #parts = [];
  /** The text in code points. @type {string[]} */
  #points = [];
  /** What the next label is for; {start: null, end: null} is something that the text leaves out.
   * @type {Span | Missing | null} */
  #chosen = null;
  /** Where choosing by Shift began. @type {Word | null} */
  #anchor = null;
  /** The mark in hand. @type {Mark | null} */
  #inHand = null;
  /** The word that the keys are at. @type {Word | null} */
  #at = null;

  /** @returns {Mark[]} */
  get marks() {
    return this.value ?? [];
  }

  /** The chosen span, if it is one. */
  get #span() {
    return this.#chosen?.start === null ? null : this.#chosen;
  }

  build() {
    this.#points = Array.from(this.text);
    this.hint = el('p', { class: 'help hint', id: freshId() });
    this.body = this.#buildText();
    this.labels = el('div', { class: 'labels', role: 'group', 'aria-label': t('rate.mark_as') }, ...this.#labelButtons());
    if (this.question.allow_missing) {
      const missing = () => this.#choose(this.#chosen?.start === null ? null : { start: null, end: null });
      this.labels.prepend(button(t('rate.mark_missing'), missing, { class: 'button quiet missing' }));
    }
    this.list = el('ul', { class: 'marks' });
    return [this.body, this.hint, this.labels, this.list];
  }

  #buildText() {
    if (this.text.trim() === '') return el('p', { class: 'text empty', text: t('rate.empty_text') });
    this.#parts = chunksOf(this.text).map((chunk, i) => ({
      ...chunk, end: chunk.start + lengthOf(chunk.text), isNear: i < AT_ONCE, words: null, shown: '',
      element: el('span', { class: chunk.isBlock ? 'chunk block' : 'chunk' }),
    }));
    this.#at = this.#neighbour({ start: -1, end: 0 }, 1);
    // The text takes the focus, not its words: in a word that takes it, Chromium begins no selection at the word's edge.
    const named = { 'aria-labelledby': this.promptId, 'aria-describedby': this.hint?.id };
    const list = { role: 'listbox', 'aria-multiselectable': 'true', tabindex: 0, class: 'markable text' };
    const body = el('div', { ...list, dir: 'auto', lang: this.textLang, ...named }, ...this.#parts.map(({ element }) => element));
    body.addEventListener('pointerdown', () =>
      document.addEventListener('pointerup', () => setTimeout(() => this.#dragged()), { once: true }));
    body.addEventListener('click', (event) => this.#tapped(event));
    body.addEventListener('keydown', (event) => this.#key(event));
    if (this.#parts.length > AT_ONCE) this.#watch();
    return body;
  }

  #watch() {
    const watcher = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const part = this.#parts.find(({ element }) => element === target);
        if (part) part.isNear = isIntersecting;
      }
      this.#showText();
    }, { rootMargin: '400px' });
    for (const { element } of this.#parts) watcher.observe(element);
  }

  explained() {
    const { labels = [], weights = [] } = this.question;
    return [{ heading: null, entries: labels }, { heading: null, entries: weights }];
  }

  show() {
    if (this.#inHand && !this.marks.includes(this.#inHand)) this.#inHand = this.#chosen = null;
    this.#showText();
    for (const label of /** @type {NodeListOf<HTMLButtonElement>} */ (this.querySelectorAll('.labels button'))) {
      label.disabled = this.disabled || (!this.#chosen && !label.classList.contains('missing'));
    }
    this.querySelector('.missing')?.setAttribute('aria-pressed', String(this.#chosen?.start === null));
    if (this.hint) this.hint.textContent = t(this.#inHand ? 'rate.mark_hint_change' : 'rate.mark_hint');
    this.keepingFocus(() => this.list?.replaceChildren(...this.marks.map((mark, i) => this.#row(mark, i))), '.markable');
  }

  #showText() {
    for (const part of this.#parts) this.#showPart(part);
    this.body?.setAttribute('aria-disabled', String(this.disabled));
    if (this.#at) this.body?.setAttribute('aria-activedescendant', this.#idOf(this.#at));
  }

  /** Make a part anew where something in it has changed. @param {Part} part */
  #showPart(part) {
    const { start, end, element } = part;
    const isTouched = (/** @type {Span | Mark | null} */ span) =>
      span !== null && span.start !== null && span.end !== null && span.start < end && span.end > start;
    const marks = this.marks.filter(isTouched);
    const span = isTouched(this.#span) ? this.#span : null;
    const at = this.#at && isTouched(this.#at) ? this.#at : null;
    const isNear = part.isNear || at !== null;
    const shown = JSON.stringify([isNear, marks.map((mark) => [mark.start, mark.end, mark.label]), span, at?.start]);
    if (shown === part.shown) return;
    part.shown = shown;
    if (isNear) element.replaceChildren(...this.#wordsOf(part).map((word) => this.#wordElement(word, marks, span)));
    else if (marks.length === 0 && !span) element.textContent = part.text;
    else element.replaceChildren(...this.#pieces({ start, end, text: part.text, isWord: false }, marks, span));
  }

  /** @param {Part} part */
  #wordsOf(part) {
    return (part.words ??= wordsIn(part.text, this.textLang, part.start));
  }

  /** @param {Word} word */
  #idOf(word) {
    return `${this.promptId}-${word.start}`;
  }

  /**
   * @param {Word} word
   * @param {Mark[]} marks
   * @param {Span | null} span
   */
  #pieces(word, marks, span) {
    return piecesOf(word, marks, span).map((piece) => {
      const lanes = [...new Set(piece.marks.map((mark) => `lane-${this.#laneOf(mark.label)}`))];
      return el('span', { class: ['piece', piece.isChosen ? 'chosen' : '', ...lanes].join(' ').trim(), text: piece.text });
    });
  }

  /**
   * @param {Word} word
   * @param {Mark[]} marks
   * @param {Span | null} span
   */
  #wordElement(word, marks, span) {
    const touching = marks.filter(({ start, end }) => start !== null && end !== null && start < word.end && end > word.start);
    const pieces = this.#pieces(word, touching, span);
    if (!word.isWord) return el('span', {}, ...pieces);
    const isChosen = pieces.some((piece) => piece.classList.contains('chosen'));
    const names = touching.map((mark) => this.#labelWords(mark.label)).join(', ');
    const place = { id: this.#idOf(word), 'data-start': word.start, class: word.start === this.#at?.start ? 'word at' : 'word' };
    return el('span', { ...place, role: 'option', 'aria-selected': String(isChosen), 'aria-label': names && `${word.text} (${names})` || null }, ...pieces);
  }

  #labelButtons() {
    const { labels = [] } = this.question;
    return labels.map((label, i) => {
      const made = button('', () => this.#mark(label), { class: `button lane-${this.#laneOf(label.id)}` });
      made.append(el('span', { class: 'swatch' }), say('span', label.label), i < 9 ? el('kbd', { 'aria-hidden': 'true', text: i + 1 }) : '');
      return made;
    });
  }

  /** @param {string} label */
  #laneOf(label) {
    return 1 + ((this.question.labels ?? []).findIndex((other) => other.id === label) % LANES);
  }

  /** @param {string} id */
  #labelWords(id) {
    const found = this.question.labels?.find((label) => label.id === id);
    return found ? wordsOf(found.label) : id;
  }

  /** The chosen words get this label, or the mark in hand does. @param {MarkLabel} label */
  #mark(label) {
    if (!this.#chosen) return;
    const inHand = this.#inHand;
    if (inHand) return this.#relabel(inHand, label.id);
    /** @type {Mark} */
    const mark = this.#weighed({ ...this.#chosen, label: label.id });
    if (this.question.counted) mark.count = 1;
    this.#chosen = this.#anchor = null;
    getSelection()?.removeAllRanges();
    this.tell(sorted([...this.marks, mark]));
    this.body?.focus({ preventScroll: true });
  }

  /**
   * @param {Mark} mark
   * @param {string} label
   */
  #relabel(mark, label) {
    this.#replace(mark, this.#weighed({ ...mark, label }));
  }

  /** The mark with a weight that its label allows. @param {Mark} mark @returns {Mark} */
  #weighed({ weight, ...mark }) {
    const weights = this.#weightsOf(mark.label);
    const kept = weights.find((other) => other.id === weight) ?? weights[0];
    return kept ? { ...mark, weight: kept.id } : mark;
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
    const { start, end } = mark;
    const quote = start === null || end === null ? t('rate.mark_missing') : this.#points.slice(start, end).join('');
    const named = { 'data-key': `quote-${i}`, 'aria-label': t('rate.mark_change', { quote }), 'aria-pressed': String(mark === this.#inHand) };
    const words = start === null ? el('span', { class: 'quote', text: quote })
      : button('', () => this.#takeInHand(mark), { class: 'quote', ...named, disabled: this.disabled });
    if (start !== null) words.append(el('q', { dir: 'auto', lang: this.textLang, text: quote }));
    const remove = { class: 'step', 'data-key': `delete-${i}`, 'aria-label': t('rate.mark_delete', { quote }) };
    return el('li', { class: `lane-${this.#laneOf(mark.label)}${mark === this.#inHand ? ' in-hand' : ''}` },
      el('span', { class: 'swatch' }),
      words,
      this.#labelChooser(mark, i, quote),
      this.#weightChooser(mark, i, quote),
      this.question.counted ? this.#counter(mark, i, quote) : null,
      this.question.weights?.length || this.question.counted ? el('span', { class: 'worth', text: formatNumber(worth(this.question, mark)) }) : null,
      button('×', () => this.#replace(mark, null), { ...remove, disabled: this.disabled }));
  }

  /** @param {Mark} mark */
  #takeInHand(mark) {
    const { start, end } = mark;
    const isLetGo = this.#inHand === mark || start === null || end === null;
    this.#inHand = isLetGo ? null : mark;
    this.#chosen = isLetGo ? null : { start, end };
    this.#anchor = null;
    if (!isLetGo) this.#at = this.#wordFrom(start) ?? this.#at;
    this.show();
  }

  /**
   * @param {Mark} mark
   * @param {number} i
   * @param {string} quote
   */
  #labelChooser(mark, i, quote) {
    const { labels = [] } = this.question;
    if (labels.length < 2) return el('span', { class: 'label', text: this.#labelWords(mark.label) });
    const options = labels.map(({ id, label }) => el('option', { value: id, text: wordsOf(label), selected: id === mark.label }));
    return this.#chooser(`label-${i}`, t('rate.mark_label', { quote }), options, (label) => this.#relabel(mark, label));
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
      (weight) => this.#replace(mark, { ...mark, weight }));
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
      (n) => this.#replace(mark, { ...mark, count: Number(n) }));
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
   * @param {Mark} mark
   * @param {Mark | null} other
   */
  #replace(mark, other) {
    if (mark === this.#inHand) this.#inHand = other;
    if (!this.#inHand) this.#chosen = null;
    this.tell(sorted(this.marks.flatMap((each) => (each !== mark ? [each] : other ? [other] : []))));
  }

  /** A dragged selection; a plain tap leaves none. */
  #dragged() {
    const span = this.body && !this.disabled ? selectedSpan(this.body, this.text) : null;
    if (span) this.#choose(span);
  }

  /** @param {MouseEvent} event */
  #tapped(event) {
    const word = event.target instanceof Element ? event.target.closest('.word') : null;
    if (!(word instanceof HTMLElement) || !getSelection()?.isCollapsed || this.disabled) return;
    this.#at = this.#wordFrom(Number(word.dataset.start));
    this.#tap();
  }

  /** The first tap chooses a word, the second one the way to there, a tap on what is chosen drops it (or the outer word of
   * a mark in hand). */
  #tap() {
    if (!this.#at) return;
    const { start, end } = this.#at;
    const chosen = this.#span;
    this.#anchor = this.#at;
    if (!chosen) this.#choose({ start, end });
    else if (start < chosen.start || chosen.end < end) this.#choose({ start: Math.min(start, chosen.start), end: Math.max(end, chosen.end) });
    else if (this.#inHand && start === chosen.start && end < chosen.end) this.#choose({ start: this.#neighbour(this.#at, 1)?.start ?? start, end: chosen.end });
    else if (this.#inHand && end === chosen.end && start > chosen.start) this.#choose({ start: chosen.start, end: this.#neighbour(this.#at, -1)?.end ?? end });
    else this.#choose(null);
  }

  /** @param {Span | Missing | null} span */
  #choose(span) {
    this.#chosen = span;
    const mark = this.#inHand;
    if (mark && span) return this.#replace(mark, { ...mark, ...span });
    this.#inHand = null;
    if (!span) this.#anchor = null;
    this.show();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.isComposing || event.keyCode === 229 || event.ctrlKey || event.metaKey || event.altKey || this.disabled) return;
    const isRtl = getComputedStyle(/** @type {Element} */ (this.body)).direction === 'rtl';
    const step = { ArrowLeft: isRtl ? 1 : -1, ArrowRight: isRtl ? -1 : 1 }[event.key];
    const label = this.question.labels?.[Number(event.key) - 1];
    if (step) this.#walk(step > 0 ? 1 : -1, event.shiftKey);
    else if (event.key === 'Enter' || event.key === ' ') this.#tap();
    else if (event.key === 'Escape' && this.#chosen) this.#choose(null);
    else if (event.key === 'Delete' || event.key === 'Backspace') this.#deleteHere();
    else if (label && this.#chosen) this.#mark(label);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The mark in hand, else the shortest one on the word that the keys are at. */
  #deleteHere() {
    const at = this.#at;
    const here = this.marks.filter(({ start, end }) => at && start !== null && end !== null && start < at.end && end > at.start);
    const lengths = (/** @type {Mark} */ mark) => (mark.end ?? 0) - (mark.start ?? 0);
    const mark = this.#inHand ?? here.sort((a, b) => lengths(a) - lengths(b))[0];
    if (mark) this.#replace(mark, null);
  }

  /**
   * @param {1 | -1} step
   * @param {boolean} isChoosing
   */
  #walk(step, isChoosing) {
    const from = this.#at;
    if (!from) return;
    this.#at = this.#neighbour(from, step) ?? from;
    if (isChoosing) {
      const anchor = (this.#anchor ??= from);
      this.#choose({ start: Math.min(anchor.start, this.#at.start), end: Math.max(anchor.end, this.#at.end) });
    } else {
      this.#anchor = null;
      this.show();
    }
    document.getElementById(this.#idOf(this.#at))?.scrollIntoView({ block: 'nearest' });
  }

  /**
   * The next word in a direction, in whichever part it lies.
   * @param {Span} from
   * @param {1 | -1} step
   * @returns {Word | null}
   */
  #neighbour(from, step) {
    const isBeyond = (/** @type {Span} */ { start }) => (step > 0 ? start > from.start : start < from.start);
    const parts = this.#parts.filter(({ start, end }) => (step > 0 ? end > from.start : start < from.start));
    for (const part of step > 0 ? parts : parts.reverse()) {
      const words = this.#wordsOf(part).filter((word) => word.isWord && isBeyond(word));
      if (words.length > 0) return words.at(step > 0 ? 0 : -1) ?? null;
    }
    return null;
  }

  /** The word that begins at or after a point. @param {number} start */
  #wordFrom(start) {
    return this.#neighbour({ start: start - 1, end: start }, 1);
  }
}

/** By where they begin, the longer first. @param {Mark[]} marks */
const sorted = (marks) => marks.sort((a, b) => (a.start ?? 0) - (b.start ?? 0) || (b.end ?? 0) - (a.end ?? 0));

customElements.define('jb-marks', Marks);
