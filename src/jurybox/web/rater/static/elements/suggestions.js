// What is suggested, beside the question that it would answer: never in the question's own controls before the rater keeps
// it. Each is kept, changed (by answering otherwise) or removed; marks one by one, "Keep all" only after a second press and a
// moment to read. Loaded with the first unit that has a suggestion.
// Keys in it: K keeps, C changes (marks), X removes; then the next one has the focus.

/** @import {Mark, Question, Value} from '../models/wire.js' */
/** @import {StageInHand} from '../models/stage.js' */
/** @import {MarkOf} from '../models/suggestions.js' */
/** @import {Task} from './task.js' */
/** @import {QuestionElement} from './questions/question.js' */
/** @import {Marks} from './questions/marks.js' */

import { button, el, formatNumber, isWriting, t, wordsOf } from '../../../static/helpers/page.js';
import { styleSheet } from '../helpers/styles.js';
import { HOOKS } from '../models/stage.js';
import { actsOf, isOfMarks, isSameAnswer, openMarks, suggestedFor } from '../models/suggestions.js';

/** So long the second press of "Keep all" waits, in milliseconds. */
const TO_READ = 2_000;

const { follow } = HOOKS;

/** @param {Task} task */
HOOKS.follow = (task) => {
  follow(task);
  const { inHand } = task;
  for (const element of /** @type {NodeListOf<QuestionElement>} */ (task.querySelectorAll('[data-question]'))) {
    const suggested = suggestedFor(inHand, element.question.id, element.target);
    if (suggested === null || element.because) continue;
    const isMarks = isOfMarks(element.question) && suggested.length > 0;
    const box = isMarks ? new MarkSuggestions(inHand, /** @type {Marks} */ (element), suggested) : new AnswerSuggestion(inHand, element, suggested);
    element.querySelector('.answer')?.before(box.element);
    element.addEventListener('change', () => box.show());
    box.element.addEventListener('keydown', (event) => box.pressed(event));
    box.show();
  }
};

class SuggestionBox {
  /**
   * @param {StageInHand} inHand
   * @param {QuestionElement} asked the element of the question
   * @param {Value} suggested
   */
  constructor(inHand, asked, suggested) {
    this.inHand = inHand;
    this.asked = asked;
    this.suggested = suggested;
    this.acts = actsOf(inHand, asked.question.id, asked.target);
    this.element = el('div', { class: 'suggestion', role: 'group', 'aria-label': [t('rate.suggest.heading'), asked.naming].filter(Boolean).join(' · ') });
  }

  show() {}

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const act = { k: 'keep', c: 'change', x: 'remove' }[event.key.toLowerCase()];
    if (!act || isWriting(event) || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const row = /** @type {HTMLElement} */ (event.target).closest('[data-row]') ?? this.element;
    const pressed = /** @type {HTMLButtonElement | null} */ (row.querySelector(`[data-act="${act}"]:not(:disabled)`));
    if (!pressed) return;
    event.preventDefault();
    event.stopPropagation();
    pressed.click();
  }

