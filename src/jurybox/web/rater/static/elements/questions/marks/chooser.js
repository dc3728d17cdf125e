// Choosing words of a text, by mouse, touch and keys: a span, a place where something is missing, or anywhere.

/** @import {Word} from '../../../helpers/spans.js' */
/** @import {Marks} from '../marks.js' */
/** @import {Chosen, TextView} from './views.js' */

import { selectedSpan } from '../../../helpers/spans.js';
import { isMissing } from './labels.js';

export class Chooser {
  /** The text that the keys are in. @type {TextView | null} */
  view = null;
  /** What the next label is for. @type {Chosen | null} */
  chosen = null;
  /** Where choosing by Shift began. @type {Word | null} */
  anchor = null;

  /** @param {Marks} marks the element that it belongs to; what is chosen is told to its `choose` */
  constructor(marks) {
    this.marks = marks;
  }

  drop() {
    this.chosen = this.anchor = null;
  }

  /** Whether a place is being chosen, or anywhere. */
  get isPlace() {
    return this.chosen !== null && isMissing(this.chosen);
  }

  /** The chosen span or place; a mark that lacks something has its own. */
  get span() {
    return this.chosen === null || this.chosen.start === null || this.marks.isNew ? null : this.chosen;
  }

  /** @param {TextView} view */
  listen(view) {
    if (!view.words) return;
    view.body.addEventListener('pointerdown', () =>
      document.addEventListener('pointerup', () => setTimeout(() => this.#dragged(view)), { once: true }));
    view.body.addEventListener('click', (event) => this.#tapped(view, event));
    view.body.addEventListener('focus', () => (this.view = view));
    view.body.addEventListener('keydown', (event) => this.#key(view, event));
  }

  /** A dragged selection; a plain tap leaves none. @param {TextView} view */
  #dragged(view) {
    const selected = this.marks.disabled ? null : selectedSpan(view.body, view.text);
    const span = selected && view.words?.seen(selected);
    if (!span) return;
    this.view = view;
    this.marks.choose({ field: view.field, ...span });
  }

  /**
   * @param {TextView} view
   * @param {MouseEvent} event
   */
  #tapped(view, event) {
    const element = event.target instanceof Element ? event.target.closest('.word') : null;
    if (!(element instanceof HTMLElement) || !getSelection()?.isCollapsed || this.marks.disabled) return;
    this.view = view;
    const word = view.at = view.words?.wordFrom(Number(element.dataset.start)) ?? null;
    if (word && this.isPlace) this.#choosePlace(view, view.edge(element, word, event.clientX));
    else if (event.detail < 2 || !this.#holds(view)) this.#tap(view); // a double tap on a word chooses it
  }

  /** Whether the word in hand is chosen already. @param {TextView} view */
  #holds({ at, field }) {
    const { span } = this;
    return at !== null && span !== null && span.field === field && Number(span.start) <= at.start && at.end <= Number(span.end);
  }

  /**
   * @param {TextView} view
   * @param {number} at
   */
  #choosePlace({ field }, at) {
    this.marks.choose({ field, start: at, end: at });
  }

  /** The first tap chooses a word, the second one the way to there, a tap on what is chosen drops it (or the outer word of
   * a mark in hand). @param {TextView} view */
  #tap({ at, words, field }) {
    if (!at || !words) return;
    const { start, end } = at;
    const { marks } = this;
    const chosen = this.span?.field === field ? this.span : null;
    this.anchor = at;
    if (!chosen) marks.choose({ field, start, end });
    else if (start < chosen.start || chosen.end < end) marks.choose({ field, start: Math.min(start, chosen.start), end: Math.max(end, chosen.end) });
    else if (marks.inHand && start === chosen.start && end < chosen.end) marks.choose({ field, start: words.neighbour(at, 1)?.start ?? start, end: chosen.end });
    else if (marks.inHand && end === chosen.end && start > chosen.start) marks.choose({ field, start: chosen.start, end: words.neighbour(at, -1)?.end ?? end });
    else marks.choose(null);
  }

  /**
   * @param {TextView} view
   * @param {KeyboardEvent} event
   */
  #key(view, event) {
    if (event.isComposing || event.keyCode === 229 || event.altKey || this.marks.disabled) return;
    const isPlain = !event.ctrlKey && !event.metaKey;
    const step = isPlain && { ArrowLeft: view.isRtl ? 1 : -1, ArrowRight: view.isRtl ? -1 : 1 }[event.key];
    if (step) this.#walk(view, step > 0 ? 1 : -1, event.shiftKey);
    else if (isPlain && (event.key === 'Enter' || event.key === ' ')) {
      if (!event.repeat) this.#enter(view);
    } else if (isPlain && (event.key === 'Delete' || event.key === 'Backspace')) this.marks.deleteHere(view);
    else return this.marks.pressed(event);
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {TextView} view */
  #enter(view) {
    if (view.at && this.isPlace) this.#choosePlace(view, view.at.start);
    else this.#tap(view);
  }

  /**
   * @param {TextView} view
   * @param {1 | -1} step
   * @param {boolean} isChoosing
   */
  #walk(view, step, isChoosing) {
    const { at: from, words, field } = view;
    if (!from || !words) return;
    const next = words.neighbour(from, step);
    const to = view.at = next ?? from;
    if (this.isPlace) this.#choosePlace(view, next || step < 0 ? to.start : words.length);
    else if (isChoosing) {
      const anchor = (this.anchor ??= from);
      this.marks.choose({ field, start: Math.min(anchor.start, to.start), end: Math.max(anchor.end, to.end) });
    } else {
      this.anchor = null;
      this.marks.show();
    }
    document.getElementById(words.idOf(to))?.scrollIntoView({ block: 'nearest' });
  }
}
