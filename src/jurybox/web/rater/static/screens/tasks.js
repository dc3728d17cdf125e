// The list of tasks: what was rated and what is left, to look back, correct or choose. Loaded when first asked for.

/** @import {Assigned, Glimpse} from '../models/wire.js' */
/** @import {RaterPage} from '../page/rater_page.js' */

import { button, el, formatNumber, freshId, say, t } from '../../../static/helpers/page.js';
import { request } from '../models/request.js';
import { dialog } from './dialogs.js';
import { timeWords } from './time.js';

/** @typedef {Assigned & {shown: string, following: string | null}} Listed with the state that is shown, and what is next */

/** @type {Record<string, string>} */
const STATES = {
  open: 'rate.state_open', draft: 'rate.state_draft', done: 'rate.state_done', cannot: 'rate.state_cannot',
  withdrawn: 'rate.state_withdrawn', waiting: 'rate.state_waiting', again: 'rate.dispute.again',
};
const WAYS = { list: 'rate.way_list', stream: 'rate.way_stream' };
/** How many tasks stand on the page at once; more are a press away. */
const WINDOW = 40;
/** What the list can be narrowed to. @type {[string, (one: Listed) => boolean][]} */
const FILTERS = [
  ['rate.tasks_all', () => true],
  ['rate.tasks_open', ({ shown }) => shown === 'open' || shown === 'draft' || shown === 'again'],
  ['rate.tasks_done', ({ shown }) => shown === 'done' || shown === 'waiting'],
  ['rate.tasks_other', ({ shown }) => shown === 'cannot' || shown === 'withdrawn'],
];

/** @param {RaterPage} page */
export async function showTasks(page) {
  const { session } = page;
  const { tasks, elapsed } = session.pace;
  const body = el('div', { class: 'tasks-body' }, el('p', { text: t('rate.loading') }));
  const box = dialog(t('rate.tasks'),
    tasks > 0 ? el('p', { class: 'note', text: t('rate.pace', { n: tasks, each: timeWords(elapsed / tasks) }) }) : null,
    session.study && session.study.ways.length > 1 ? wayChoice(page, () => box.close()) : null, body);
  box.classList.add('task-list');
  try {
    const assigned = await session.list();
    const waiting = new Set((await session.outbox.entries()).map(({ judgement }) => judgement.assignment));
    const listed = assigned.map((one, i) => ({ ...one, shown: stateOf(one, waiting), following: nextOpen(assigned, i) }));
    if (listed.length === 0) body.replaceChildren(el('p', { text: t('rate.no_tasks') }));
    else new TaskList(page, box, body, listed).show(0);
  } catch {
    body.replaceChildren(el('p', { text: t('rate.offline') }));
  }
}

/** @param {Assigned} one @param {Set<string>} waiting */
const stateOf = (one, waiting) => (waiting.has(one.assignment) ? 'waiting' : one.draft && one.state === 'open' ? 'draft' : one.draft && one.state === 'done' ? 'again' : one.state);

/**
 * The assignment to go on with after one that was chosen.
 * @param {Assigned[]} assigned
 * @param {number} at
 */
function nextOpen(assigned, at) {
  const isOpen = (/** @type {Assigned} */ one) => one.state === 'open' && one !== assigned[at];
  return (assigned.slice(at).find(isOpen) ?? assigned.find(isOpen))?.assignment ?? null;
}

class TaskList {
  #rows = el('ol', { class: 'tasks' });
  #earlier = button(t('rate.tasks_earlier'), () => this.#add(true), { class: 'button quiet' });
  #later = button(t('rate.tasks_later'), () => this.#add(false), { class: 'button quiet' });
  /** @type {Listed[]} */
  #chosen = [];
  #start = 0;
  #end = 0;

