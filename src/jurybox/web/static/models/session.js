// The rater's session: the conversation with the server, and the units that were fetched and not shown yet.

/** @import {Fault, Guideline, Judgement, Next, Packet, Progress, Study} from './wire.js' */

import { Offline, Outbox, ServerError } from './outbox.js';

/** How many units are asked for at once, so that the page can go on while a judgement waits for the network. */
const AHEAD = 2;

export class Session {
  /** @type {Study | null} */
  study = null;
  /** @type {Progress} */
  progress = { done: 0, left: 0 };
  /** Told once everything is done, where the study has one. @type {string | null} */
  completionCode = null;
  /** @type {Packet[]} */
  #fetched = [];
  /** Stages that were shown and sent (or are on their way): the server may not know yet. */
  #done = new Set();

  constructor() {
    this.outbox = new Outbox((judgement) => request('POST', 'api/judgements', judgement));
  }

  /**
   * Open the session: with a link's token, or with the cookie of an earlier visit.
   * @param {string} token
   * @returns {Promise<Study>}
   */
  async start(token) {
    const answer = token ? await request('POST', 'api/session', { token }) : await request('GET', 'api/study');
    this.study = answer;
    this.progress = answer.progress;
    return answer;
  }

  /**
   * The next stage to do, or the state in which there is none.
   * @returns {Promise<Packet | 'wait' | 'done' | 'closed'>}
   */
  async next() {
    const fetched = this.#fetched.shift();
    if (fetched) return fetched;
    /** @type {Next} */
    const answer = await request('POST', 'api/next', { ahead: AHEAD });
    this.progress = answer.progress;
    const [first, ...rest] = answer.units.filter((packet) => !this.#done.has(keyOf(packet)));
    this.#fetched = rest;
    if (first) return first;
    this.completionCode = answer.completion_code ?? null;
    return answer.state === 'done' && this.outbox.waiting > 0 ? 'wait' : answer.state === 'rate' ? 'wait' : answer.state;
  }

  /** @param {Judgement} judgement */
  async submit(judgement) {
    this.#done.add(keyOf(judgement));
    const sent = await this.outbox.add(judgement);
    if (sent.outcome === 'refused') this.#done.delete(keyOf(judgement));
    else if (this.study?.protocol.stages.at(-1)?.id === judgement.stage) this.#countOne();
    return sent;
  }

  /** A unit is done with its last stage. The server's own count comes with the next units. */
  #countOne() {
    const { done, left } = this.progress;
    this.progress = { done: done + 1, left: Math.max(0, left - 1) };
  }

  /**
   * Keep what is not submitted yet. A draft that fails is no loss: the page still holds it.
   * @param {Packet} packet
   * @param {{answers: object, comment: string | null, cannot: string | null}} draft
   */
  async saveDraft(packet, draft) {
    await request('PUT', `api/drafts/${packet.assignment}/${packet.stage}`, draft);
  }

  /**
   * @param {string} lang
   * @returns {Promise<Guideline>}
   */
  guideline(lang) {
    return request('GET', `guideline/${encodeURIComponent(lang)}`);
  }
}

/** @param {{assignment: string, stage: string}} of */
const keyOf = (of) => `${of.assignment}/${of.stage}`;

/**
 * One request to the study's own API. Paths are relative to the page.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function request(method, path, body) {
  const headers = body === undefined ? undefined : { 'Content-Type': 'application/json' };
  let response;
  try {
    const options = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) };
    response = await fetch(new URL(path, document.baseURI), options);
  } catch {
    throw new Offline(path);
  }
  const data = response.status === 204 ? null : await response.json().catch(() => null);
  if (response.ok) return data;
  throw new ServerError(response.status, faultsOf(data), Number(response.headers.get('Retry-After')) || null);
}

/**
 * @param {any} data
 * @returns {Fault[]}
 */
function faultsOf(data) {
  if (Array.isArray(data?.errors) && data.errors.length > 0) return data.errors;
  return data?.error ? [data.error] : [];
}
