// The outbox: judgements on their way to the server, kept on this device, in order, each until the server has answered.
// All pages of this browser that are open on the study share it; only one of them sends at a time.

/** @import {Fault, Judgement} from './wire.js' */
/** @import {Device} from './device.js' */

import { alone } from './device.js';
import { ServerError } from './request.js';

/** @typedef {{outcome: 'delivered', answer: any} | {outcome: 'refused', faults: Fault[]} | {outcome: 'waiting'}} Sent */
/** @typedef {{number?: number, membership: string, judgement: Judgement, isCorrection: boolean}} Entry */
/** @typedef {{number?: number, membership: string, judgement: Judgement, faults: Fault[]}} Refused */
/**
 * What the outbox asks of the session.
 * @typedef {object} Post
 * @property {(judgement: Judgement, isLast: boolean) => Promise<any>} send
 * @property {() => Promise<string | null>} whose the membership that the server takes this browser for
 */

const FIRST_DELAY = 1_000;
const LONGEST_DELAY = 30_000;

/**
 * Events: `change` when the number of waiting judgements or the reason to wait changes; `sent` (detail: {judgement,
 * answer}) whenever one is through, from whichever page; `late` (detail: {judgement, faults}) when one is refused that
 * nobody waits for any more.
 */
export class Outbox extends EventTarget {
  /** Judgements that this device had no room for. @type {Entry[]} */
  #loose = [];
  /** Refused ones that it had no room for. @type {Refused[]} */
  #looseRefused = [];
  /** @type {Map<string, (sent: Sent) => void>} */
  #awaited = new Map();
  /** What came of the first attempt to send what was added last. @type {Promise<unknown>} */
  #attempted = Promise.resolve();
  #membership = '';
  #delay = FIRST_DELAY;
  #timer = 0;
  waiting = 0;
  /** How many of those that wait are first answers. */
  firsts = 0;
  refused = 0;
  /** @type {'delivered' | 'offline' | 'server' | 'denied' | 'other'} */
  state = 'delivered';

  /**
   * @param {Device} device
   * @param {Post} post
   * @param {string} study
   */
  constructor(device, post, study) {
    super();
    this.device = device;
    this.post = post;
    this.lock = `jurybox outbox ${study}`;
    this.pages = globalThis.BroadcastChannel ? new BroadcastChannel(this.lock) : null;
    if (this.pages) this.pages.onmessage = ({ data }) => this.#heard(data);
    addEventListener('online', () => this.retry());
  }

  /** How many judgements only this page holds. */
  get loose() {
    return this.#loose.length + this.#looseRefused.length;
  }

