// <jb-card>: one candidate, one segment or one output with its texts, its questions and its "cannot judge".
//
// Properties   inHand    the stage in hand (models/stage.js); all properties are set before the element is connected
//              about     "candidate", "segment" or "output"
//              target    its letter or number, or both
//              heading   what it is called, at a level
//              fields    the shown fields, by name, that belong to it
//              aside     a node beside the heading (a segment's time and jump button), or null
// Methods      showCannot()   bring the questions to whether the target can be judged
// Events       change    an answer or a "cannot judge" changed (bubbles); the stage in hand already knows
//
// <jb-cannot>: "I cannot judge this", with the reason.
//
// Properties   label     the words of the button; set before the element is connected
//              naming    what it is about, for screen readers
//              value     the reason, "" while it is still to be written, or null where the target can be judged
//              fault     words of what is wrong, or null
// Events       change    the rater changed the value (bubbles)

/** @import {Question, Target} from '../models/wire.js' */
/** @import {StageInHand} from '../models/stage.js' */
/** @import {Shown} from '../helpers/fields.js' */
/** @import {QuestionElement} from './questions/question.js' */

import { fieldView } from '../helpers/fields.js';
import { button, el, freshId, hiddenWords, t } from '../../../static/helpers/page.js';
import { typeOf } from '../models/question_types.js';
import { HOOKS } from '../models/stage.js';

const LONGEST_REASON = 2_000;

export class Card extends HTMLElement {
  /** @type {StageInHand} */
  inHand = /** @type {any} */ (null);
  /** @type {'candidate' | 'segment' | 'output'} */
  about = 'candidate';
  /** @type {Target} */
  target = '';
  heading = '';
  /** Of its heading. @type {'h2' | 'h3'} */
  level = 'h2';
  /** @type {Record<string, Shown>} */
  fields = {};
  /** @type {Node | null} */
  aside = null;

  connectedCallback() {
    if (this.childElementCount > 0) return;
    const questions = this.inHand.questions(this.about);
    const inQuestions = new Set(questions.flatMap((question) => typeOf(question).shownFields(question)));
    const texts = Object.entries(this.fields).filter(([name]) => !inQuestions.has(name)).map(([, shown]) => fieldView(shown));
    const hasOthers = this.inHand.targets(this.about).length > 1; // a single one is the task, which has its own "cannot judge"
    const id = freshId();
    this.asked = el('div', { class: 'asked' }, ...questions.map((question) => this.#question(question)));
    const article = el('article', { class: 'card', 'aria-labelledby': this.heading ? id : null },
      this.heading ? el('header', {}, el(this.level, { id, text: this.heading }), this.aside, HOOKS.sameAs(this, questions)) : null,
      ...texts, this.asked, hasOthers && questions.length > 0 ? this.#cannot() : null);
    this.append(article);
    this.addEventListener('change', (event) => this.#changed(event), { capture: true });
    this.showCannot();
  }

  /** @param {Question} question */
  #question(question) {
    return questionElement(this.inHand, question, this.target, this.heading, this.fields);
  }

  #cannot() {
    const cannot = /** @type {Cannot} */ (document.createElement('jb-cannot'));
    cannot.dataset.cannot = this.target;
    Object.assign(cannot, { label: t('rate.cannot'), naming: this.heading });
    cannot.value = this.inHand.cannot(this.target);
    return cannot;
  }

  /** Bring all question elements to what the stage in hand knows. */
  refresh() {
    for (const question of this.inHand.questions(this.about)) this.#refresh(question);
  }

  /** @param {Question} question */
  #refresh(question) {
    /** @type {(QuestionElement & {sum?: number | null}) | null} */
    const element = this.querySelector(`[data-question="${question.id}"]`);
    if (!element) return;
    if (question.from_marks) element.sum = this.inHand.sum(question, this.target);
    element.value = this.inHand.answer(question.id, this.target);
  }

  /** @param {Event} event */
  #changed(event) {
    const element = event.target;
    if (!(element instanceof HTMLElement)) return;
    if (element.dataset.cannot) {
      this.inHand.setCannot(this.target, /** @type {Cannot} */ (element).value);
      this.showCannot();
    } else if (element.dataset.question) {
      takeAnswer(this.inHand, element);
      for (const stepper of this.inHand.recount(element.dataset.question, this.target)) this.#refresh(stepper);
    }
  }

