// <jb-marks>: labelled spans of a shown text. Properties and events: see question.js; `value` is a list of marks
// {start, end, label, weight?, count?} in code points, or null before the first one.
//   text      the text to mark
//   textLang  its language, or null
// Choose words by dragging, or tap the first and the last one; then press a label. A mark whose words are pressed in the
// list is in hand: what is chosen then becomes its span, a label its label.
// Keys: arrows walk through the words, Shift+arrow chooses more or less, Enter or Space chooses a word, a digit presses
// the label of that number, Delete removes the innermost mark, Escape drops.

/** @import {Mark, MarkLabel} from '../../models/wire.js' */
/** @import {Span, Word} from '../../helpers/spans.js' */
/** @typedef {{start: null, end: null}} Missing */

import { button, el, freshId, say, t } from '../../../../static/helpers/page.js';
import { selectedSpan } from '../../helpers/spans.js';
import { laneOf, sorted, weighed } from './marks/labels.js';
import { markRow } from './marks/list.js';
import { isTouching, MarkableText } from './marks/text.js';
import { QuestionElement } from './question.js';

export class Marks extends QuestionElement {
  text = '';
  /** @type {string | null} */
  textLang = null;
  /** The mark in hand. @type {Mark | null} */
  inHand = null;
  /** Null where the text is empty. @type {MarkableText | null} */
  #words = null;
  /** The text in code points. @type {string[]} */
  #points = [];
  /** What the next label is for; {start: null, end: null} is something that the text leaves out.
   * @type {Span | Missing | null} */
  #chosen = null;
  /** Where choosing by Shift began. @type {Word | null} */
  #anchor = null;
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