  /** Those of this rater that the server did not accept. @returns {Promise<Refused[]>} */
  async refusals() {
    const kept = /** @type {Refused[]} */ (await this.device.all('refused').catch(() => []));
    return [...kept, ...this.#looseRefused].filter((entry) => entry.membership === this.#membership);
  }

  /** A refused one was opened again. @param {Refused} entry */
  async forget(entry) {
    this.#looseRefused = this.#looseRefused.filter((other) => other !== entry);
    if (entry.number !== undefined) await this.device.delete('refused', entry.number);
    await this.#become(this.state);
  }

  /** What was refused of this stage was mended. @param {{assignment: string, stage: string}} of */
  async forgetOf({ assignment, stage }) {
    for (const entry of await this.refusals()) {
      if (entry.judgement.assignment === assignment && entry.judgement.stage === stage) await this.forget(entry);
    }
  }

  /** Send what this rater left here, and nobody else's. @param {string} membership */
  async begin(membership) {
    this.#membership = membership;
    await this.#become('delivered');
    this.retry();
  }

  /** Those of this rater that wait, in order. @returns {Promise<Entry[]>} */
  async entries() {
    const kept = /** @type {Entry[]} */ (await this.device.all('outbox').catch(() => []));
    return [...kept, ...this.#loose].filter((entry) => entry.membership === this.#membership);
  }

  /**
   * Take a judgement over. Comes back as soon as it is safe on this device.
   * @param {Judgement} judgement
   * @param {boolean} isCorrection
   * @returns {Promise<{sent: Promise<Sent>}>} `sent` says what came of the first attempt; while `waiting` there are more
   */
  async add(judgement, isCorrection) {
    const entry = { membership: this.#membership, judgement, isCorrection };
    const sent = new Promise((/** @type {(sent: Sent) => void} */ resolve) => this.#awaited.set(judgement.id, resolve));
    this.#attempted = sent;
    await this.#keep(entry);
    this.waiting += 1;
    if (!isCorrection) this.firsts += 1;
    if (this.state !== 'delivered') this.#settle(judgement.id, { outcome: 'waiting' });
    this.dispatchEvent(new Event('change'));
    this.#drain();
    return { sent };
  }

  /**
   * What was answered to a stage, where it could not be sent yet; what is on its way arrives first.
   * @param {{assignment: string, stage: string}} of
   */
  async unsent({ assignment, stage }) {
    await this.#attempted;
    const entry = (await this.entries()).findLast(({ judgement }) => judgement.assignment === assignment && judgement.stage === stage);
    if (!entry) return null;
    const { answers, comment, cannot } = entry.judgement;
    return { answers, comment, cannot };
  }

  /** Once the device was full, all go to memory until that is empty: the order stays. @param {Entry} entry */
  async #keep(entry) {
    if (this.#loose.length === 0) {
      const isKept = await this.device.put('outbox', entry).then(() => true, () => false);
      if (isKept) return;
    }
    this.#loose.push(entry);
  }

  /** Try again now. */
  retry() {
    clearTimeout(this.#timer);
    this.#drain();
  }

  async #drain() {
    const trouble = await alone(this.lock, () => this.#sendAll());
    clearTimeout(this.#timer);
    if (!trouble) {
      this.#delay = FIRST_DELAY;
      return;
    }
    if (this.state === 'denied' || this.state === 'other') return;
    this.#timer = setTimeout(() => this.#drain(), trouble.retryAfter ? trouble.retryAfter * 1_000 : this.#delay);
    this.#delay = Math.min(this.#delay * 2, LONGEST_DELAY);
  }

  /** @returns {Promise<{retryAfter: number | null} | null>} null when the box is empty */
  async #sendAll() {
    let isAgain = this.state !== 'delivered';
    for (;;) {
      const [entry, ...others] = await this.entries();
      if (!entry) {
        await this.#become('delivered');
        return null;
      }
      const trouble = await this.#attempt(entry, others.length === 0 && !isAgain);
      if (trouble) return trouble;
      isAgain = false;
    }
  }

  /**
   * One attempt. Null when the entry has left the box.
   * @param {Entry} entry
   * @param {boolean} isLast
   * @returns {Promise<{retryAfter: number | null} | null>}
   */
  async #attempt(entry, isLast) {
    const { judgement } = entry;
    try {
      const answer = await this.post.send(judgement, isLast);
      await this.#leave(entry);
      await this.#become('delivered');
      this.#tell({ judgement, sent: { outcome: 'delivered', answer } });
      return null;
    } catch (error) {
      const answer = error instanceof ServerError ? error : null;
      const state = answer === null ? 'offline' : answer.status === 401 ? 'denied' : answer.passes ? 'server' : await this.#isMine(answer);
      if (answer && state === 'refused') {
        const refused = { membership: entry.membership, judgement, faults: answer.faults };
        await this.device.put('refused', refused).catch(() => this.#looseRefused.push(refused));
        await this.#leave(entry);
        this.#tell({ judgement, sent: { outcome: 'refused', faults: answer.faults } });
        return null;
      }
      await this.#become(/** @type {Outbox['state']} */ (state));
      for (const id of [...this.#awaited.keys()]) this.#settle(id, { outcome: 'waiting' });
      return { retryAfter: answer?.retryAfter ?? null };
    }
  }

  /** An assignment that the server does not know may be another rater's, whose link was opened here since. @param {ServerError} answer */
  async #isMine(answer) {
    if (answer.status !== 404) return 'refused';
    const whose = await this.post.whose().catch(() => null);
    return whose === this.#membership ? 'refused' : 'other';
  }

  /** @param {Entry} entry */
  async #leave(entry) {
    if (entry.number === undefined) this.#loose = this.#loose.filter((other) => other !== entry);
    else await this.device.delete('outbox', entry.number);
  }

  /**
   * Say it on this page and on the others.
   * @param {{judgement: Judgement, sent: Sent}} news
   */
  #tell(news) {
    this.pages?.postMessage({ membership: this.#membership, ...news });
    this.#happened(news);
  }

  /** @param {{membership: string, judgement: Judgement, sent: Sent}} news */
  async #heard(news) {
    if (news.membership !== this.#membership) return;
    await this.#become(this.state === 'denied' ? this.state : 'delivered');
    this.#happened(news);
  }

  /** @param {{judgement: Judgement, sent: Sent}} news */
  #happened({ judgement, sent }) {
    const isAwaited = this.#settle(judgement.id, sent);
    const type = sent.outcome === 'delivered' ? 'sent' : 'late';
    if (type === 'sent' || !isAwaited) this.dispatchEvent(new CustomEvent(type, { detail: { judgement, ...sent } }));
  }

  /**
   * @param {string} id
   * @param {Sent} sent
   */
  #settle(id, sent) {
    const settle = this.#awaited.get(id);
    this.#awaited.delete(id);
    settle?.(sent);
    return settle !== undefined;
  }

  /** @param {Outbox['state']} state */
  async #become(state) {
    this.state = state;
    const entries = await this.entries();
    this.waiting = entries.length;
    this.firsts = entries.filter((entry) => !entry.isCorrection).length;
    this.refused = (await this.refusals()).length;
    this.dispatchEvent(new Event('change'));
  }
}
