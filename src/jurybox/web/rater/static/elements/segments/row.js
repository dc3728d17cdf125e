// One segment: its number and what all systems share, then a card for what each system made of it. Asleep it shows its texts alone; awake it
// has its questions. What stands around the segments of a unit never wakes: it is there to be read.

/** @import {Segment} from '../../models/wire.js' */
/** @import {Shown} from '../../helpers/fields.js' */
/** @import {SegmentRows} from '../segments.js' */

import { fieldView } from '../../helpers/fields.js';
import { el, hiddenWords, t } from '../../../../static/helpers/page.js';
import { card, SEGMENTS } from '../task.js';

export class SegmentRow {
  isAwake = false;

  /**
   * @param {SegmentRows} all
   * @param {Segment} segment
   * @param {number} place among those that are shown
   * @param {boolean} isRated
   */
  constructor(all, segment, place, isRated) {
    this.all = all;
    this.segment = segment;
    this.place = place;
    this.isRated = isRated;
    this.heading = t('rate.segment', { n: segment.number });
    this.element = el('div', { class: 'segment' });
    this.element.dataset.segment = String(segment.number);
    this.element.classList.toggle('around', !isRated);
    this.done = el('span', { class: 'done-sign' });
    this.sleep();
  }

  /** Whether it is in sight, or nearly. */
  get isNear() {
    const { top, bottom } = this.element.getBoundingClientRect();
    return bottom > -1_000 && top < innerHeight + 1_000;
  }

  /** What its systems made, each with its letter. */
  get #made() {
    return this.all.task.inHand.candidates.map(({ letter, segments }) => ({ letter, fields: segments[this.place] ?? {} }));
  }

  /** Texts alone. Far from the screen it keeps the height that it had: the style says so. */
  sleep() {
    this.isAwake = false;
    this.element.classList.add('asleep');
    const { isMany, task } = this.all;
    const made = this.#made.map(({ letter, fields }) => this.#cell(letter,
      el('article', { class: 'card' }, isMany ? el('h3', { text: `${letter} · ${this.segment.number}` }) : null, ...task.shown(fields).flatMap(textOf))));
    this.element.replaceChildren(...this.#head(true), el('div', { class: 'cells' }, ...made));
  }

  /** With its questions; what is only to be read stays asleep. */
  awake() {
    if (this.isAwake || !this.isRated) return;
    this.isAwake = true;
    this.element.classList.remove('asleep');
    this.element.replaceChildren(...(this.all.isMany ? this.#columns() : this.#alone()));
    this.showDone(this.all.tally.isDone(this.segment.number));
  }

  /**
   * @param {string} letter
   * @param {HTMLElement} content
   */
  #cell(letter, content) {
    const cell = el('div', { class: 'cell', 'data-letter': letter }, content);
    cell.classList.toggle('is-other', this.all.isOther(letter));
    return cell;
  }

  /** @param {boolean} isAsleep */
  #head(isAsleep) {
    const { task } = this.all;
    const views = task.shown(this.segment.fields).flatMap(([, shown]) => (isAsleep && typeof shown.value !== 'string' ? [] : [fieldView(shown)]));
    const toRead = this.isRated ? null : el('span', { class: 'note', text: t('rate.to_read') });
    if (!this.all.isMany && !isAsleep) return [];
    const title = el('h2', { tabindex: -1 }, this.heading, ' ', toRead, this.done);
    const aside = isAsleep ? null : SEGMENTS.player(this.all.task, this.segment, this.heading);
    return [el('header', { class: 'segment-head' }, title, aside), el('div', { class: 'shared' }, ...views.filter((view) => view !== null))];
  }

  /** Several systems: what they share above, a card for each below, side by side. */
  #columns() {
    const { inHand } = this.all.task;
    const { number } = this.segment;
    const asked = inHand.questions('segment').length > 0 ? [card({ inHand, about: 'segment', target: String(number), heading: '', fields: this.#own({}) })] : [];
    const cells = this.#made.map(({ letter, fields }) => this.#cell(letter,
      card({ inHand, about: 'output', target: `${letter}.${number}`, heading: `${letter} · ${number}`, level: 'h3', fields: this.#own(fields, true) })));
    return [...this.#head(false), ...asked, el('div', { class: 'cells' }, ...cells)];
  }

  /** One system: the segment is a card. */
  #alone() {
    const { inHand } = this.all.task;
    const { number } = this.segment;
    const [made] = this.#made;
    const fields = this.#own({ ...this.segment.fields, ...made?.fields }, true);
    const hasOutputs = inHand.questions('output').length > 0;
    const hasSegments = inHand.questions('segment').length > 0 || !hasOutputs;
    const aside = SEGMENTS.player(this.all.task, this.segment, this.heading);
    const own = hasOutputs ? [card({ inHand, about: 'output', target: `${made.letter}.${number}`, heading: this.heading, fields, aside })] : [];
    return [...own, ...(hasSegments ? [card({ inHand, about: 'segment', target: String(number), heading: hasOutputs ? '' : this.heading, fields: hasOutputs ? {} : fields, aside: hasOutputs ? null : aside })] : [])];
  }

  /**
   * The fields of a card, with those of the item that are answered in.
   * @param {Segment['fields']} values
   * @param {boolean} [isAlone] whether a single one needs no label
   * @returns {Record<string, Shown>}
   */
  #own(values, isAlone = false) {
    const { task } = this.all;
    const shown = task.shown(values);
    if (isAlone && shown.length === 1) shown[0][1].hasLabel = false;
    const marked = this.all.isMany ? { ...task.markedFields(), ...Object.fromEntries(task.shown(this.segment.fields).filter(([name]) => task.isMarked(name))) } : task.markedFields();
    return { ...marked, ...Object.fromEntries(shown) };
  }

  /** @param {boolean} isDone */
  showDone(isDone) {
    this.done.replaceChildren(...(isDone ? [el('span', { 'aria-hidden': 'true', text: '✓' }), hiddenWords(t('rate.segment_done'))] : []));
  }

  focus() {
    const title = this.element.querySelector('h2');
    title?.setAttribute('tabindex', '-1');
    title?.focus({ preventScroll: true });
  }
}

/**
 * A field as a text; pictures, sounds and films come when the row is near.
 * @param {[string, Shown]} entry
 */
function textOf([, shown]) {
  return typeof shown.value === 'string' ? [/** @type {HTMLElement} */ (fieldView({ ...shown, hasLabel: false }))] : [];
}
