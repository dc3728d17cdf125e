// The draft of the stage in hand: kept on the device at once, on the server when nothing has changed for a while.

/** @import {Session} from './session.js' */
/** @import {StageInHand} from './stage.js' */

import { isAnswered } from './stage.js';

const DRAFT_DELAY = 2_000;

/** Events: `change` when the draft is kept somewhere else than before. */
export class Drafts extends EventTarget {
  /** The stage whose draft it is. @type {StageInHand | null} */
  inHand = null;
  /** Where it is kept: nowhere yet, on this device, on the server, only in this page. @type {'' | 'device' | 'server' | 'page'} */
  kept = '';
  #timer = 0;

  /** @param {Session} session */
  constructor(session) {
    super();
    this.session = session;
  }

  /** Whether something has changed that is not on its way to the server yet. */
  get isDue() {
    return this.#timer !== 0;
  }

  /** Something was answered. */
  changed() {
    if (!this.inHand) return;
    const { device } = this.session;
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
    if (!this.inHand || isAnswered(this.inHand.packet)) return;
    const { packet } = this.inHand;
    this.session.sendDraft(packet, this.inHand.draft())
      .then(() => this.inHand?.packet === packet && !this.isDue && this.#become('server'))
      .catch(() => {}); // the device still holds it; the next change tries again
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
