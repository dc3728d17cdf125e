// <jb-marks>: labelled spans of shown texts. Properties and events: see question.js; `value` is a list of marks
// {start, end, label, weight?, count?, field?, reason?} in code points, [] where the rater said that there is nothing to
// mark, or null before anything was said.
//   texts     the texts to mark: fields as they are shown (helpers/fields.js), with their names
// Choose words by dragging, or tap the first and the last one; then press a label and a weight, in either order. A mark is in
// hand while it lacks one, or when its words are pressed in the list: what is chosen then becomes its span.
// Keys: arrows walk through the words, Shift+arrow chooses more or less, Enter or Space chooses a word, digits and letters
// press the buttons that show them, + says that something is missing there, 0 that there is nothing to mark, Delete removes
// the innermost mark, Ctrl+Z takes the last step back, Escape drops.

/** @import {Mark} from '../../models/wire.js' */
/** @import {Chosen, MarkedShown} from './marks/views.js' */
/** @import {Said} from './marks/labels.js' */

import { styleSheet } from '../../helpers/styles.js';
import { behind } from '../../models/device.js';
import { el, freshId, isWriting, t } from '../../../../static/helpers/page.js';
import { Chooser } from './marks/chooser.js';
import { isMissing, labelWords, lackOf, laneOf, lineOf, sorted, weightWords, withSaid } from './marks/labels.js';
import { MarkPanel } from './marks/panel.js';
import { isTouching } from './marks/text.js';
import { TextView } from './marks/views.js';
import { QuestionElement } from './question.js';

/** How a row of the list below a text is made: loaded once, behind the first text. @type {((marks: Marks, mark: Mark, i: number) => Node) | null} */
let listRow = null;
/** @type {Promise<unknown> | null} */
let listing = null;

export class Marks extends QuestionElement {
  /** @type {MarkedShown[]} */
  texts = [];
  /** Marks that are suggested and that nothing was done with yet. @type {Mark[]} */
  suggested = [];
  /** The mark in hand. @type {Mark | null} */
  inHand = null;
  /** Whether it is in hand because it lacks something yet. */
  isNew = false;
  /** @type {TextView[]} */
  #views = [];
  /** What the next label is for. */
  #choosing = new Chooser(this);
  /** What was said before, step by step. @type {(Mark[] | null)[]} */
  #past = [];
  /** Whether a reason is being typed: its field stays as it is. */
  #isTyping = false;

  /** @returns {Mark[]} */
  get marks() {
    return this.value ?? [];
  }

  // --- what is seen

