// <jb-task>: one stage of one unit, with everything that is shown and asked.
//
// Properties   inHand      the stage in hand (models/stage.js); all properties are set before the element is connected
//              protocol    the protocol as the rater may know it
//              isComplete  whether something is asked, and all of it is answered
// Methods      showFaults(faults)   put each fault at its place and go to the first; [] clears them
// Events       change      something was answered (bubbles)
//              submit      the rater has finished, and nothing required is missing

/** @import {Field, FieldValue, Fields, Protocol, Question, Segment} from '../models/wire.js' */
/** @import {StageInHand} from '../models/stage.js' */
/** @import {Shown} from '../helpers/fields.js' */
/** @import {Shortcoming} from '../helpers/fault_words.js' */
/** @import {Cannot, Card} from './card.js' */
/** @import {QuestionElement} from './questions/question.js' */
/** @import {SegmentRows} from './segments.js' */

import { faultWords } from '../helpers/fault_words.js';
import { fieldView } from '../helpers/fields.js';
import { button, el, freshId, say, spoken, t, wordsOf } from '../../../static/helpers/page.js';
import { typeOf } from '../models/question_types.js';
import { HOOKS } from '../models/stage.js';
import { questionElement, setAside, takeAnswer } from './card.js';
import './questions/choice.js';
import './questions/comment.js';
import './questions/scale.js';

/** Entered by segments.js, which comes with the first stage that has segments. */
export const SEGMENTS = {
  /** @type {(task: Task) => SegmentRows | null} */
  rows: () => null,
  /** A button that plays a segment; entered by video.js. @type {(task: Task, segment: Segment, heading: string) => Node | null} */
  player: () => null,
};

/** So many characters stand beside what is asked about them; fewer stand above it. */
const LONG = 600;

export class Task extends HTMLElement {
  /** @type {StageInHand} */
  inHand = /** @type {any} */ (null);
  /** @type {Protocol} */
  protocol = /** @type {any} */ (null);
  /** The rows of its segments, where it has some. @type {SegmentRows | null} */
  rows = null;

