// The rater's session: the conversation with the server, the units that were fetched and not shown yet, and drafts.

/** @import {Assigned, Draft, Judgement, Next, Packet, Progress, Study} from './wire.js' */
/** @import {Device} from './device.js' */

import { media } from './device.js';
import { Outbox } from './outbox.js';
import { askFirst, fingerprint } from './opening.js';
import { Pace } from './pace.js';
import { isPassing, OtherRater, request } from './request.js';
import { isAnswered } from './stage.js';

/** How many units are held, so that the page can go on while a judgement waits for the network. */
const AHEAD = 4;

export class Session {
  /** @type {Study | null} */
  study = null;
  /** @type {Progress} */
  progress = { done: 0, left: 0, sure: true };
  pace = new Pace();
  /** Told once everything is done, where the study has one. @type {string | null} */
  completionCode = null;
  /** What there is to wait for, where it is not others. @type {Next['waits']} */
  waits;
  /** Rises when the panel has something new. */
  news = 0;
  /** Whether the study came from this device, because the server could not be reached. */
  isFromDevice = false;
  /** @type {'list' | 'stream'} */
  way = 'list';
  /** The stage in hand. @type {Packet | null} */
  #current = null;
  #link = 0;
  /** The answer with the first units, where it was asked for early. @type {Promise<Next> | null} */
  #early = null;
  /** @type {Packet[]} */
  #fetched = [];
  /** What was begun here of the unit that comes next, looked up while a judgement is being kept. @type {{key: string, kept: Promise<any>} | null} */
  #peeked = null;
  /** Stages that were sent or are on their way: the server may not know yet. */
  #done = new Set();
  /** What was submitted last in this visit. @type {Packet | null} */
  #submitted = null;