  // --- what is seen

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
    const words = this.#words = new MarkableText(this.text, this.textLang, this.question, this.promptId);
    this.#at = words.wordFrom(0);
    // The text takes the focus, not its words: in a word that takes it, Chromium begins no selection at the word's edge.
    const named = { 'aria-labelledby': this.promptId, 'aria-describedby': this.hint?.id };
    const list = { role: 'listbox', 'aria-multiselectable': 'true', tabindex: 0, class: 'markable text' };
    const body = el('div', { ...list, dir: 'auto', lang: this.textLang, ...named }, ...words.elements);
    body.addEventListener('pointerdown', () =>
      document.addEventListener('pointerup', () => setTimeout(() => this.#dragged()), { once: true }));
    body.addEventListener('click', (event) => this.#tapped(event));
    body.addEventListener('keydown', (event) => this.#key(event));
    words.watch(() => this.#showText());
    return body;
  }

  #labelButtons() {
    const { labels = [] } = this.question;
    return labels.map((label, i) => {
      const made = button('', () => this.#mark(label), { class: `button ${laneOf(this.question, label.id)}` });
      made.append(el('span', { class: 'swatch' }), say('span', label.label), i < 9 ? el('kbd', { 'aria-hidden': 'true', text: i + 1 }) : '');
      return made;
    });
  }

  explained() {
    const { labels = [], weights = [] } = this.question;
    return [{ heading: null, entries: labels }, { heading: null, entries: weights }];
  }

  show() {
    if (this.inHand && !this.marks.includes(this.inHand)) this.inHand = this.#chosen = null;
    this.#showText();
    for (const label of /** @type {NodeListOf<HTMLButtonElement>} */ (this.querySelectorAll('.labels button'))) {
      label.disabled = this.disabled || (!this.#chosen && !label.classList.contains('missing'));
    }
    this.querySelector('.missing')?.setAttribute('aria-pressed', String(this.#chosen?.start === null));
    if (this.hint) this.hint.textContent = t(this.inHand ? 'rate.mark_hint_change' : 'rate.mark_hint');
    this.keepingFocus(() => this.list?.replaceChildren(...this.marks.map((mark, i) => markRow(this, mark, i))), '.markable');
  }

  #showText() {
    this.#words?.draw({ marks: this.marks, span: this.#span, at: this.#at });
    this.body?.setAttribute('aria-disabled', String(this.disabled));
    if (this.#at && this.#words) this.body?.setAttribute('aria-activedescendant', this.#words.idOf(this.#at));
  }

  /** The words of a mark. @param {Mark} mark */
  quoteOf({ start, end }) {
    return start === null || end === null ? t('rate.mark_missing') : this.#points.slice(start, end).join('');
  }

  // --- marks

  /** The chosen words get this label, or the mark in hand does. @param {MarkLabel} label */
  #mark(label) {
    if (!this.#chosen) return;
    if (this.inHand) return this.replace(this.inHand, weighed(this.question, { ...this.inHand, label: label.id }));
    const mark = weighed(this.question, { ...this.#chosen, label: label.id });
    if (this.question.counted) mark.count = 1;
    this.#chosen = this.#anchor = null;
    getSelection()?.removeAllRanges();
    this.tell(sorted([...this.marks, mark]));
    this.body?.focus({ preventScroll: true });
  }

  /** What is chosen from now on changes this mark; a second time lets go of it. @param {Mark} mark */
  takeInHand(mark) {
    const { start, end } = mark;
    const isLetGo = this.inHand === mark || start === null || end === null;
    this.inHand = isLetGo ? null : mark;
    this.#chosen = isLetGo ? null : { start, end };
    this.#anchor = null;
    if (!isLetGo) this.#at = this.#words?.wordFrom(start) ?? this.#at;
    this.show();
  }

  /**
   * @param {Mark} mark
   * @param {Mark | null} other
   */
  replace(mark, other) {
    if (mark === this.inHand) this.inHand = other;
    if (!this.inHand) this.#chosen = null;
    this.tell(sorted(this.marks.flatMap((each) => (each !== mark ? [each] : other ? [other] : []))));
  }

  /** The mark in hand, else the shortest one on the word that the keys are at. */
  #deleteHere() {
    const at = this.#at;
    const here = this.marks.filter((mark) => at && isTouching(mark, at));
    const lengths = (/** @type {Mark} */ mark) => (mark.end ?? 0) - (mark.start ?? 0);
    const mark = this.inHand ?? here.sort((a, b) => lengths(a) - lengths(b))[0];
    if (mark) this.replace(mark, null);
  }

  // --- choosing words

  /** A dragged selection; a plain tap leaves none. */
  #dragged() {
    const span = this.body && !this.disabled ? selectedSpan(this.body, this.text) : null;
    if (span) this.#choose(span);
  }

  /** @param {MouseEvent} event */
  #tapped(event) {
    const word = event.target instanceof Element ? event.target.closest('.word') : null;
    if (!(word instanceof HTMLElement) || !getSelection()?.isCollapsed || this.disabled) return;
    this.#at = this.#words?.wordFrom(Number(word.dataset.start)) ?? null;
    this.#tap();
  }

  /** The first tap chooses a word, the second one the way to there, a tap on what is chosen drops it (or the outer word of
   * a mark in hand). */
  #tap() {
    const [at, words] = [this.#at, this.#words];
    if (!at || !words) return;
    const { start, end } = at;
    const chosen = this.#span;
    this.#anchor = at;
    if (!chosen) this.#choose({ start, end });
    else if (start < chosen.start || chosen.end < end) this.#choose({ start: Math.min(start, chosen.start), end: Math.max(end, chosen.end) });
    else if (this.inHand && start === chosen.start && end < chosen.end) this.#choose({ start: words.neighbour(at, 1)?.start ?? start, end: chosen.end });
    else if (this.inHand && end === chosen.end && start > chosen.start) this.#choose({ start: chosen.start, end: words.neighbour(at, -1)?.end ?? end });
    else this.#choose(null);
  }

  /** @param {Span | Missing | null} span */
  #choose(span) {
    this.#chosen = span;
    if (this.inHand && span) return this.replace(this.inHand, { ...this.inHand, ...span });
    this.inHand = null;
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

  /**
   * @param {1 | -1} step
   * @param {boolean} isChoosing
   */
  #walk(step, isChoosing) {
    const [from, words] = [this.#at, this.#words];
    if (!from || !words) return;
    const to = this.#at = words.neighbour(from, step) ?? from;
    if (isChoosing) {
      const anchor = (this.#anchor ??= from);
      this.#choose({ start: Math.min(anchor.start, to.start), end: Math.max(anchor.end, to.end) });
    } else {
      this.#anchor = null;
      this.show();
    }
    document.getElementById(words.idOf(to))?.scrollIntoView({ block: 'nearest' });
  }
}

customElements.define('jb-marks', Marks);
