// How far a document is: which of its segments are done, and which are open; and its draft, segment by segment. Knows no DOM.

/** @import {Draft, Target} from './wire.js' */
/** @import {Changed} from './drafts.js' */
/** @import {StageInHand} from './stage.js' */

import { DRAFT_PARTS } from './drafts.js';

export class SegmentTally {
  /** @type {Set<number>} */
  #open = new Set();

  /** @param {StageInHand} inHand */
  constructor(inHand) {
    this.inHand = inHand;
    this.numbers = inHand.rated.map(({ number }) => number);
    this.#look();
  }

  #look() {
    this.#open = new Set(this.inHand.gaps().map(({ target }) => segmentOf(target)));
    this.#open.delete(0);
  }

  /** Look anew, after an answer; whether a segment is done now. @param {number} number */
  look(number) {
    this.#look();
    return this.isDone(number);
  }

  /** @param {number} number */
  isDone(number) {
    return !this.#open.has(number);
  }

  get done() {
    return this.of - this.#open.size;
  }

  /** The words of the count. */
  get key() {
    return 'rate.segments_done';
  }

  get of() {
    return this.numbers.length;
  }

  /** The open ones, in their order. */
  get open() {
    return this.numbers.filter((number) => this.#open.has(number));
  }
}

/** The segment of a target; 0 where it is about none. @param {Target} target */
export const segmentOf = (target) => Number(/^(?:[A-Z]\.)?(\d+)$/.exec(target)?.[1] ?? 0);

/**
 * What a draft says of each segment that has changed, and of none (0).
 * @param {Draft} whole
 * @param {Changed[]} changed
 */
function draftParts(whole, changed) {
  return Array.from(new Set(changed.map(({ target, cannot }) => segmentOf(target ?? cannot ?? ''))), (segment) => {
    const own = (/** @type {Record<Target, any>} */ cells) => Object.fromEntries(Object.entries(cells).filter(([target]) => segmentOf(target) === segment));
    return { ...whole, answers: Object.fromEntries(Object.entries(whole.answers).map(([question, cells]) => [question, own(cells)])), segment };
  });
}

DRAFT_PARTS.of = draftParts;
