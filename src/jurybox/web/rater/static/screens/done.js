// All is done: thanks, what was done, and the completion code where the study has one. Loaded when it comes to that.

/** @import {Summary} from '../models/wire.js' */
/** @import {RaterPage} from '../page/rater_page.js' */

import { button, el, formatNumber, t } from '../../../static/helpers/page.js';
import { request } from '../models/request.js';
import { offerDisputes } from './disputes.js';
import { timeWords } from './time.js';

/** @param {RaterPage} page */
export async function doneScreen(page) {
  const { completionCode, study } = page.session;
  const code = completionCode ?? study?.completion_code;
  const title = el('h1', { tabindex: -1, text: t('rate.done_title') });
  const figures = el('dl', { class: 'figures' });
  page.put(el('section', { class: 'end card' }, el('div', { class: 'tick', 'aria-hidden': 'true' }), title,
    el('p', { text: t('rate.done') }), figures, code ? codeView(code) : null,
    button(t('rate.done_look'), () => page.showWindow('tasks'), { class: 'button' })));
  const beside = el('div', { class: 'dispute-told' });
  figures.after(beside);
  title.focus();
  offerDisputes(page, beside);
  const summary = await request('GET', 'api/summary').catch(() => null);
  if (summary) figures.append(...figuresOf(summary));
}

/** @param {Summary} summary */
function figuresOf({ tasks, skipped, elapsed_ms: elapsed }) {
  const figure = (/** @type {string} */ key, /** @type {string} */ value) => el('div', {}, el('dt', { text: t(key) }), el('dd', { text: value }));
  return [
    figure('rate.done_tasks', formatNumber(tasks)),
    ...(elapsed >= 1_000 ? [figure('rate.done_time', timeWords(elapsed))] : []),
    ...(skipped > 0 ? [figure('rate.done_skipped', formatNumber(skipped))] : []),
  ];
}

/** @param {string} code */
function codeView(code) {
  const said = el('span', { class: 'note', role: 'status' });
  const copy = button(t('rate.copy'), async () => {
    const isCopied = await navigator.clipboard?.writeText(code).then(() => true, () => false);
    if (!isCopied) getSelection()?.selectAllChildren(output);
    said.textContent = t(isCopied ? 'rate.copied' : 'rate.copy_by_hand');
  });
  const output = el('output', { class: 'code', text: code });
  return el('div', { class: 'completion' }, el('p', { text: t('rate.completion_code') }), el('div', { class: 'row' }, output, copy), said);
}
