// The rater's page for an organiser who looks, loaded before the page's own scripts: here they find a browser that keeps
// nothing, as some are. In a rehearsal this page remembers what is submitted for as long as it is open: the server checks
// it and forgets it.

/** @import {Assigned, Judgement, Next, Packet} from './models/wire.js' */

/** What a page could leave on this device, which is the raters'. */
const KEEPING = ['indexedDB', 'localStorage', 'caches', 'BroadcastChannel'];

/** @param {any} window */
export function keepNothing(window) {
  const nothing = { value: undefined, configurable: true };
  for (const name of KEEPING) Object.defineProperty(window, name, nothing);
  Object.defineProperty(window.navigator, 'serviceWorker', nothing);
}

/** In a frame of another page the focus stays where it is until somebody comes in. @param {any} window */
export function waitToBeEntered({ document, HTMLElement }) {
  const { focus } = HTMLElement.prototype;
  HTMLElement.prototype.focus = function focusHere(/** @type {any[]} */ ...options) {
    if (document.hasFocus()) focus.apply(this, options);
  };
}

export class Rehearsal {
  /** The stages of each assignment, in their order. @type {Map<string, Packet[]>} */
  #packets = new Map();
  /** By assignment and stage. @type {Map<string, Judgement>} */
  #given = new Map();

  /**
   * Stands between the page and the server.
   * @param {(input: any, options?: any) => Promise<Response>} fetch
   * @returns {(input: any, options?: any) => Promise<Response>}
   */
  between(fetch) {
    return async (input, options = {}) => {
      const { method = 'GET', body } = options;
      const path = String(input).split('/api/')[1] ?? '';
      const own = this.answer(method, path);
      if (own !== undefined) return Response.json(own);
      const response = await fetch(input, options);
      return method === 'POST' && response.ok && response.status !== 204 ? this.#heard(path, JSON.parse(body), response) : response;
    };
  }

  /**
   * What only this page can know; undefined where the server is to be asked.
   * @param {string} method
   * @param {string} path
   * @returns {unknown}
   */
  answer(method, path) {
    if (method !== 'GET') return undefined;
    const [what, assignment, stage] = path.split(/[/?]/);
    if (what === 'assignments') return stage ? this.#reopened(assignment, stage) : { assignments: this.#list() };
    if (what === 'glimpses') return { glimpses: [] };
    return what === 'summary' || what === 'pace' ? this.#summary() : undefined;
  }

  /**
   * @param {string} path
   * @param {any} sent
   * @param {Response} response
   */
  async #heard(path, sent, response) {
    if (path === 'judgements' && !isExample(sent)) this.#given.set(keyOf(sent), sent);
    if (path !== 'next') return response;
    const answer = /** @type {Next} */ (await response.json());
    const tasks = answer.units.filter((packet) => !isExample(packet));
    for (const packet of tasks) this.#packets.set(packet.assignment, []);
    for (const packet of tasks) this.#packets.get(packet.assignment)?.push(packet);
    const isFirst = (/** @type {Packet} */ { assignment }) => assignment === sent.first;
    return Response.json({ ...answer, units: [...answer.units].sort((a, b) => Number(isFirst(b)) - Number(isFirst(a))) });
  }

  /** @param {string} assignment @param {string} stage */
  #reopened(assignment, stage) {
    const packet = this.#packets.get(assignment)?.find((one) => one.stage === stage);
    const given = this.#given.get(keyOf({ assignment, stage }));
    return given ? { ...packet, answers: given.answers, comment: given.comment, cannot: given.cannot } : packet;
  }

  /** @returns {Assigned[]} */
  #list() {
    return Array.from(this.#packets, ([assignment, packets]) => {
      const given = packets.filter((packet) => this.#given.has(keyOf(packet)));
      const open = packets.find((packet) => !given.includes(packet));
      const cannot = given.some((packet) => this.#given.get(keyOf(packet))?.cannot);
      const state = cannot ? 'cannot' : open ? 'open' : 'done';
      return { assignment, number: packets[0].number, state, draft: false, stage: open?.stage ?? null, stages: given.map(({ stage }) => stage) };
    });
  }

  #summary() {
    const list = this.#list();
    const count = (/** @type {string} */ state) => list.filter((one) => one.state === state).length;
    const elapsed = [...this.#given.values()].reduce((sum, judgement) => sum + judgement.elapsed_ms, 0);
    return { tasks: count('done'), skipped: count('cannot'), elapsed_ms: elapsed };
  }
}

