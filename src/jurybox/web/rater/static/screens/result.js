// How a round of worked examples went: question by question, what to read again, and what happens now.
//
// Module   resultScreen(page, calibration)

/** @import {AskedCalibration, CalibrationResult, Question, QuestionResult, WorkedExample} from '../models/wire.js' */
/** @import {RaterPage} from '../page/rater_page.js' */

import { button, byId, el, formatNumber, say, t, wordsOf } from '../../../static/helpers/page.js';
import { exampleView, findIn } from '../elements/guideline.js';
import { request, ServerError } from '../models/request.js';
import { styled } from './states.js';
import { welcome } from './welcome.js';

/** How much of an example's text names it where it has no title. */
const FIRST_WORDS = 60;

/**
 * @param {RaterPage} page
 * @param {AskedCalibration} calibration
 */
export async function resultScreen(page, calibration) {
  const result = /** @type {CalibrationResult} */ (calibration.result);
  const { examples } = result.examples.length > 0 ? await request('GET', 'api/examples') : { examples: [] };
  await styled(page);
  page.show(() => welcome(page, t(`rate.result.${result.now}_title`),
    el('p', { class: 'notice', text: shareWords(calibration, result) }), el('p', { text: meaning(page, calibration, result) }), questionTable(page, result),
    readAgain(page, result, examples), ...whatNow(page, calibration, result)));
}

/**
 * @param {AskedCalibration} calibration
 * @param {CalibrationResult} result
 */
function shareWords({ share }, { agrees, within, of }) {
  return `${t('rate.welcome.result', { good: agrees + within, of })} ${t('rate.result.wanted', { n: Math.ceil(share * of - 1e-9) })}`;
}

/** @param {RaterPage} page @param {string} id */
const questionOf = (page, id) => page.session.study?.protocol.stages.flatMap(({ ask }) => ask).find((question) => question.id === id);

/**
 * When an answer counts as right; what is near enough depends on how it is given.
 * @param {RaterPage} page
 * @param {AskedCalibration} calibration
 * @param {CalibrationResult} result
 */
function meaning(page, { tolerance }, { questions }) {
  const types = questions.map(({ question }) => questionOf(page, question)?.type);
  const near = questions.flatMap(({ near: range }) => (range ? [range] : []));
  const numbers = new Set(near.map(([least, most]) =>
    t(least === most ? 'rate.result.near_number' : 'rate.result.near_numbers', { least: formatNumber(least), most: formatNumber(most) })));
  const steps = ['scale', 'marks'].filter((type) => tolerance >= 1 && types.some((one) => one === type));
  return [t('rate.result.right'), ...steps.map((type) => t(`rate.result.near_${type}`, { n: Math.floor(tolerance) })), ...numbers].join(' ');
}

/**
 * @param {RaterPage} page
 * @param {CalibrationResult} result
 */
function questionTable(page, { questions }) {
  const heads = ['rate.welcome.question', 'rate.result.agree', 'rate.result.close', 'rate.result.differ'];
  const row = (/** @type {QuestionResult} */ { question: id, agrees, within, off }) => {
    const question = questionOf(page, id);
    const head = { role: 'rowheader', scope: 'row' };
    return el('tr', { role: 'row' }, question ? say('th', question.prompt, head) : el('th', { ...head, text: id }),
      ...[agrees, within, off].map((n, i) => el('td', { role: 'cell', 'data-name': t(heads[i + 1]), text: n })));
  };
  // Roles are said although the elements have them: on a narrow screen the style makes blocks of them, which takes them away.
  return el('table', { class: 'result', role: 'table' },
    el('thead', { role: 'rowgroup' }, el('tr', { role: 'row' }, ...heads.map((key) => el('th', { role: 'columnheader', scope: 'col', text: t(key) })))),
    el('tbody', { role: 'rowgroup' }, ...questions.map(row)));
}

/**
 * The parts of the questions, and the examples, where the rater differs; each opens at its place.
 * @param {RaterPage} page
 * @param {CalibrationResult} result
 * @param {WorkedExample[]} examples
 */
function readAgain(page, { questions, examples: rated }, examples) {
  const parts = questions.filter(({ off }) => off > 0).flatMap(({ question, again }) => partView(page, questionOf(page, question), again));
  const shown = rated.flatMap(({ number, off }) => examples.filter((one) => one.number === number).map((one) => exampleAgain(page, one, off)));
  if (parts.length + shown.length === 0) return null;
  return el('section', { class: 'again' }, el('h2', { text: t('rate.result.read') }), ...parts, ...shown,
    hasGuideline(page) && button(t('rate.result.open_guideline'), () => openGuideline(page, [])));
}