  connectedCallback() {
    if (this.childElementCount > 0) return;
    const { stage } = this.inHand;
    const isTargeted = (/** @type {Question} */ question) => question.about !== 'unit';
    const first = stage.ask.findIndex(isTargeted);
    const compared = this.#onCards();
    const before = [...new Set([...compared, ...stage.ask.slice(0, Math.max(0, first))])];
    const after = stage.ask.filter((question) => !isTargeted(question) && !before.includes(question));
    const cards = this.#cards();
    this.work = el('div', { class: compared.length > 0 ? 'asked-all columns' : 'asked-all' },
      this.#unitQuestions(before), ...cards, this.#unitQuestions(after));
    const work = el('div', { class: 'work' }, this.work, el('div', { class: 'last' }, this.#comment(), this.#cannot()));
    const material = this.#material();
    this.append(this.#head(), el('div', { class: isBeside(material) ? 'unit beside' : 'unit' },
      material.childElementCount > 0 ? material : null, work), this.#actions());
    for (const { id } of compared) /** @type {any} */ (this.querySelector(`[data-question="${id}"]`)).spread(cards);
    this.addEventListener('change', (event) => this.#changed(event), { capture: true });
    this.addEventListener('change', () => this.#showCount());
    this.addEventListener('live', () => this.#showCannot());
    this.#showCannot();
    HOOKS.follow(this);
    this.#showCount();
  }

  /** The question that is answered on the cards: the only one that compares them. */
  #onCards() {
    const compared = this.inHand.stage.ask.filter((question) => typeOf(question).compares);
    return compared.length === 1 && this.inHand.segments.length === 0 ? compared : [];
  }

  /** Put the focus where a reader starts. */
  focus() {
    this.querySelector('h1')?.focus({ preventScroll: true });
  }

  #head() {
    const { stage, packet } = this.inHand;
    const number = this.protocol.stages.findIndex((other) => other.id === stage.id) + 1;
    const step = t('rate.stage', { number, of: this.protocol.stages.length });
    const many = this.protocol.stages.length > 1;
    return el('header', { class: 'task-head' },
      el('h1', { tabindex: -1, text: packet.example ? t('rate.welcome.example', packet.example) : t('rate.task', { n: packet.number }) }),
      many ? el('p', { class: 'stage' }, step, stage.title ? ': ' : null, stage.title ? say('b', stage.title) : null) : null);
  }

  /** Where the work begins: at the top, or in a document at the first segment that is not done. */
  begin() {
    scrollTo({ top: 0 });
    this.rows?.goOn();
  }

  #material() {
    const { candidates, segments, packet } = this.inHand;
    const own = candidates.length > 1 || segments.length > 0 ? {} : this.markedFields();
    const views = this.shown(packet.fields).filter(([name]) => !(name in own)).map(([, shown]) => fieldView(shown)).filter((view) => view !== null);
    for (const video of views.map((view) => view?.querySelector('jb-video'))) {
      if (video) Object.assign(video, { segments: this.inHand.segments });
    }
    return el('div', { class: 'material' }, ...views);
  }

  /**
   * The fields that this stage shows, in its order.
   * @param {Fields} values
   * @returns {[string, Shown][]}
   */
  shown(values) {
    const { langs = {} } = this.inHand.packet;
    return this.inHand.stage.show.filter((name) => name in values && name in this.protocol.fields)
      .map((name) => [name, { ...shownField(this.protocol.fields[name], values[name], langs[name]), beside: [this.protocol.fields, { ...this.inHand.packet.fields, ...values }] }]);
  }

  /** Fields of the item that are answered in: they stand with their questions. @returns {Record<string, Shown>} */
  markedFields() {
    return Object.fromEntries(this.shown(this.inHand.packet.fields).filter(([name]) => this.isMarked(name)));
  }

  /** Whether something is answered in a field. @param {string} name */
  isMarked(name) {
    return this.inHand.stage.ask.some((question) => typeOf(question).shownFields(question).includes(name));
  }

  #cards() {
    const { candidates, segments } = this.inHand;
    if (segments.length > 0) {
      this.rows = SEGMENTS.rows(this);
      return this.rows?.elements() ?? [];
    }
    return candidates.map(({ letter, fields }) => {
      const shown = this.shown(fields);
      const label = shown[0]?.[1].spec.label;
      const heading = [label ? wordsOf(label) : '', candidates.length > 1 ? letter : ''].join(' ').trim();
      if (shown[0]) shown[0][1].hasLabel = heading === '';
      return card({ inHand: this.inHand, about: 'candidate', target: letter, heading, fields: { ...this.markedFields(), ...Object.fromEntries(shown) } });
    });
  }

  /** @param {Question[]} questions */
  #unitQuestions(questions) {
    if (questions.length === 0) return null;
    return el('div', { class: 'card asked' }, ...questions.map((question) => questionElement(this.inHand, question, 'unit', '', this.markedFields())));
  }

  #comment() {
    const element = /** @type {QuestionElement} */ (document.createElement('jb-comment'));
    /** @type {Question} */
    const question = { type: 'comment', id: '', prompt: { [spoken()]: t('rate.comment') }, about: 'unit', required: false };
    element.question = question;
    element.value = this.inHand.comment || null;
    element.className = 'remark';
    return element;
  }