  build() {
    const hint = this.hint = el('p', { class: 'help hint', id: freshId() });
    const naming = { promptId: this.promptId, hintId: hint.id, isNamed: this.texts.length > 1 };
    this.#views = this.texts.map((shown) => new TextView(shown, this.question, naming));
    this.#choosing.view = this.#viewOf({}) ?? this.#views[0] ?? null;
    for (const view of this.#views) {
      this.#choosing.listen(view);
      view.words?.watch(() => this.#showTexts());
    }
    this.panel = new MarkPanel(this);
    this.list = el('ul', { class: 'marks' });
    for (const place of [this.panel.element, this.list]) /** @type {HTMLElement} */ (place).addEventListener('keydown', (event) => this.pressed(event));
    listing ??= behind(() => import('./marks/list.js')).then(({ markRow }) => (listRow = markRow));
    if (!listRow) listing.then(() => this.show(), () => {});
    return [el('div', { class: 'texts' }, ...this.#views.map(({ element }) => element)), hint, this.panel.element, this.list];
  }

  explained() {
    const { labels = [], weights = [] } = this.question;
    const inner = labels.filter((top) => top.labels?.length).map((top) => ({ heading: top.label, entries: top.labels }));
    return [{ heading: null, entries: labels }, ...inner, { heading: null, entries: weights }];
  }

  show() {
    if (this.inHand && !this.marks.includes(this.inHand)) this.#letGo();
    this.#showTexts();
    const { chosen } = this.#choosing;
    const isGap = chosen !== null && isMissing(chosen);
    this.panel?.show({ isChoosing: chosen !== null, isMissing: isGap, canUndo: this.#past.length > 0 });
    if (this.hint) this.hint.textContent = t(this.#hintKey());
    if (this.hint && isGap !== !!this.hint.closest('.marking')) this.panel?.element[isGap ? 'prepend' : 'before'](this.hint);
    const row = listRow;
    if (row && !this.#isTyping) this.keepingFocus(() => this.list?.replaceChildren(...this.marks.map((mark, i) => row(this, mark, i))), '.markable');
  }

  #hintKey() {
    if (this.inHand) return this.isNew ? `rate.mark_lacks_${lackOf(this.question, this.inHand) ?? 'weight'}` : 'rate.mark_hint_change';
    return this.#choosing.isPlace ? 'rate.mark_hint_missing' : 'rate.mark_hint';
  }

  #showTexts() {
    for (const view of this.#views) view.draw([...this.marks, ...this.suggested].filter((mark) => this.#viewOf(mark) === view), this.#choosing.chosen, this.disabled);
  }

  /** @param {{field?: string}} mark */
  #viewOf({ field = this.question.field ?? 'output' }) {
    return this.#views.find((view) => view.field === field);
  }

  /** The words of a mark, and what they are in. @param {Mark} mark */
  quoteOf(mark) {
    return this.#viewOf(mark)?.quote(mark) ?? t('rate.mark_missing');
  }

  /** @param {Mark} mark */
  langOf(mark) {
    return this.#viewOf(mark)?.lang ?? null;
  }

  /** What the list says of a mark. @param {Mark} mark */
  wordsFor(mark) {
    const { question } = this;
    return { label: labelWords(question, mark.label), weight: weightWords(question, mark.weight), lack: lackOf(question, mark), lane: laneOf(question, mark) };
  }

  /** The focus goes back to the text. */
  goBack() {
    this.#choosing.view?.body.focus({ preventScroll: true });
  }

  // --- marks

  /** The marks from now on. @param {Mark[] | null} marks */
  sayAll(marks) {
    this.#past.push(this.value);
    this.tell(marks?.length === 0 ? null : marks && sorted(marks));
  }

  /** Entered by suggestions.js, to know what was taken away again. @type {(mark: Mark) => void} */
  dropped = () => {};

  /** The chosen words get this label or weight, or the mark in hand does. @param {Said} said */
  say(said) {
    const { chosen } = this.#choosing;
    if (!chosen || this.disabled) return;
    const before = this.inHand;
    const mark = withSaid(this.question, before ?? this.#placed({ start: null, end: null, label: '' }, chosen), said);
    if (!before && this.question.counted) mark.count = 1;
    const lack = lackOf(this.question, mark);
    const isDone = (before === null || this.isNew) && (lack === null || lack === 'reason');
    this.isNew = !isDone && (before === null || this.isNew);
    this.inHand = isDone ? null : mark;
    if (isDone) this.#choosing.drop();
    if (this.panel && said.label) this.panel.open = null;
    getSelection()?.removeAllRanges();
    const isReasonNext = lack === 'reason' && isDone && listRow !== null;
    if (!isReasonNext) this.goBack(); // before anything is drawn anew: a focus has the browser lay out all that has changed
    this.sayAll(before ? this.marks.map((each) => (each === before ? mark : each)) : [...this.marks, mark]);
    if (isReasonNext) /** @type {HTMLElement | null} */ (this.querySelector(`[data-key="reason-${this.marks.indexOf(mark)}"]`))?.focus();
  }

  /**
   * A mark at another place.
   * @param {Mark} mark
   * @param {Chosen} chosen
   * @returns {Mark}
   */
  #placed({ field: _, ...mark }, { field, start, end }) {
    return { ...mark, start, end, ...(field === (this.question.field ?? 'output') ? {} : { field }) };
  }

  #letGo() {
    this.inHand = null;
    this.#choosing.drop();
    this.isNew = false;
    if (this.panel) this.panel.open = null;
  }

  /** What is chosen from now on changes this mark; a second time lets go of it. @param {Mark} mark */
  takeInHand(mark) {
    const isLetGo = this.inHand === mark;
    const view = this.#viewOf(mark);
    this.#letGo();
    if (!isLetGo && view) {
      const { start, end } = mark;
      this.inHand = mark;
      this.#choosing.view = view;
      this.#choosing.chosen = start === null || end === null ? { field: view.field, start: null, end: null } : { field: view.field, start, end };
      if (start !== null) view.at = view.words?.wordFrom(start) ?? view.at;
    }
    this.show();
  }

  /**
   * @param {Mark} mark
   * @param {Mark | null} other
   */
  replace(mark, other) {
    if (mark === this.inHand) this.inHand = other;
    if (!this.inHand) this.#letGo();
    if (!other) this.dropped(mark);
    this.sayAll(this.marks.flatMap((each) => (each !== mark ? [each] : other ? [other] : [])));
  }

  /**
   * The reason of a mark, as it is typed.
   * @param {Mark} mark
   * @param {string} reason
   */
  note(mark, reason) {
    if (reason) mark.reason = reason;
    else delete mark.reason;
    this.#isTyping = true;
    this.tell([...this.marks]);
    this.#isTyping = false;
  }

  /** Nothing to mark, or not said any more. */
  sayNone() {
    if (this.marks.length > 0 || this.disabled) return;
    this.#past.push(this.value);
    this.#letGo();
    this.tell(this.value === null ? [] : null);
  }

  undo() {
    if (this.#past.length === 0 || this.disabled) return;
    this.#letGo();
    this.tell(this.#past.pop() ?? null);
  }

  /** Where the keys are, something is missing; by its button first anywhere, until a place is chosen. */
  chooseMissing(at = this.#choosing.span?.start ?? null) {
    const field = this.#choosing.view?.field;
    if (!field || this.disabled) return;
    this.choose(this.#choosing.isPlace ? null : at === null ? { field, start: null, end: null } : { field, start: at, end: at });
  }

  /** The mark in hand, else the shortest one on the word that the keys are at. @param {TextView} view */
  deleteHere({ at, field }) {
    const here = this.marks.filter((mark) => at && this.#viewOf(mark)?.field === field && isTouching(mark, at));
    const length = (/** @type {Mark} */ mark) => (mark.end ?? 0) - (mark.start ?? 0);
    const mark = this.inHand ?? here.sort((a, b) => length(a) - length(b))[0];
    if (mark) this.replace(mark, null);
  }

  /** These words from now on: for the next label, or for the mark in hand. @param {Chosen | null} chosen */
  choose(chosen) {
    const mark = this.isNew ? null : this.inHand;
    const { anchor } = this.#choosing;
    if (!mark || !chosen) this.#letGo();
    this.#choosing.chosen = chosen;
    if (chosen) this.#choosing.anchor = anchor;
    if (mark && chosen) this.replace(mark, this.#placed(mark, chosen));
    else this.show();
  }

  /** Keys that work everywhere in the question, but where something is written. @param {KeyboardEvent} event */
  pressed(event) {
    const isCommand = event.ctrlKey || event.metaKey;
    if (isWriting(event) || event.altKey || event.repeat || this.disabled) return;
    const key = event.key.toLowerCase();
    if (isCommand ? key === 'z' && !event.shiftKey : this.#press(key)) {
      if (isCommand) this.undo();
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /** @param {string} key */
  #press(key) {
    const { allow_missing, none, required } = this.question;
    if (key === 'escape' && this.#choosing.chosen) this.#escape();
    else if (key === '+' && allow_missing) this.chooseMissing(this.#choosing.view?.at?.start);
    else if (key === '0' && (none || required) && this.marks.length === 0) this.sayNone();
    else return this.panel?.pressKey(key) ?? false;
    return true;
  }

  /** Back by one step: out of the category, or out of what was begun. */
  #escape() {
    if (this.panel?.open) this.panel.open = null;
    else if (this.inHand && this.isNew) return this.replace(this.inHand, null);
    else return this.choose(null);
    this.show();
  }
}

/** How marks are drawn, for who shows them elsewhere. */
export const drawing = { isMissing, labelWords, laneOf, lineOf, weightWords };

await styleSheet(new URL('../../css/marks.css', import.meta.url));
customElements.define('jb-marks', Marks);
