// Disputes: an appointed rater decides them one after the other, and raters are told what was decided once the study is
// closed. Loaded where there is nothing to rate.

/** @import {RaterPage} from '../page/rater_page.js' */
/** @import {Packet} from '../models/wire.js' */

import { button, el, spoken, t } from '../../../static/helpers/page.js';
import { fieldView } from '../helpers/fields.js';
import { request } from '../models/request.js';

/** @typedef {{text: string, marks: string[]}} MarkedPart */
/** @typedef {{value: string, text: string, raters: string[], chosen: boolean, marked?: MarkedPart[]}} Choice */
/** @typedef {{question: string, prompt: string, about: string, control: 'options' | 'number' | 'set', options: Choice[], names: Choice[]}} Disputed */
/** @typedef {{assignment: string, stage: string, shown: Packet, questions: Disputed[], comments: {rater: string, text: string}[]}} Dispute */
/** @typedef {{number: number, prompt: string, about: string, said: string, decided: string, said_marked: MarkedPart[], decided_marked: MarkedPart[], reason: string}} Told */

const OTHER = 'other';

/**
 * What there is beside the tasks: disputes to decide, decisions to read, tasks that came back. Nothing where there is none.
 * @param {RaterPage} page
 * @param {HTMLElement} place
 */
export async function offerDisputes(page, place) {
  const ask = (/** @type {string} */ method, /** @type {string} */ path) => request(method, `${path}?lang=${spoken()}`).catch(() => null);
  const [next, told, assigned] = await Promise.all([ask('POST', 'api/disputes/next'), ask('GET', 'api/decisions'), page.session.list().catch(() => [])]);
  const back = assigned.filter(({ state, draft }) => state === 'done' && draft).length;
  if (back > 0) place.append(el('p', { text: t('rate.dispute.came_back', { n: back }) }));
  if (next?.dispute) place.append(button(t('rate.dispute.open'), () => disputeScreen(page, next.dispute, next.waiting), { class: 'button' }));
  if (told?.decisions.length > 0) place.append(decisionsView(told.decisions));
}

/** @param {RaterPage} page */
async function nextDispute(page) {
  const { dispute, waiting } = await request('POST', `api/disputes/next?lang=${spoken()}`);
  disputeScreen(page, dispute, waiting);
}

/**
 * @param {RaterPage} page
 * @param {Dispute | null} dispute
 * @param {number} waiting
 */
function disputeScreen(page, dispute, waiting) {
  const title = el('h1', { tabindex: -1, text: t('rate.dispute.title') });
  const leave = button(t('rate.dispute.back'), () => page.next(), { class: 'button quiet' });
  if (!dispute) {
    page.put(el('section', { class: 'message card' }, title, el('p', { text: t('rate.dispute.none') }), leave));
  } else {
    const fault = el('p', { class: 'fault', role: 'alert', hidden: true });
    const reason = el('textarea', { name: 'reason', rows: 3, required: true, maxlength: 10_000, dir: 'auto' });
    const form = el('form', { class: 'dispute' }, ...dispute.questions.map(questionView),
      ...(dispute.comments.length > 0 ? [commentsView(dispute.comments)] : []),
      el('label', { class: 'dispute-reason' }, t('rate.dispute.reason'), reason), fault,
      el('div', { class: 'row' }, el('button', { class: 'button primary', text: t('rate.dispute.decide') }), leave));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      send(page, dispute, /** @type {HTMLFormElement} */ (form)).catch((error) => {
        fault.textContent = error instanceof Error ? error.message : String(error);
        fault.hidden = false;
      });
    });
    page.put(el('section', { class: 'card' }, title, el('p', { class: 'note', text: t('rate.dispute.hint', { n: waiting }) }), shownView(page, dispute.shown), form));
  }
  title.focus();
}