  /** The answer did not change, and still there is something new to keep. */
  told() {
    this.asked.fault = null;
    this.asked.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

/** One answer as a whole. */
class AnswerSuggestion extends SuggestionBox {
  show() {
    const { asked, suggested, acts } = this;
    const value = this.inHand.answer(asked.question.id, asked.target);
    if (value !== null) acts.isRemoved = false;
    const state = value !== null ? (isSameAnswer(value, suggested) ? 'kept' : 'changed') : acts.isRemoved ? 'removed' : 'open';
    const held = this.element.contains(document.activeElement);
    const words = isOfMarks(asked.question) ? t('rate.suggest.no_marks') : wordsFor(asked.question, suggested);
    const keep = actButton('keep', words, () => this.#take(suggested), state === 'kept');
    const remove = asked.question.required ? null : actButton('remove', words, () => this.#remove(), state === 'removed');
    this.element.className = `suggestion is-${state}`;
    this.element.replaceChildren(el('p', {}, el('span', { class: 'suggested-as', text: t('rate.suggest.heading') }), ' ', el('b', { dir: 'auto', text: words })),
      el('div', { class: 'acts' }, keep, remove), stateWords(state));
    if (held) this.element.querySelector('button')?.focus();
  }

  /** @param {Value} value */
  #take(value) {
    this.asked.tell(structuredClone(value));
    this.asked.focus();
  }

  #remove() {
    this.acts.isRemoved = true;
    this.asked.tell(null);
  }
}

/** Marks, one by one. */
class MarkSuggestions extends SuggestionBox {
  /** Whether "Keep all" was pressed once. */
  #isAsking = false;

  /**
   * @param {StageInHand} inHand
   * @param {Marks} asked
   * @param {Mark[]} suggested
   */
  constructor(inHand, asked, suggested) {
    super(inHand, asked, suggested);
    asked.dropped = (/** @type {MarkOf} */ { of }) => of !== undefined && this.acts.removed.push(of);
  }

  /** @returns {Marks} */
  get marks() {
    return /** @type {Marks} */ (this.asked);
  }

  show() {
    const open = openMarks(this.inHand, this.asked.question, this.asked.target);
    const taken = new Set(this.marks.marks.map((/** @type {MarkOf} */ { of }) => of));
    this.acts.removed = this.acts.removed.filter((i) => !taken.has(i));
    this.marks.suggested = open.map((i) => this.#drawn(this.suggested[i]));
    this.marks.show();
    const focused = /** @type {HTMLElement | null} */ (this.element.contains(document.activeElement) ? document.activeElement : null);
    const row = Number(/** @type {HTMLElement | null} */ (focused?.closest('[data-row]'))?.dataset.row ?? -1);
    this.element.className = `suggestion is-${open.length > 0 ? 'open' : 'kept'}`;
    const rows = this.suggested.map((/** @type {Mark} */ mark, /** @type {number} */ i) => this.#row(mark, i, open, taken));
    this.element.replaceChildren(el('p', { class: 'suggested-as', text: t('rate.suggest.marks', { n: open.length }) }), el('ul', {}, ...rows),
      ...(open.length < 2 ? [] : [this.#all(open)]));
    if (focused) this.#focusFrom(row, open);
  }

  /** As it is drawn in the text: without a colour and a weight, for it is no mark yet, and under a name that says so. @param {Mark} mark */
  #drawn({ weight: _, ...mark }) {
    const { label, weight } = this.marks.wordsFor({ ...mark, weight: _ });
    return { ...mark, label: `${t('rate.suggest.heading')}: ${[label, weight].filter(Boolean).join(' · ')}` };
  }

  /**
   * @param {Mark} mark
   * @param {number} i
   * @param {number[]} open
   * @param {Set<number | undefined>} taken
   */
  #row(mark, i, open, taken) {
    const { label, weight, lane } = this.marks.wordsFor(mark);
    const quote = this.marks.quoteOf(mark);
    const now = this.marks.marks.find((/** @type {MarkOf} */ { of }) => of === i);
    const state = open.includes(i) ? 'open' : !taken.has(i) ? 'removed' : now && isSameAnswer([{ ...now, of: 0 }], [{ ...mark, of: 0 }]) ? 'kept' : 'changed';
    const acts = state === 'open'
      ? [actButton('keep', quote, () => this.#keep([i])), actButton('change', quote, () => this.#change(i)), actButton('remove', quote, () => this.#remove(i))]
      : [stateWords(state), state === 'removed' ? actButton('back', quote, () => this.#back(i)) : null];
    return el('li', { class: `${lane} is-${state}`, 'data-row': i }, el('span', { class: 'swatch' }),
      el('q', { dir: 'auto', lang: this.marks.langOf(mark), text: quote }),
      el('span', { class: 'label', text: [label, weight].filter(Boolean).join(' · ') }), el('span', { class: 'acts' }, ...acts));
  }

  /** All that are left at once: a second press, after a moment to read them. @param {number[]} open */
  #all(open) {
    if (!this.#isAsking) {
      return el('div', { class: 'acts' }, button(t('rate.suggest.keep_all', { n: open.length }), () => {
        this.#isAsking = true;
        this.show();
        /** @type {HTMLElement | null} */ (this.element.querySelector('.sure button'))?.focus();
      }, { class: 'button quiet', 'data-act': 'all' }));
    }
    const yes = button(t('rate.suggest.keep_all_yes', { n: open.length }), () => {
      if (yes.getAttribute('aria-disabled') === 'true') return;
      this.#isAsking = false;
      this.acts.atOnce.push(...open);
      this.#keep(open);
    }, { class: 'button', 'aria-disabled': 'true' });
    setTimeout(() => yes.removeAttribute('aria-disabled'), TO_READ);
    return el('div', { class: 'acts sure' }, el('p', { role: 'status', text: t('rate.suggest.keep_all_sure') }), yes);
  }

  /** @param {number[]} places */
  #keep(places) {
    this.marks.sayAll([...this.marks.marks, ...places.map((i) => ({ ...this.suggested[i], of: i }))]);
  }

  /** @param {number} i */
  #change(i) {
    this.#keep([i]);
    this.marks.takeInHand(/** @type {Mark} */ (this.marks.marks.find((/** @type {MarkOf} */ { of }) => of === i)));
    this.marks.goBack();
  }

  /** @param {number} i */
  #remove(i) {
    this.acts.removed.push(i);
    this.told();
  }

  /** @param {number} i */
  #back(i) {
    this.acts.removed = this.acts.removed.filter((other) => other !== i);
    this.told();
  }

  /**
   * The next that is open has the focus, else the question's own controls.
   * @param {number} row
   * @param {number[]} open
   */
  #focusFrom(row, open) {
    const next = open.find((i) => i >= row) ?? open[0];
    const first = /** @type {HTMLElement | null} */ (next === undefined ? null : this.element.querySelector(`[data-row="${next}"] button`));
    if (first) first.focus();
    else this.marks.goBack();
  }
}

/**
 * @param {'keep' | 'change' | 'remove' | 'back'} act
 * @param {string} about
 * @param {() => void} click
 * @param {boolean} [isDone]
 */
function actButton(act, about, click, isDone = false) {
  const words = t(`rate.suggest.${act}`);
  const named = { class: act === 'keep' ? 'button' : 'button quiet', 'data-act': act, 'aria-label': `${words}: ${about}`, disabled: isDone };
  const made = button(words, click, named);
  const key = { keep: 'K', change: 'C', remove: 'X', back: '' }[act];
  if (key) made.append(' ', el('kbd', { 'aria-hidden': 'true', text: key }));
  return made;
}

/**
 * A suggested answer in words: the label of a level, an option or a tag with what was written beside it; numbers and texts as such.
 * @param {Question} question
 * @param {Value} value
 */
function wordsFor({ levels, options = [], categories = [] }, value) {
  if (typeof value === 'string') return value;
  const level = levels?.find((one) => one.value === value);
  if (typeof value === 'number') return [formatNumber(value), level ? wordsOf(level.label) : ''].join(' ').trim();
  const known = [...options, ...categories.flatMap(({ tags }) => tags)];
  const said = value.map((/** @type {any} */ one) => [wordsOf(known.find(({ id }) => id === (one.id ?? one))?.label ?? { en: one.id ?? one }), one.text].filter(Boolean).join(': '));
  return said.join(', ') || '–';
}

/** @param {string} state */
const stateWords = (state) => el('p', { class: 'state', role: 'status', text: state === 'open' ? '' : t(`rate.suggest.is_${state}`) });

await styleSheet(new URL('../css/suggestions.css', import.meta.url));
