// The draft of the stage in hand: kept on the device at once, on the server when nothing has changed for a while.

/** @import {Draft, Target} from './wire.js' */
/** @import {Session} from './session.js' */
/** @import {StageInHand} from './stage.js' */

import { isAnswered } from './stage.js';

const DRAFT_DELAY = 2_000;

/** @typedef {{target?: Target, cannot?: Target}} Changed what was changed: an answer, or that something cannot be judged */

/** Entered with segments: the parts of a draft that have changed. @type {{of: ((whole: Draft, changed: Changed[]) => Draft[]) | null}} */
export const DRAFT_PARTS = { of: null };

/** Events: `change` when the draft is kept somewhere else than before. */
export class Drafts extends EventTarget {
  /** The stage whose draft it is. @type {StageInHand | null} */
  inHand = null;
  /** Where it is kept: nowhere yet, on this device, on the server, only in this page. @type {'' | 'device' | 'server' | 'page'} */
  kept = '';
  #timer = 0;
  /** What has changed since the server last had everything; null before it had. @type {Changed[] | null} */
  #changed = null;
  /** @type {unknown} */
  #of = null;

  /** @param {Session} session */
  constructor(session) {
    super();
    this.session = session;
  }

  /** Whether something has changed that is not on its way to the server yet. */
  get isDue() {
    return this.#timer !== 0;
  }

  /** Something was answered. @param {Changed} [what] */
  changed(what = {}) {
    if (!this.inHand) return;
    const { device } = this.session;
    this.#changed?.push(what);
    const { packet } = this.inHand;
    if (isAnswered(packet)) this.session.keepCorrection(packet);
    this.session.keepDraft(packet, this.inHand.draft())
      .then(() => this.#become(device.lasts ? 'device' : 'page'), () => this.#become('page'));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.send(), DRAFT_DELAY);
  }

  /** To the server now. A correction is never a draft there. */
  send() {
    this.stop();
    const { inHand } = this;
    if (!inHand || isAnswered(inHand.packet)) return;
    const { packet } = inHand;
    const whole = inHand.draft();
    const parts = this.#of === packet && this.#changed ? DRAFT_PARTS.of?.(whole, this.#changed) : [whole];
    this.#of = packet;
    this.#changed = [];
    this.session.sendDraft(packet, whole, parts)
      .then(() => this.inHand?.packet === packet && !this.isDue && this.#become('server'))
      .catch(() => { this.#changed = null; }); // the device still holds it; the next change tries again, with all of it
  }

  /** It is not to be sent any more. */
  stop() {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  /** @param {Drafts['kept']} kept */
  #become(kept) {
    this.kept = kept;
    this.dispatchEvent(new Event('change'));
  }
}
