// Windows over the page: the keys that work here, and questions to the organiser. Loaded when first asked for.

/** @import {RaterPage} from '../page/rater_page.js' */

import { button, el, freshId, t } from '../../../static/helpers/page.js';
import { QUESTION_TYPES } from '../models/question_types.js';

/**
 * A window over the page; Escape and its button close it.
 * @param {string} title
 * @param {...(Node | null)} children
 */
export function dialog(title, ...children) {
  const id = freshId();
  const close = button(t('rate.close'), () => box.close(), { class: 'button quiet' });
  const box = el('dialog', { class: 'more', 'aria-labelledby': id }, el('header', {}, el('h2', { id, text: title }), close), ...children);
  box.addEventListener('close', () => box.remove());
  document.body.append(box);
  box.showModal();
  return box;
}

/** The keys of every task, with the key of their words. @type {[string, string][]} */
const KEYS = [
  ['Enter', 'rate.keys_enter'], ['Ctrl + Enter', 'rate.keys_submit'], ['?', 'rate.keys_help'], ['Tab', 'rate.keys_tab'],
];

/** @param {RaterPage} page */
async function showHelp({ main, session, task }) {
  const own = main.querySelector('jb-video') ? (await import('../elements/video.js')).keys : [];
  const asked = Object.entries(QUESTION_TYPES).filter(([type]) => main.querySelector(`jb-${type}`)).flatMap(([, { keys }]) => keys);
  const segments = main.querySelector('.document') ? [['Alt + ↑ ↓', 'rate.keys_segments']] : [];
  const all = [...(task ? KEYS : []), ...segments, ...asked, ...own.map(({ keys, textKey }) => [keys.join('  '), textKey])];
  await session.device.opening;
  const saved = session.device.lasts ? t(navigator.serviceWorker ? 'rate.where_saved' : 'rate.where_saved_http') : t('rate.where_saved_page');
  dialog(t('rate.help'), el('dl', { class: 'keys' }, ...all.flatMap(([keys, text]) => [
    el('dt', {}, el('kbd', { text: keys })), el('dd', { text: t(text) }),
  ])), el('h3', { text: t('rate.where_title') }), el('p', { text: saved }));
}

/** @param {RaterPage} page */
async function showAsk(page) {
  const body = el('div', { class: 'ask' }, el('p', { text: t('rate.loading') }));
  dialog(t('rate.ask.title'), body);
  const { showEnquiries } = await import('../elements/guideline.js');
  await showEnquiries(body, () => page.inHand?.packet ?? null);
  body.querySelector('textarea')?.focus();
}

export const WINDOWS = {
  help: showHelp,
  ask: showAsk,
  tasks: async (/** @type {RaterPage} */ page) => (await import('./tasks.js')).showTasks(page),
};