  #cannot() {
    const cannot = /** @type {Cannot} */ (document.createElement('jb-cannot'));
    cannot.dataset.cannot = 'unit';
    cannot.label = t('rate.cannot_unit');
    cannot.value = this.inHand.cannot('unit');
    return cannot;
  }

  #actions() {
    this.summary = el('div', { class: 'summary', role: 'alert' });
    this.count = el('p', { class: 'count', id: freshId() });
    this.send = button(t('rate.submit'), () => this.#submit(), { class: 'button primary', 'aria-describedby': this.count.id });
    return el('div', { class: 'actions' }, this.summary, this.count, this.send);
  }

  get isComplete() {
    const { done, of } = this.inHand.answered();
    return of > 0 && done === of && this.inHand.gaps().length === 0;
  }

  /** How much is answered, and how much of what was found wanting still is. */
  #showCount() {
    const { done, of, key } = this.rows?.progress ?? { ...this.inHand.answered(), key: 'rate.answered' };
    if (this.count) this.count.textContent = of < 2 || this.inHand.cannot('unit') !== null ? '' : t(key, { done, of });
    if (this.wanting && !this.rows?.showWanting(this.wanting)) import('./open.js').then(({ tellOpen }) => tellOpen(this), () => {});
  }

  /** While a judgement is on its way nothing can be sent twice. @param {boolean} isBusy */
  set busy(isBusy) {
    if (this.send) this.send.disabled = isBusy;
    this.setAttribute('aria-busy', String(isBusy));
  }

  /** Submit as if the button was pressed. */
  finish() {
    if (!this.send?.disabled) this.#submit();
  }

  #submit() {
    const gaps = this.inHand.gaps();
    this.showFaults(gaps);
    if (gaps.length === 0) this.dispatchEvent(new Event('submit'));
  }

  /** @param {Event} event */
  #changed(event) {
    const element = event.target;
    if (!(element instanceof HTMLElement)) return;
    if (element.classList.contains('remark')) this.inHand.comment = /** @type {QuestionElement} */ (element).value ?? '';
    else if (element.dataset.cannot === 'unit') {
      this.inHand.setCannot('unit', /** @type {Cannot} */ (element).value);
      this.#showCannot();
    } else if (element.dataset.target === 'unit') takeAnswer(this.inHand, element);
  }

  /** What is shown stays, to say what is wrong with it; what is asked goes. */
  #showCannot() {
    const isAside = this.inHand.cannot('unit') !== null;
    if (this.work) setAside(this.work, isAside);
    for (const card of /** @type {NodeListOf<Card>} */ (this.querySelectorAll('jb-card'))) if (!isAside) card.showCannot();
  }

  /** @param {Shortcoming[]} faults */
  showFaults(faults) {
    const wanting = faults.map((fault) => ({ ...placeOf(fault), words: faultWords(fault) }));
    this.rows?.take(wanting);
    /** @type {NodeListOf<QuestionElement>} */
    const places = this.querySelectorAll('[data-question], jb-cannot');
    for (const place of places) place.fault = null;
    const placed = wanting.map((fault) => ({ ...fault, place: this.placeOf(fault) }));
    for (const { words, place } of placed) if (place) place.fault = words;
    const homeless = placed.filter(({ place, target }) => !place && !this.rows?.rowOf(target)).map(({ words }) => el('p', { text: words }));
    this.wanting = el('p', {});
    this.summary?.replaceChildren(this.wanting, ...homeless);
    this.#showCount();
    const first = Array.from(places).find((element) => placed.some(({ place }) => place === element));
    first?.scrollIntoView({ block: 'center' });
    first?.focus();
  }

  /**
   * @param {Place} of
   * @returns {(HTMLElement & {fault: string | null}) | null}
   */
  placeOf({ question, target }) {
    if (!target) return null;
    const isCannot = this.inHand.cannot(target) !== null || question === '';
    return this.querySelector(isCannot ? `[data-cannot="${target}"]` : `[data-question="${question}"][data-target="${target}"]`);
  }
}

/** @typedef {{question: string, target: string}} Place no question: the "cannot judge" of the target */

/**
 * Where a fault belongs; no target where that is nowhere.
 * @param {Shortcoming} fault
 * @returns {Place}
 */
function placeOf({ where, question = '', target = '' }) {
  if (where === 'cannot') return { question: '', target: 'unit' };
  const [, asked, about] = /^answers\.([^.]+)\.([^[]+)/.exec(where ?? '') ?? ['', question, target];
  return { question: asked, target: about };
}

/**
 * Whether the material stands beside what is asked: pictures, clips, and texts that would push it out of sight.
 * @param {HTMLElement} material
 */
const isBeside = (material) => material.querySelector('.is-image, .is-video, .is-people') !== null || (material.textContent ?? '').length > LONG;

/**
 * @param {Field} spec
 * @param {FieldValue} value
 * @param {string | undefined} lang
 * @returns {Shown}
 */
const shownField = (spec, value, lang) => ({ spec, value, lang: lang ?? spec.lang ?? null, hasLabel: true });

/** @param {Partial<Card>} properties */
export const card = (properties) => Object.assign(document.createElement('jb-card'), properties);

customElements.define('jb-task', Task);