/** What the stage shows, as in a task. @param {RaterPage} page @param {Packet} packet */
function shownView({ session }, packet) {
  const specs = session.study?.protocol.fields ?? {};
  const views = (/** @type {Record<string, any>} */ fields) => Object.entries(fields).map(([name, value]) =>
    fieldView({ spec: specs[name], value, lang: packet.langs[name] ?? null, hasLabel: true }));
  return el('div', { class: 'dispute-shown' }, ...views(packet.fields), ...packet.segments.flatMap(({ fields }) => views(fields)),
    ...packet.candidates.map(({ letter, fields, segments }) => el('div', { class: 'made' }, el('b', { text: letter }), ...views(fields), ...segments.flatMap(views))));
}

/** @param {Disputed} asked */
function questionView({ question, prompt, about, control, options, names }) {
  const name = nameOf(question, about);
  const legend = el('legend', {}, about ? el('b', { text: `${about} ` }) : null, el('span', { dir: 'auto', text: prompt }));
  const isSet = control === 'set';
  const rows = (isSet ? names : options).map(({ value, text, raters, marked }) => el('label', { class: 'dispute-choice' },
    el('input', { type: isSet ? 'checkbox' : 'radio', name, value, required: !isSet }),
    marked?.length ? markedView(marked) : el('span', { dir: 'auto', text: text === '=' ? t('rate.dispute.tie') : text }), el('span', { class: 'note', text: raters.join(' ') })));
  const other = control !== 'number' ? null : el('label', { class: 'dispute-choice' }, el('input', { type: 'radio', name, value: OTHER }),
    t('rate.dispute.other'), el('input', { type: 'number', step: 'any', name: `${OTHER} ${name}`, 'aria-label': t('rate.dispute.other') }));
  return el('fieldset', {}, legend, ...rows, other);
}

/** Marks in their text, each with its label. @param {MarkedPart[]} parts */
const markedView = (parts) => el('span', { class: 'marked', dir: 'auto' }, ...parts.map(({ text, marks }) =>
  (marks.length > 0 ? el('mark', {}, text, el('small', { text: marks.join(', ') })) : text)));

/** @param {string} question @param {string} about */
const nameOf = (question, about) => `${question} ${about || 'unit'}`;

/** @param {{rater: string, text: string}[]} comments */
const commentsView = (comments) => el('div', {}, el('h2', { text: t('rate.dispute.comments') }),
  el('ul', {}, ...comments.map(({ rater, text }) => el('li', {}, el('b', { text: `${rater} ` }), el('span', { dir: 'auto', text })))));

/**
 * @param {RaterPage} page
 * @param {Dispute} dispute
 * @param {HTMLFormElement} form
 */
async function send(page, { assignment, stage, questions }, form) {
  const data = new FormData(form);
  /** @type {Record<string, Record<string, unknown>>} */
  const answers = {};
  for (const { question, about, control } of questions) {
    const name = nameOf(question, about);
    const given = String(data.get(name) ?? '');
    const value = control === 'set' ? data.getAll(name).map((one) => JSON.parse(String(one)))
      : given === OTHER ? Number(data.get(`${OTHER} ${name}`)) : given ? JSON.parse(given) : null;
    if (value !== null) (answers[question] ??= {})[about || 'unit'] = value;
  }
  await request('POST', 'api/decisions', { assignment, stage, answers, reason: String(data.get('reason') ?? ''), lang: spoken() });
  await nextDispute(page);
}

/** @param {Told[]} decisions */
const decisionsView = (decisions) => el('div', { class: 'dispute-told' }, el('h2', { text: t('rate.dispute.decisions') }),
  el('ul', {}, ...decisions.map(({ number, prompt, about, said, decided, said_marked: own, decided_marked: settled, reason }) => el('li', {},
    el('p', {}, el('b', { text: [t('rate.task', { n: number }), about].filter(Boolean).join(' · ') }), ' ', el('span', { dir: 'auto', text: prompt })),
    ...(own.length + settled.length > 0
      ? [el('p', {}, t('rate.dispute.you_said', { said: '' }), ' ', markedView(own)), el('p', {}, t('rate.dispute.decided', { said: '' }), ' ', markedView(settled))]
      : [el('p', { text: `${t('rate.dispute.you_said', { said })} · ${t('rate.dispute.decided', { said: decided })}` })]),
    el('p', { class: 'note', dir: 'auto', text: reason })))));