  /**
   * @param {RaterPage} page
   * @param {HTMLDialogElement} box
   * @param {HTMLElement} body
   * @param {Listed[]} listed
   */
  constructor(page, box, body, listed) {
    this.page = page;
    this.box = box;
    this.listed = listed;
    const kinds = FILTERS.map(([, keeps]) => listed.filter(keeps).length);
    this.filters = FILTERS.map(([key], i) => button(t(key, { n: kinds[i] }), () => this.show(i), { class: 'button filter' }));
    const used = this.filters.filter((_, i) => i === 0 || (kinds[i] > 0 && kinds[i] < listed.length));
    body.replaceChildren(...(used.length > 1 ? [el('div', { class: 'filters', role: 'group' }, ...used)] : []),
      this.#earlier, this.#rows, this.#later);
  }

  /** Only those that a filter keeps, from around the task in hand. @param {number} filter */
  show(filter) {
    this.filters.forEach((one, i) => (one.ariaPressed = String(i === filter)));
    this.#chosen = this.listed.filter(FILTERS[filter][1]);
    const { inHand } = this.page.session;
    const here = this.#chosen.findIndex(({ assignment }) => assignment === inHand);
    this.#start = Math.max(0, Math.min(here < 0 ? this.#chosen.length : here, this.#chosen.length - WINDOW / 2) - WINDOW / 2);
    this.#end = this.#start;
    this.#rows.replaceChildren();
    this.#add(false);
    (this.#rows.querySelector('[aria-current]') ?? this.#rows.lastElementChild)?.scrollIntoView({ block: 'center' });
  }

  /** A window of further rows. @param {boolean} isBefore */
  #add(isBefore) {
    const [from, to] = isBefore ? [Math.max(0, this.#start - WINDOW), this.#start] : [this.#end, this.#end + WINDOW];
    const some = this.#chosen.slice(from, to);
    const rows = some.map((one) => this.#row(one));
    if (isBefore) this.#rows.prepend(...rows);
    else this.#rows.append(...rows);
    this.#start = Math.min(this.#start, from);
    this.#end = Math.max(this.#end, from + some.length);
    this.#earlier.hidden = this.#start === 0;
    this.#later.hidden = this.#end === this.#chosen.length;
    this.#fill(some, rows);
  }

  /** What may be seen of them: the server says nothing of those that were not opened yet. @param {Listed[]} some @param {HTMLElement[]} rows */
  async #fill(some, rows) {
    const of = some.map(({ assignment }) => assignment).join(',');
    const found = await request('GET', `api/glimpses?of=${of}`).catch(() => ({ glimpses: [] }));
    for (const glimpse of /** @type {Glimpse[]} */ (found.glimpses)) {
      showGlimpse(rows[some.findIndex(({ assignment }) => assignment === glimpse.assignment)], glimpse);
    }
  }

  /** @param {Listed} one */
  #row(one) {
    const { page, box } = this;
    const go = (/** @type {() => void} */ action) => () => (box.close(), action());
    const { inHand, way } = page.session;
    const isOpen = one.state === 'open' && one.shown !== 'waiting';
    const doors = one.shown === 'waiting' ? [] : one.stages;
    const reopen = (/** @type {string} */ stage) => go(() => page.reopen({ assignment: one.assignment, stage }));
    const act = isOpen ? go(() => page.choose(one.assignment, way === 'list' ? one.following : null)) : doors.length > 0 ? reopen(doors[doors.length - 1]) : null;
    const inside = [
      el('span', { class: 'task-name', text: t('rate.task', { n: one.number }) }), el('span', { class: 'task-words' }),
      el('span', { class: 'task-score' }), el('span', { class: 'task-state', text: this.#stateWords(one) }),
    ];
    const others = (isOpen ? doors : doors.slice(0, -1)).map((stage) => button(this.#stageWords(stage), reopen(stage), { class: 'button quiet' }));
    return el('li', { class: `is-${one.shown}`, 'aria-current': one.assignment === inHand ? 'true' : null },
      act ? el('button', { type: 'button', class: 'task-row', on: { click: act } }, ...inside) : el('div', { class: 'task-row' }, ...inside),
      others.length > 0 && el('div', { class: 'task-stages' }, ...others));
  }

  /** Of a task that is half done, which step is next. @param {Listed} one */
  #stateWords({ shown, stage }) {
    const stages = this.page.session.study?.protocol.stages ?? [];
    const at = stages.findIndex(({ id }) => id === stage);
    return shown === 'open' && at > 0 ? t('rate.stage', { number: at + 1, of: stages.length }) : t(STATES[shown]);
  }

  /** @param {string} id */
  #stageWords(id) {
    const title = this.page.session.study?.protocol.stages.find((stage) => stage.id === id)?.title;
    return title ? say('span', title).textContent ?? id : id;
  }
}

/** @param {HTMLElement} row @param {Glimpse} glimpse */
function showGlimpse(row, { words, lang, picture, scores }) {
  const inside = row.querySelector('.task-row');
  const place = row.querySelector('.task-words');
  if (place && words) {
    Object.assign(place, { textContent: words, dir: 'auto' });
    if (lang) place.setAttribute('lang', lang);
  }
  const score = row.querySelector('.task-score');
  if (score && scores.length > 0) score.append(...scoreViews(scores));
  if (!picture) return;
  const image = el('img', { src: picture, alt: '', loading: 'lazy', width: 48, height: 48 });
  image.addEventListener('error', () => image.remove());
  inside?.prepend(image);
}

/** One number, or one for each letter. @param {Glimpse['scores']} scores */
function scoreViews(scores) {
  const said = el('span', { class: 'hidden', text: t('rate.task_score') });
  return [said, ...scores.map(({ target, value }) => el('b', {}, scores.length > 1 && el('small', { text: `${target} ` }), formatNumber(value)))];
}

/**
 * @param {RaterPage} page
 * @param {() => void} close
 */
function wayChoice({ session }, close) {
  const name = freshId();
  const choice = (/** @type {'list' | 'stream'} */ way) => el('label', { class: 'way' },
    el('input', { type: 'radio', name, value: way, checked: session.way === way, on: { change: () => (close(), session.go(way)) } }),
    t(WAYS[way]));
  return el('fieldset', { class: 'ways' }, el('legend', { text: t('rate.ways') }), choice('list'), choice('stream'));
}
