// Windows over the page: the list of tasks, to go back or choose, and the keys that work here. Loaded when first asked for.

/** @import {Assigned} from '../models/wire.js' */
/** @import {RaterPage} from '../page/rater_page.js' */

import { button, el, freshId, say, t } from '../../../static/helpers/page.js';
import { QUESTION_TYPES } from '../models/question_types.js';

/** @type {Record<string, string>} */
const STATES = {
  open: 'rate.state_open', draft: 'rate.state_draft', done: 'rate.state_done', cannot: 'rate.state_cannot',
  withdrawn: 'rate.state_withdrawn', waiting: 'rate.state_waiting',
};
const WAYS = { list: 'rate.way_list', stream: 'rate.way_stream' };

/**
 * A window over the page; Escape and its button close it.
 * @param {string} title
 * @param {...(Node | null)} children
 */
function dialog(title, ...children) {
  const id = freshId();
  const close = button(t('rate.close'), () => box.close(), { class: 'button quiet' });
  const box = el('dialog', { class: 'more', 'aria-labelledby': id }, el('header', {}, el('h2', { id, text: title }), close), ...children);
  box.addEventListener('close', () => box.remove());
  document.body.append(box);
  box.showModal();
  return box;
}

/** @param {RaterPage} page */
export async function showTasks(page) {
  const { session } = page;
  const list = el('ol', { class: 'tasks' }, el('li', { text: t('rate.loading') }));
  const box = dialog(t('rate.tasks'), session.study && session.study.ways.length > 1 ? wayChoice(page, () => box.close()) : null, list);
  try {
    const assigned = await session.list();
    const waiting = new Set((await session.outbox.entries()).map(({ judgement }) => judgement.assignment));
    const rows = assigned.map((one, i) => row(page, box, one, nextOpen(assigned, i), waiting.has(one.assignment)));
    list.replaceChildren(...(rows.length > 0 ? rows : [el('li', { text: t('rate.no_tasks') })]));
    list.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
  } catch {
    list.replaceChildren(el('li', { text: t('rate.offline') }));
  }
}

/**
 * The assignment to go on with after one that was chosen.
 * @param {Assigned[]} assigned
 * @param {number} at
 */
function nextOpen(assigned, at) {
  const isOpen = (/** @type {Assigned} */ one) => one.state === 'open' && one !== assigned[at];
  return (assigned.slice(at).find(isOpen) ?? assigned.find(isOpen))?.assignment ?? null;
}

/**
 * @param {RaterPage} page
 * @param {HTMLDialogElement} box
 * @param {Assigned} one
 * @param {string | null} following
 * @param {boolean} isWaiting
 */
function row(page, box, one, following, isWaiting) {
  const { session } = page;
  const state = isWaiting ? 'waiting' : one.state === 'open' && one.draft ? 'draft' : one.state;
  const go = (/** @type {() => void} */ action) => () => (box.close(), action());
  const title = t('rate.task', { n: one.number });
  const isOpen = one.state === 'open' && !isWaiting;
  const doors = isOpen ? [button(title, go(() => page.choose(one.assignment, session.way === 'list' ? following : null)))] : [];
  const shown = isOpen ? one.stages.slice(0, -1) : one.stages;
  for (const stage of isWaiting ? [] : shown) {
    const { title: name = null } = session.study?.protocol.stages.find((other) => other.id === stage) ?? {};
    const label = shown.length > 1 || isOpen ? el('span', {}, isOpen ? '' : `${title}: `, name ? say('b', name) : stage) : title;
    const door = button('', go(() => page.reopen({ assignment: one.assignment, stage })));
    door.append(label);
    doors.push(door);
  }
  return el('li', { class: `is-${state}`, 'aria-current': one.assignment === session.inHand ? 'true' : null }, ...(doors.length > 0 ? doors : [el('span', { text: title })]),
    el('span', { class: 'state', text: t(STATES[state]) }));
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

/** The keys of every task, with the key of their words. @type {[string, string][]} */
const KEYS = [['Ctrl + Enter', 'rate.keys_submit'], ['?', 'rate.keys_help'], ['Tab', 'rate.keys_tab']];

/** @param {RaterPage} page */
export async function showHelp({ main, session, task }) {
  const own = main.querySelector('jb-video') ? (await import('../elements/video.js')).keys : [];
  const asked = Object.entries(QUESTION_TYPES).filter(([type]) => main.querySelector(`jb-${type}`)).flatMap(([, { keys }]) => keys);
  const all = [...(task ? KEYS : []), ...asked, ...own.map(({ keys, textKey }) => [keys.join('  '), textKey])];
  await session.device.opening;
  const saved = session.device.lasts ? t(navigator.serviceWorker ? 'rate.where_saved' : 'rate.where_saved_http') : t('rate.where_saved_page');
  dialog(t('rate.help'), el('dl', { class: 'keys' }, ...all.flatMap(([keys, text]) => [
    el('dt', {}, el('kbd', { text: keys })), el('dd', { text: t(text) }),
  ])), el('h3', { text: t('rate.where_title') }), el('p', { text: saved }));
}
