// Before the first task: consent, a few questions about the rater, and worked examples with what the guideline says.
// Loaded only where a study asks for it.
//
// Module   showBefore(page)                       the step that is to be done next
//          feedbackScreen(page, rated, feedback)  what the guideline says to an example that was just rated

/** @import {Feedback} from '../models/wire.js' */
/** @import {StageInHand} from '../models/stage.js' */
/** @import {RaterPage} from '../page/rater_page.js' */

import { button, el, freshId, say, spoken, t, wordsOf } from '../../../static/helpers/page.js';
import { request, ServerError } from '../models/request.js';
import { proseOf } from '../elements/guideline.js';
import { showFeedback } from './feedback.js';
import { resultScreen } from './result.js';
import { welcome } from './welcome.js';

/** What was typed, should the page be shown again in another language. @type {Record<string, string>} */
let typed = {};
/** Whether somebody who declined wants to read the text again. */
let thinksAgain = false;

/** @param {RaterPage} page */
export async function showBefore(page) {
  const before = await request('GET', 'api/before');
  const steps = { consent, questionnaire, calibration };
  const step = before.steps.indexOf(before.step);
  if (step < 0) return page.next();
  const where = before.steps.length > 1 && el('p', { class: 'step-of', text: t('rate.stage', { number: step + 1, of: before.steps.length }) });
  return steps[/** @type {keyof typeof steps} */ (before.step)](page, before, where);
}

/**
 * Send something and go on; what went wrong is said beside the button.
 * @param {RaterPage} page
 * @param {string} path
 * @param {() => object | undefined} body
 * @param {HTMLElement} trouble
 * @param {(error: ServerError) => void} [refused]
 */
const sending = (page, path, body, trouble, refused) => async () => {
  try {
    await request('POST', `api/before/${path}`, body());
    await page.next();
  } catch (error) {
    if (error instanceof ServerError && refused) return refused(error);
    trouble.textContent = error instanceof ServerError && error.faults[0]?.message || t('rate.offline');
  }
  return undefined;
};

const troublePlace = () => el('p', { class: 'trouble', role: 'alert' });

/**
 * @param {RaterPage} page
 * @param {any} before
 * @param {Node | false} where
 */
function consent(page, { consent: { texts, said } }, where) {
  if (said === false && !thinksAgain) {
    return welcome(page, t('rate.welcome.declined_title'), el('p', { text: t('rate.welcome.declined') }),
      button(t('rate.welcome.think_again'), () => ((thinksAgain = true), showBefore(page))));
  }
  const lang = [spoken(), spoken().split('-')[0], 'en'].find((tag) => tag in texts) ?? Object.keys(texts)[0];
  const { html, hash, checks } = texts[lang];
  const trouble = troublePlace();
  const answer = (/** @type {boolean} */ given) => sending(page, 'consent', () => ((thinksAgain = false), { lang, hash, given }), trouble);
  return welcome(page, t('rate.welcome.consent_title'), where, el('div', { class: 'prose', lang, dir: 'auto' }, ...proseOf(html)), checks && el('p', { text: checks, lang, dir: 'auto' }), trouble,
    el('div', { class: 'row' }, button(t('rate.welcome.agree'), answer(true), { class: 'button primary' }),
      button(t('rate.welcome.decline'), answer(false))));
}

/**
 * @param {RaterPage} page
 * @param {any} before
 * @param {Node | false} where
 */
function questionnaire(page, { questionnaire: { questions, answers } }, where) {
  typed = { ...answers, ...typed };
  const trouble = troublePlace();
  const fields = questions.map((/** @type {any} */ question) => questionField(question));
  const refused = (/** @type {ServerError} */ { faults }) => {
    for (const { row, name } of fields) {
      const fault = faults.find((one) => one.where === `answers.${name}`);
      row.querySelector('.trouble').textContent = fault ? (fault.code === 'answer.missing' ? t('error.answer.missing') : fault.message) : '';
    }
    trouble.textContent = '';
    fields.find((/** @type {any} */ { row }) => row.querySelector('.trouble').textContent)?.row.querySelector('input, select').focus();
  };
  const send = sending(page, 'questionnaire', () => ({ answers: typed, lang: spoken() }), trouble, refused);
  const form = el('form', { class: 'stack', novalidate: true }, ...fields.map((/** @type {any} */ { row }) => row), trouble,
    el('button', { class: 'button primary', text: t('rate.welcome.go_on') }));
  form.addEventListener('submit', (event) => (event.preventDefault(), send()));
  welcome(page, t('rate.welcome.about_title'), where, el('p', { text: t('rate.welcome.about') }), form);
}

/** What a question about the rater is answered in, by its type. */
const INPUTS = {
  text: (/** @type {any} */ attributes) => el('input', { type: 'text', maxlength: 500, autocomplete: 'off', dir: 'auto', ...attributes }),
  choice: (/** @type {any} */ attributes, /** @type {any[]} */ options) => el('select', attributes, el('option', { value: '', text: '–' }),
    ...options.map(({ id, label }) => el('option', { value: id, text: wordsOf(label) }))),
};

/** @param {any} question */
function questionField({ id: name, prompt, type, options, required }) {
  const id = freshId();
  const attributes = { id, 'aria-required': String(required), 'aria-describedby': `${id}-trouble` };
  const field = INPUTS[/** @type {keyof typeof INPUTS} */ (type)](attributes, options);
  field.value = typed[name] ?? '';
  field.addEventListener('input', () => (typed[name] = field.value));
  const label = say('label', prompt, { for: id });
  if (!required) label.append(' ', el('span', { class: 'note', text: `(${t('rate.optional')})` }));
  const row = el('div', { class: 'about-row' }, label, field, el('p', { class: 'trouble', id: `${id}-trouble` }));
  return { row, name };
}

/**
 * @param {RaterPage} page
 * @param {any} before
 * @param {Node | false} where
 */
function calibration(page, { calibration: asked }, where) {
  if (asked.result) return resultScreen(page, asked);
  const trouble = troublePlace();
  return welcome(page, t('rate.welcome.examples_title'), where, el('p', { text: t('rate.welcome.examples', { n: asked.examples }) }), trouble,
    button(t('rate.welcome.begin'), sending(page, 'calibration', () => undefined, trouble), { class: 'button primary' }));
}

/**
 * @param {RaterPage} page
 * @param {StageInHand} rated
 * @param {Feedback} feedback
 */
export const feedbackScreen = (page, rated, feedback) => showFeedback(page, rated, feedback);