/** What depends on what was done before the first task. */
const DEPENDS = ['study', 'before', 'examples'];

/** The way to the first task: what was done on it stays here, and is sent along with whatever depends on it. */
export class WayThrough {
  /** @type {{consent: boolean | null, answers: Record<string, string> | null, rounds: number, judgements: Judgement[]}} */
  #past = { consent: null, answers: null, rounds: 0, judgements: [] };

  /**
   * @param {(input: any, options?: any) => Promise<Response>} fetch
   * @returns {(input: any, options?: any) => Promise<Response>}
   */
  between(fetch) {
    return async (input, options = {}) => {
      const { method = 'GET', headers, body } = options;
      const path = String(input).split('/api/')[1] ?? '';
      const sent = body ? JSON.parse(body) : {};
      const depends = method === 'GET' ? DEPENDS.includes(path) : path === 'next' || path === 'before/calibration';
      const asked = { ...options, method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify({ ...sent, past: this.#past }) };
      const response = await fetch(input, depends ? asked : options);
      if (method === 'POST' && response.ok) this.#heard(path, sent);
      return response;
    };
  }

  /** @param {string} path @param {any} sent */
  #heard(path, sent) {
    if (path === 'before/consent') this.#past.consent = sent.given;
    if (path === 'before/questionnaire') this.#past.answers = sent.answers;
    if (path === 'before/calibration') Object.assign(this.#past, { rounds: this.#past.rounds + 1, judgements: [] });
    if (path !== 'judgements' || !isExample(sent)) return;
    const { ahead, way, ...judgement } = sent;
    this.#past.judgements.push(judgement);
  }
}

/** What is asked of a protocol that stands in the editor of the page around this one: it is sent along. */
export class Writing {
  /** @param {{text: string, guidelines: Record<string, string>}} written */
  constructor(written) {
    this.written = written;
  }

  /**
   * @param {(input: any, options?: any) => Promise<Response>} fetch
   * @returns {(input: any, options?: any) => Promise<Response>}
   */
  between(fetch) {
    return (input, options = {}) => {
      const asked = String(input).match(/\/(?:api\/(study|next|examples|judgements)|guideline\/[^/]+)$/);
      if (!asked) return fetch(input, options);
      const sent = asked[1] === 'judgements' ? { judgement: JSON.parse(options.body) } : {};
      const headers = { ...options.headers, 'Content-Type': 'application/json' };
      return fetch(input, { ...options, method: 'POST', headers, body: JSON.stringify({ ...sent, written: this.written }) });
    };
  }
}

/** What stands in a form with `text` and `guideline.LANG`. @param {Iterable<[string, unknown]>} entries */
export function writtenIn(entries) {
  const found = Object.fromEntries(entries);
  const prose = Object.entries(found).filter(([name]) => name.startsWith('guideline.'));
  return { text: String(found.text), guidelines: Object.fromEntries(prose.map(([name, text]) => [name.slice('guideline.'.length), String(text)])) };
}

/** @param {{assignment: string}} of */
const isExample = ({ assignment }) => assignment.startsWith('example-');

/** @param {{assignment: string, stage: string}} of */
const keyOf = (of) => `${of.assignment}/${of.stage}`;

const kind = globalThis.document?.documentElement?.dataset?.preview;
if (kind) keepNothing(globalThis);
if (kind && window.parent !== window) waitToBeEntered(globalThis);
if (kind === 'drive') globalThis.fetch = new WayThrough().between(globalThis.fetch.bind(globalThis));
if (kind === 'written') {
  const entries = JSON.parse(/** @type {HTMLElement} */ (window.frameElement).dataset.sound ?? '[]');
  globalThis.fetch = new Writing(writtenIn(entries)).between(globalThis.fetch.bind(globalThis));
  Object.assign(globalThis, { early: undefined }); // what early.js asked for is the protocol as it was saved
}
if (kind && kind !== 'as') globalThis.fetch = new Rehearsal().between(globalThis.fetch.bind(globalThis));