  /** @param {Device} device */
  constructor(device) {
    this.device = device;
    this.outbox = new Outbox(device, {
      send: (judgement, isLast) => request('POST', 'api/judgements', isLast ? { ...judgement, ahead: AHEAD, way: this.way } : judgement),
      whose: async () => (await request('GET', 'api/study')).membership,
    }, location.pathname);
    this.outbox.addEventListener('sent', (event) => this.#sent(/** @type {CustomEvent} */ (event).detail));
  }

  get membership() {
    return this.study?.membership ?? '';
  }

  /** The assignment in hand. */
  get inHand() {
    return this.#current?.assignment ?? null;
  }

  /** Whether there is a unit to go on with at once. */
  get isAhead() {
    return this.#fetched.length > 0;
  }

  /**
   * Open the session: with a link's token, with the cookie of an earlier visit, or, offline, with what is kept here.
   * @param {string} token
   * @param {(study: Study) => void} prepare what can be done while the first unit is on its way
   * @returns {Promise<Study>}
   */
  async start(token, prepare) {
    const asked = askFirst(token, AHEAD);
    asked.then((study) => (prepare(study), this.#askEarly(study)), () => {}); // what failed is looked at below
    const kept = await this.device.get('about', 'study').catch(() => undefined);
    this.#link = token ? fingerprint(token) : kept?.link;
    try {
      const { next, ...study } = await asked;
      this.study = /** @type {Study} */ (study);
      this.isFromDevice = false;
    } catch (error) {
      if (!isPassing(error) || !kept || kept.link !== this.#link) throw error;
      this.study = /** @type {Study} */ (kept.study);
      this.isFromDevice = true;
    }
    const { membership } = this.study;
    const way = await this.device.get('about', `way ${membership}`).catch(() => undefined);
    this.way = this.study.ways.includes(way) ? way : (this.study.ways[0] ?? 'list');
    this.#show(this.study.progress);
    await this.outbox.begin(membership);
    this.#done = new Set((await this.outbox.entries()).map(({ judgement }) => keyOf(judgement)));
    const packets = this.isFromDevice ? await this.device.all('packets').catch(() => []) : [];
    this.#fetched = packets.flatMap((entry) => (entry.membership === membership ? entry.packets : [])).filter((p) => this.#isToDo(p));
    this.#count(this.outbox.firsts);
    return this.study;
  }

  /** Where the rater has no way to choose, the first units are asked for while this device is still looked into. @param {Study} study */
  #askEarly({ next, ways }) {
    if (!next && ways.length > 1) return;
    this.#early = next ? Promise.resolve(next) : request('POST', 'api/next', { ahead: AHEAD, way: ways[0] });
    this.#early.catch(() => {});
  }

  /**
   * The next stage to do, or the state in which there is none.
   * @param {string | null} first the assignment that is to come first
   * @returns {Promise<Packet | Next['state']>}
   */
  async next(first = null) {
    this.#putBack();
    const fetched = first ? undefined : this.#fetched.shift();
    if (fetched) return this.#hold(fetched);
    const early = first ? null : this.#early;
    this.#early = null;
    const answer = await (early ?? request('POST', 'api/next', { ahead: AHEAD, way: this.way, first }));
    this.#receive(answer);
    if (this.#fetched.length > 0) return this.#hold(/** @type {Packet} */ (this.#fetched.shift()));
    this.completionCode = answer.completion_code ?? null;
    if (answer.state === 'rate') this.waits ??= 'more'; // nobody else holds anything up
    return answer.state === 'done' && this.outbox.waiting > 0 ? 'wait' : answer.state === 'rate' ? 'wait' : answer.state;
  }

  /** @param {Packet} packet */
  #hold(packet) {
    this.#current = packet;
    media(this.study).then((known) => known?.keepMedia(null, this.study, this.#fetched, packet));
    return packet;
  }

  /** What is in hand and not submitted comes again. */
  #putBack() {
    const packet = this.#current;
    this.#current = null;
    if (packet && !isAnswered(packet) && this.#isToDo(packet)) this.#fetched.unshift(packet);
  }

  /** What came meanwhile, after a time without the server. */
  async catchUp() {
    this.#receive(await request('POST', 'api/next', { ahead: AHEAD, way: this.way }));
    this.isFromDevice = false;
  }

  /** @param {Next} answer */
  #receive(answer) {
    if (answer.membership !== this.membership) throw new OtherRater();
    this.news = answer.news ?? this.news;
    this.waits = answer.waits;
    this.#show(answer.progress);
    this.#count(this.outbox.firsts);
    this.#fetched = answer.units.filter((packet) => this.#isToDo(packet));
    this.device.put('packets', { membership: this.membership, packets: answer.units }, this.membership).catch(() => {});
    media(this.study).then((known) => known?.keepMedia(answer.units, this.study, this.#fetched, this.#current));
  }

  /** @param {Packet} packet */
  #isToDo(packet) {
    const key = keyOf(packet);
    return !(this.#current && keyOf(this.#current) === key) && !this.#done.has(key);
  }

  /** The server's count, which is kept with the study. @param {Progress} progress */
  #show(progress) {
    this.progress = progress;
    this.study = { .../** @type {Study} */ (this.study), progress };
    this.device.put('about', { study: this.study, link: this.#link }, 'study').catch(() => {}); // a full device still rates online
  }

  /** What the server doesn't have yet is done all the same. @param {number} n */
  #count(n) {
    const { done, left, sure } = this.progress;
    this.progress = { done: done + n, left: Math.max(0, left - n), sure };
  }

  /**
   * Take a judgement over; it is safe when this comes back.
   * @param {Judgement} judgement
   * @param {Packet} packet what it is about
   */
  async submit(judgement, packet) {
    const isCorrection = isAnswered(packet);
    const key = keyOf(judgement);
    this.#done.add(key);
    this.#fetched = this.#fetched.filter((packet) => keyOf(packet) !== key);
    const [following] = this.#fetched;
    this.#peeked = following ? { key: keyOf(following), kept: this.#keptDraft(keyOf(following)) } : null;
    const { sent } = await this.outbox.add(judgement, isCorrection || packet.example !== undefined);
    this.#submitted = packet;
    if (!packet.example && !isCorrection) this.#count(1);
    if (packet.example) this.pace.begin(judgement);
    else this.pace.count(judgement, !isCorrection && packet.stage === this.study?.protocol.stages[0].id);
    await this.leaveUnchanged(packet);
    if (this.outbox.refused > 0) await this.outbox.forgetOf(judgement);
    return { sent };
  }

  /** @param {{judgement: Judgement, answer: any}} detail */
  #sent({ judgement, answer }) {
    const key = keyOf(judgement);
    if (answer?.standing !== 'closed') this.#done.add(key);
    else this.#done.delete(key); // it comes back if the study is opened again, but not at once
    if (this.#current && keyOf(this.#current) === key) this.#current = null;
    if (answer?.next) this.#receive(answer.next);
  }

  // --- going back, and choosing

  /** @returns {Promise<Assigned[]>} */
  async list() {
    return (await request('GET', 'api/assignments')).assignments;
  }

  /**
   * A stage that was shown before, with the answers given then.
   * @param {string} assignment
   * @param {string} stage
   * @returns {Promise<Packet>}
   */
  async reopen(assignment, stage) {
    const last = this.#submitted;
    const unsent = last?.assignment === assignment && last.stage === stage ? await this.outbox.unsent(last) : null;
    const packet = unsent && last ? { ...last, ...unsent, draft: null } : await request('GET', `api/assignments/${assignment}/${stage}`);
    this.#putBack();
    return this.#hold(packet);
  }

  /** @param {'list' | 'stream'} way */
  go(way) {
    this.way = way;
    this.#fetched = [];
    this.device.put('about', way, `way ${this.membership}`).catch(() => {});
  }

  /** @returns {Promise<{unread: number, changed: string[]}>} */
  findNews() {
    return request('GET', 'api/news');
  }

  // --- drafts: on the device at once, on the server soon

  /** @param {string} key */
  #draftKey(key) {
    return `${this.membership}/${key}`;
  }

  /** @param {Packet} packet @param {Draft} draft @param {boolean} isSent */
  keepDraft(packet, draft, isSent = false) {
    return this.device.put('drafts', { draft, isSent }, this.#draftKey(keyOf(packet)));
  }

  /** @param {Packet} packet @param {Draft} draft */
  async sendDraft(packet, draft, parts = [draft]) {
    const held = this.#current;
    await Promise.all(parts.map((part) => request('PUT', `api/drafts/${packet.assignment}/${packet.stage}`, part)));
    if (held && keyOf(held) === keyOf(packet)) held.draft = draft;
    await this.keepDraft(packet, draft, true).catch(() => {});
  }

  /** @param {string} key */
  #keptDraft(key) {
    return this.device.get('drafts', this.#draftKey(key)).catch(() => undefined);
  }

  /** What was begun here and never reached the server, else what the server has. @param {Packet} packet */
  async draftOf(packet) {
    const key = keyOf(packet);
    const peeked = this.#peeked;
    this.#peeked = null;
    const kept = await (peeked?.key === key ? peeked.kept : this.#keptDraft(key));
    return kept && !kept.isSent ? /** @type {Draft} */ (kept.draft) : packet.draft;
  }

  // --- corrections: on the device alone, until they are submitted

  /** That this stage is being corrected, so that it is gone on with after a reload. @param {Packet} packet */
  keepCorrection(packet) {
    return this.device.put('about', { ...packet, draft: null }, `correction ${this.membership}`).catch(() => {});
  }

  /** The stage that is being corrected. @returns {Promise<Packet | undefined>} */
  correction() {
    return this.device.get('about', `correction ${this.membership}`).catch(() => undefined);
  }

  /** What was begun of a stage is not wanted any more, or was submitted. @param {Packet} packet */
  async leaveUnchanged(packet) {
    this.device.delete('drafts', this.#draftKey(keyOf(packet))).catch(() => {});
    if (isAnswered(packet)) await this.device.delete('about', `correction ${this.membership}`).catch(() => {});
  }
}

/** @param {{assignment: string, stage: string}} of */
export const keyOf = (of) => `${of.assignment}/${of.stage}`;