/**
 * Open the guideline at the first of these words that stand in it; at its beginning where none do.
 * @param {RaterPage} page
 * @param {string[]} words
 */
async function openGuideline(page, words) {
  const details = byId('guideline', HTMLDetailsElement);
  if (!details.open) {
    const opened = new Promise((resolve) => details.addEventListener('toggle', resolve, { once: true }));
    details.open = true;
    await opened;
  }
  await page.panel.filled;
  details.scrollIntoView({ block: 'start' });
  if (!findIn(byId('guideline-body', HTMLElement), words)) details.querySelector('summary')?.focus();
}

/** @param {RaterPage} page */
const hasGuideline = (page) => (page.session.study?.guideline_languages.length ?? 0) > 0;

/**
 * How a question is to be answered, what it says of the levels, options, tags or labels that the guideline has and the rater has not, and
 * the way to their place in the guideline.
 * @param {RaterPage} page
 * @param {Question | undefined} question
 * @param {(string | number)[]} names
 */
function partView(page, question, names) {
  if (!question) return [];
  const known = [
    ...(question.levels ?? []).map((level) => ({ ...level, id: level.value, number: formatNumber(level.value) })), ...(question.options ?? []),
    ...(question.categories ?? []).flatMap(({ tags }) => tags), ...(question.labels ?? []),
  ];
  const found = names.flatMap((name) => known.filter(({ id }) => id === name));
  if (found.length === 0 && !question.help) return [];
  const list = found.map(({ label, definition, ...rest }) => el('div', {},
    el('dt', {}, 'number' in rest && `${rest.number} `, say('span', label)), definition && say('dd', definition)));
  return [el('details', {}, el('summary', {}, say('span', question.prompt)), question.help && say('p', question.help), el('dl', {}, ...list),
    hasGuideline(page) && button(t('rate.result.find'), () => openGuideline(page, [...found.map(({ label }) => wordsOf(label)), wordsOf(question.prompt)])))];
}

/**
 * @param {RaterPage} page
 * @param {WorkedExample} example
 * @param {number} off
 */
function exampleAgain(page, example, off) {
  const name = example.title ? wordsOf(example.title) : firstWords(example);
  return el('details', {},
    el('summary', {}, el('span', { text: t('rate.result.example', { number: example.number ?? 0, name }) }), ' ',
      el('span', { class: 'note', text: t('rate.result.differ_in', { n: off }) })),
    ...exampleView(page.session, example, example.answers), example.note && say('p', example.note, { class: 'note' }));
}

/** @param {WorkedExample} example */
function firstWords({ candidates, segments, fields }) {
  const shown = [...Object.values(candidates[0]?.fields ?? {}), ...Object.values(candidates[0]?.segments[0] ?? {}),
    ...Object.values(segments[0]?.fields ?? {}), ...Object.values(fields)];
  const text = shown.find((value) => typeof value === 'string');
  return typeof text !== 'string' ? '' : text.length > FIRST_WORDS ? `${text.slice(0, FIRST_WORDS)}…` : text;
}

/**
 * @param {RaterPage} page
 * @param {AskedCalibration} calibration
 * @param {CalibrationResult} result
 */
function whatNow(page, { rounds }, { now, round, completion_code: code }) {
  const trouble = el('p', { class: 'trouble', role: 'alert' });
  const left = rounds === null ? null : rounds - round;
  const words = now === 'again' && left !== null ? t('rate.result.again_left', { n: left }) : t(`rate.result.${now}`);
  const goOn = button(t(now === 'again' ? 'rate.try_again' : 'rate.result.begin'), () => follow(page, now, trouble), { class: 'button primary' });
  return [el('h2', { text: t('rate.result.now') }), el('p', { text: words }),
    code && el('p', {}, t('rate.completion_code'), ' ', el('output', { class: 'code', text: code })), trouble, now !== 'stop' && goOn];
}

/**
 * @param {RaterPage} page
 * @param {CalibrationResult['now']} now
 * @param {HTMLElement} trouble
 */
async function follow(page, now, trouble) {
  try {
    if (now === 'again') await request('POST', 'api/before/calibration');
    await page.next();
  } catch (error) {
    trouble.textContent = (error instanceof ServerError && error.faults[0]?.message) || t('rate.offline');
  }
}