  showCannot() {
    if (this.asked) setAside(this.asked, this.inHand.cannot(this.target) !== null);
  }
}

/**
 * Questions that are not to be answered go, but for those that show the text themselves.
 * @param {HTMLElement} place
 * @param {boolean} isAside
 */
export function setAside(place, isAside) {
  for (const element of /** @type {NodeListOf<QuestionElement>} */ (place.querySelectorAll('[data-question]'))) {
    if (typeOf(element.question).shownFields(element.question).length === 0) element.hidden = isAside;
    else element.disabled = isAside || element.because !== null;
  }
  for (const cannot of /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll('jb-cannot'))) cannot.hidden = isAside;
}

/**
 * The element of a question, filled with what the stage in hand knows.
 * @param {StageInHand} inHand
 * @param {Question} question
 * @param {Target} target
 * @param {string} naming
 * @param {Record<string, Shown>} fields of which it shows those that are answered in
 */
export function questionElement(inHand, question, target, naming, fields) {
  const element = /** @type {QuestionElement & {sum?: number | null}} */ (document.createElement(`jb-${question.type}`));
  const rule = inHand.rule(question.id, target);
  const letters = inHand.candidates.map((candidate) => candidate.letter);
  const isRepeated = inHand.targets(question.about).indexOf(target) > 0;
  const texts = typeOf(question).shownFields(question).flatMap((field) => (fields[field] ? { ...fields[field], field } : []));
  Object.assign(element, { question, target, naming, letters, isRepeated, texts });
  element.dataset.question = question.id;
  element.dataset.target = target;
  element.because = rule?.because ?? null;
  element.value = inHand.answer(question.id, target);
  element.disabled = rule !== null;
  if (question.from_marks) element.sum = inHand.sum(question, target);
  return element;
}

/**
 * @param {StageInHand} inHand
 * @param {HTMLElement} element
 */
export function takeAnswer(inHand, element) {
  const { question, target, value } = /** @type {QuestionElement} */ (element);
  inHand.setAnswer(question.id, target, value);
}

export class Cannot extends HTMLElement {
  label = '';
  naming = '';
  /** @type {string | null} */
  #value = null;

  connectedCallback() {
    if (this.childElementCount > 0) return;
    const id = freshId();
    this.toggle = button('', () => this.#tell(this.value === null ? '' : null), { class: 'button quiet' });
    this.reason = el('textarea', { id, rows: 2, dir: 'auto', maxlength: LONGEST_REASON });
    this.reason.addEventListener('input', () => this.#tell(this.reason?.value ?? ''));
    this.reason.addEventListener('change', (event) => event.stopPropagation());
    this.words = el('p', { class: 'fault', hidden: true, id: freshId() });
    this.panel = el('div', { class: 'reason' }, el('label', { for: id }, t('rate.cannot_reason'), hiddenWords(this.naming)), this.reason, this.words);
    this.append(this.toggle, this.panel);
    this.#show();
  }

  get value() {
    return this.#value;
  }

  set value(value) {
    this.#value = value;
    this.#show();
  }

  /** @param {string | null} words */
  set fault(words) {
    if (!this.words || !this.reason) return;
    this.words.hidden = words === null;
    this.words.textContent = words ?? '';
    if (words === null) this.reason.removeAttribute('aria-describedby');
    else this.reason.setAttribute('aria-describedby', this.words.id);
  }

  focus() {
    (this.value === null ? this.toggle : this.reason)?.focus();
  }

  /** @param {string | null} value */
  #tell(value) {
    const isOpening = value !== null && this.value === null;
    this.value = value;
    this.fault = null;
    if (isOpening) this.reason?.focus();
    this.dispatchEvent(new Event('change', { bubbles: true }));
  }

  #show() {
    const { toggle, reason, panel } = this;
    if (!toggle || !reason || !panel) return;
    toggle.replaceChildren(this.value === null ? this.label : t('rate.cannot_undo'), hiddenWords(this.naming));
    toggle.setAttribute('aria-expanded', String(this.value !== null));
    panel.hidden = this.value === null;
    if (reason.value !== (this.value ?? '')) reason.value = this.value ?? '';
    this.classList.toggle('is-on', this.value !== null);
  }
}

customElements.define('jb-card', Card);
customElements.define('jb-cannot', Cannot);
