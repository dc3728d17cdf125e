// The segments of a unit, one row each: what all systems share above, and beside each other what each system made of it. Rows far from
// the screen are mere texts; those near it have their questions. Loaded with the first stage that has segments.

/** @import {Target} from '../models/wire.js' */
/** @import {Task} from './task.js' */
/** @typedef {{question: string, target: Target, words: string}} Wanting a fault with its place */

import { fieldView } from '../helpers/fields.js';
import { styleSheet } from '../helpers/styles.js';
import { behind } from '../models/device.js';
import { segmentOf, SegmentTally } from '../models/segment_tally.js';
import { el, t } from '../../../static/helpers/page.js';
import { card, SEGMENTS } from './task.js';
import { SegmentRow } from './segments/row.js';

/** With so many segments or fewer all have their questions from the start. */
const FEW = 8;
/** So many rows keep their questions once they are out of sight. */
const KEPT = 12;

export class SegmentRows {
  /** @type {Map<number, SegmentRow>} */
  rows = new Map();
  /** Rows with questions, those that came into sight last at the end. @type {Set<SegmentRow>} */
  #live = new Set();
  /** What is wrong, by the segment that it is in. @type {Map<number, Wanting[]>} */
  #wanting = new Map();
  /** @type {IntersectionObserver | null} */
  #watcher = null;
  /** How one gets from segment to segment: nothing that the first answer needs. */
  #ways = behind(() => import('./segments/ways.js'));
  /** The one system that is shown where they do not stand side by side; none: all of them. */
  at = '';

  /** @param {Task} task */
  constructor(task) {
    this.task = task;
    const { inHand } = task;
    this.isMany = inHand.candidates.length > 1;
    this.isLong = inHand.rated.length > FEW;
    this.tally = new SegmentTally(inHand);
    const rated = new Set(this.tally.numbers);
    inHand.segments.forEach((segment, i) => this.rows.set(segment.number, new SegmentRow(this, segment, i, rated.has(segment.number))));
  }

  /** Whether progress is counted in segments: where each has something that must be answered. */
  get progress() {
    return this.isMany || this.isLong ? this.tally : null;
  }

  /** Whether another system was chosen. @param {string} letter */
  isOther(letter) {
    return this.at !== '' && this.at !== letter;
  }

  elements() {
    const { task } = this;
    for (const row of this.rows.values()) if (!this.isLong) row.awake();
    if (this.isLong) this.#watch();
    task.addEventListener('change', (event) => this.#changed(event)); // its card has told the stage in hand, and the task counts after it
    const rows = Array.from(this.rows.values(), ({ element }) => element);
    if (!this.isMany) return [this.#shared(), ...rows, ...this.#ofCandidates()];
    const place = el('div', { class: 'document' }, ...rows);
    this.#ways.then(({ offerWays }) => offerWays(this, place), () => {}); // it can do without
    return [this.#shared(), el('div', { class: 'switch' }), place, ...this.#ofCandidates()];
  }

  /** What a system's segments have in common: the segment before them, for instance. */
  #shared() {
    const { task } = this;
    if (this.isMany) return null; // it stands with the questions about each candidate
    const views = task.inHand.candidates.flatMap(({ fields }) => task.shown(fields)).map(([, shown]) => fieldView(shown));
    return views.length > 0 ? el('div', { class: 'context' }, ...views) : null;
  }

  /** Questions about each candidate as a whole, after its segments. */
  #ofCandidates() {
    const { inHand } = this.task;
    if (inHand.questions('candidate').length === 0) return [];
    return inHand.candidates.map(({ letter, fields }) => {
      const heading = [this.isMany ? letter : '', t('rate.all_segments')].filter(Boolean).join(' · ');
      return card({ inHand, about: 'candidate', target: letter, heading, fields: this.isMany ? Object.fromEntries(this.task.shown(fields)) : {} });
    });
  }

  // --- rows near the screen

  #watch() {
    this.#watcher = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const row = this.rows.get(Number(/** @type {HTMLElement} */ (target).dataset.segment));
        if (row && isIntersecting) this.wake(row);
      }
      this.#sleep();
    }, { rootMargin: '500px 0px' });
    for (const { element } of this.rows.values()) this.#watcher.observe(element);
  }

  /** @param {SegmentRow} row */
  wake(row) {
    this.#live.delete(row);
    this.#live.add(row);
    if (row.isAwake) return;
    row.awake();
    this.#show(row);
    this.task.dispatchEvent(new Event('live'));
  }

  /** What is wrong in a row, where it stands. @param {SegmentRow} row */
  #show({ segment }) {
    for (const wanting of this.#wanting.get(segment.number) ?? []) {
      const place = this.task.placeOf(wanting);
      if (place) place.fault = wanting.words;
    }
  }

  /** The rows that were in sight longest ago give up their questions; not the one that is worked in. */
  #sleep() {
    const away = Array.from(this.#live).filter((row) => !row.isNear && !row.element.contains(document.activeElement));
    for (const row of away.slice(0, Math.max(0, this.#live.size - KEPT))) {
      row.sleep();
      this.#live.delete(row);
    }
  }

  // --- answers

  /** @param {Event} event */
  #changed({ target }) {
    const { question, target: about, cannot } = /** @type {HTMLElement} */ (target).dataset ?? {};
    const number = segmentOf(about ?? cannot ?? '');
    if (!number) return;
    const left = (this.#wanting.get(number) ?? []).filter((one) => one.target !== (about ?? cannot) || (question && one.question !== question));
    this.#wanting.set(number, left);
    this.rows.get(number)?.showDone(this.tally.look(number));
  }

  /** @param {Wanting[]} faults */
  take(faults) {
    this.#wanting.clear();
    for (const one of faults) {
      const number = segmentOf(one.target);
      if (number) this.#wanting.set(number, [...(this.#wanting.get(number) ?? []), one]);
    }
    const first = Math.min(...this.#wanting.keys());
    const row = this.rows.get(first);
    if (row) this.wake(row);
  }

  /** @param {Target} target */
  rowOf(target) {
    return this.rows.get(segmentOf(target)) ?? null;
  }

  /** Which segments something is missing in, each a way there; false where it is not counted in segments. @param {HTMLElement} place */
  showWanting(place) {
    if (!this.progress) return false;
    const numbers = this.tally.open.filter((number) => this.#wanting.get(number)?.length);
    this.#ways.then(({ nameOpen }) => nameOpen(this, place, numbers), () => {});
    return true;
  }

  // --- ways

  /** To the first segment that is not done, where some are. */
  goOn() {
    const { done, open } = this.tally;
    if (this.isLong && done > 0 && open.length > 0) this.#ways.then(({ goTo }) => goTo(this, open[0]), () => {});
  }
}

await styleSheet(new URL('../css/segments.css', import.meta.url));
SEGMENTS.rows = (task) => new SegmentRows(task);
