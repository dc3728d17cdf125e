// The outbox: judgements on their way to the server, in order, each sent until the server has answered.
// It lives in memory; what it promises (order, one outcome each) holds for any store behind it.

/** @import {Fault, Judgement} from './wire.js' */

/** The server could not be reached. */
export class Offline extends Error {}

/** The server answered with an error. */
export class ServerError extends Error {
  /**
   * @param {number} status
   * @param {Fault[]} faults
   * @param {number | null} retryAfter seconds
   */
  constructor(status, faults, retryAfter) {
    super(faults[0]?.message ?? String(status));
    this.status = status;
    this.faults = faults;
    this.retryAfter = retryAfter;
  }

  /** Whether sending the same again later may succeed. */
  get passes() {
    return this.status >= 500 || this.status === 429;
  }
}

/** @typedef {{outcome: 'delivered'} | {outcome: 'refused', faults: Fault[]} | {outcome: 'waiting'}} Sent */
/** @typedef {{judgement: Judgement, settle: (sent: Sent) => void, isSettled: boolean}} Entry */

const FIRST_DELAY = 1_000;
const LONGEST_DELAY = 30_000;

/**
 * Events: `change` when the number of waiting judgements or the reason to wait changes; `denied` when the link no
 * longer holds; `late` (detail: {judgement, faults}) when one is refused after the page had gone on.
 */
export class Outbox extends EventTarget {
  /** @type {Entry[]} */
  #entries = [];
  #isRunning = false;
  #wake = () => {};
  /** @type {'delivered' | 'offline' | 'server' | 'denied'} */
  state = 'delivered';

  /** @param {(judgement: Judgement) => Promise<unknown>} send */
  constructor(send) {
    super();
    this.send = send;
    addEventListener('online', () => this.retry());
  }

  /** How many judgements the server does not have yet. */
  get waiting() {
    return this.#entries.length;
  }

  /**
   * Send a judgement. Says what came of the first attempt; while `waiting`, it is sent again until it is through.
   * @param {Judgement} judgement
   * @returns {Promise<Sent>}
   */
  add(judgement) {
    return new Promise((resolve) => {
      /** @type {Entry} */
      const entry = { judgement, isSettled: false, settle: (sent) => ((entry.isSettled = true), resolve(sent)) };
      this.#entries.push(entry);
      if (this.state !== 'delivered') {
        entry.settle({ outcome: 'waiting' });
        this.#become(this.state);
      }
      this.#run();
    });
  }

  /** Try again now. */
  retry() {
    this.#wake();
    this.#run();
  }

  async #run() {
    if (this.#isRunning) return;
    this.#isRunning = true;
    let delay = FIRST_DELAY;
    while (this.#entries.length > 0) {
      const trouble = await this.#attempt(this.#entries[0]);
      if (trouble === null) {
        delay = FIRST_DELAY;
        continue;
      }
      if (this.state === 'denied') break;
      await this.#pause(trouble.retryAfter ? trouble.retryAfter * 1_000 : delay);
      delay = Math.min(delay * 2, LONGEST_DELAY);
    }
    this.#isRunning = false;
  }

  /**
   * One attempt. Null when the entry has left the box.
   * @param {Entry} entry
   * @returns {Promise<{retryAfter: number | null} | null>}
   */
  async #attempt(entry) {
    try {
      await this.send(entry.judgement);
    } catch (error) {
      const answer = error instanceof ServerError ? error : null;
      if (answer && answer.status !== 401 && !answer.passes) {
        this.#refuse(entry, answer.faults);
        return null;
      }
      entry.settle({ outcome: 'waiting' });
      this.#become(answer === null ? 'offline' : answer.status === 401 ? 'denied' : 'server');
      if (answer?.status === 401) this.dispatchEvent(new Event('denied'));
      return { retryAfter: answer?.retryAfter ?? null };
    }
    this.#leave(entry);
    entry.settle({ outcome: 'delivered' });
    return null;
  }

  /**
   * @param {Entry} entry
   * @param {Fault[]} faults
   */
  #refuse(entry, faults) {
    const isLate = entry.isSettled;
    this.#leave(entry);
    entry.settle({ outcome: 'refused', faults });
    if (isLate) this.dispatchEvent(new CustomEvent('late', { detail: { judgement: entry.judgement, faults } }));
  }

  /** @param {Entry} entry */
  #leave(entry) {
    this.#entries = this.#entries.filter((other) => other !== entry);
    this.#become('delivered');
  }

  /** @param {Outbox['state']} state */
  #become(state) {
    this.state = state;
    this.dispatchEvent(new Event('change'));
  }

  /** @param {number} milliseconds */
  #pause(milliseconds) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => (clearTimeout(timer), resolve(undefined));
    });
  }
}
