// The rater's page: opens the session with the link's token, then shows one stage after the other until all is done.

/** @import {Fault, Packet, Study} from './models/wire.js' */
/** @import {Task} from './elements/task.js' */

import { faultWords, loadElements } from './elements/task.js';
import { button, el, isWriting, knows, present, speak, spoken, t } from './helpers/page.js';
import { Offline, ServerError } from './models/outbox.js';
import { Session } from './models/session.js';
import { Stopwatch, Unit } from './models/unit.js';

const DRAFT_DELAY = 2_000;
const LOOK_AGAIN = 30_000;
const LANGUAGE = 'jurybox.language';

const session = new Session();
const stopwatch = new Stopwatch();
/** The stage in hand. @type {Unit | null} */
let unit = null;
/** What was last shown, to show it again in another language. */
let screen = () => {};
/** What to do as soon as the server can be reached again. @type {(() => void) | null} */
let resume = null;
let draftTimer = 0;
let lookTimer = 0;

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 */
function byId(id, kind) {
  const node = document.getElementById(id);
  if (!(node instanceof kind)) throw new TypeError(id);
  return node;
}

const main = byId('main', HTMLElement);
const status = byId('status', HTMLElement);
const languages = byId('language', HTMLSelectElement);
const guideline = byId('guideline', HTMLDetailsElement);

// --- screens

/** @param {...(Node | null)} children */
function put(...children) {
  main.replaceChildren(...present(children));
  showProgress();
}

/**
 * A page with a few words on it.
 * @param {string} heading
 * @param {string} words
 * @param {...(Node | null)} more
 */
function message(heading, words, ...more) {
  put(el('section', { class: 'message card' }, el('h1', { tabindex: -1, text: heading }), el('p', { text: words }), ...more));
  main.querySelector('h1')?.focus();
}

/**
 * @param {Study} study
 * @param {Unit} shown
 * @param {boolean} isNewStage
 */
function taskScreen(study, shown, isNewStage) {
  const task = /** @type {Task} */ (document.createElement('jb-task'));
  Object.assign(task, { unit: shown, protocol: study.protocol, isNewStage });
  task.addEventListener('change', saveSoon);
  task.addEventListener('submit', () => submit(task));
  put(task);
}

function doneScreen() {
  const code = session.completionCode ?? session.study?.completion_code;
  message(t('rate.done_title'), t('rate.done', { n: session.progress.done }),
    code ? el('p', {}, t('rate.completion_code'), ' ', el('output', { class: 'code', text: code })) : null);
}

const closedScreen = () => message(t('rate.closed_title'), t('rate.closed'));

function waitScreen() {
  lookAgain(next);
  const words = session.outbox.waiting > 0 ? t('rate.wait_network') : t('rate.wait');
  const again = button(t('rate.try_again'), () => (session.outbox.retry(), next()), { class: 'button primary' });
  message(t('rate.wait_title'), words, again);
}

/**
 * @param {unknown} error
 * @param {() => void} again
 */
function troubleScreen(error, again) {
  if (!(error instanceof Offline || error instanceof ServerError)) throw error;
  const retry = () => button(t('rate.try_again'), again, { class: 'button primary' });
  const passes = error instanceof Offline || error.passes;
  if (error instanceof Offline) screen = () => message(t('rate.offline_title'), t('rate.offline'), retry());
  else if (error.status === 401) screen = () => message(t('rate.denied_title'), t('rate.denied'));
  else screen = () => message(t('rate.trouble_title'), troubleWords(error), passes ? retry() : null);
  screen();
  if (passes) lookAgain(again);
}

/** By itself after a while, and as soon as the network is back. @param {() => void} again */
function lookAgain(again) {
  clearTimeout(lookTimer);
  lookTimer = setTimeout(again, LOOK_AGAIN);
  resume = again;
}

/** @param {ServerError} error */
function troubleWords({ faults, status: code }) {
  if (faults[0] && (knows(`error.${faults[0].code}`) || faults[0].message)) return faultWords(faults[0]);
  return t('rate.trouble', { code: String(code) });
}

// --- the way through the work

/** @param {string} token */
async function start(token) {
  try {
    const study = await session.start(token);
    await changeLanguage(chosenLanguage() ?? study.language);
    session.outbox.retry();
    await next();
  } catch (error) {
    troubleScreen(error, () => start(token));
  }
}

/** @returns {Promise<void>} */
async function next() {
  clearTimeout(lookTimer);
  resume = null;
  try {
    const packet = await session.next();
    if (typeof packet !== 'string') return await open(packet);
    screen = { done: doneScreen, wait: waitScreen, closed: closedScreen }[packet];
    screen();
  } catch (error) {
    troubleScreen(error, next);
  }
}

/** @param {Packet} packet */
async function open(packet) {
  const study = /** @type {Study} */ (session.study);
  const stage = study.protocol.stages.find((other) => other.id === packet.stage);
  if (!stage) throw new TypeError(packet.stage);
  await loadElements(stage, study.protocol);
  const isNewStage = unit !== null && unit.stage.id !== stage.id;
  const shown = new Unit(packet, stage, stopwatch);
  unit = shown;
  stopwatch.restart();
  screen = () => taskScreen(study, shown, isNewStage);
  screen();
  /** @type {Task | null} */ (main.querySelector('jb-task'))?.focus();
  scrollTo({ top: 0 });
}

/** @param {Task} task */
async function submit(task) {
  if (!unit) return;
  clearTimeout(draftTimer);
  task.busy = true;
  const sent = await session.submit(unit.judgement(spoken()));
  task.busy = false;
  if (sent.outcome === 'refused') task.showFaults(sent.faults);
  else await next();
}

// --- drafts

function saveSoon() {
  clearTimeout(draftTimer);
  draftTimer = setTimeout(saveNow, DRAFT_DELAY);
}

function saveNow() {
  clearTimeout(draftTimer);
  draftTimer = 0;
  if (unit) session.saveDraft(unit.packet, unit.draft()).catch(() => {}); // the page still holds it; the next change tries again
}

// --- header, status, language, guideline

function showProgress() {
  const { done, left } = session.progress;
  const bar = byId('progress', HTMLProgressElement);
  bar.max = Math.max(1, done + left);
  bar.value = done;
  byId('progress-words', HTMLElement).textContent = session.study ? t('rate.progress', { done, left }) : '';
}

function showStatus() {
  const { state, waiting } = session.outbox;
  const keys = { delivered: '', offline: 'rate.kept_offline', server: 'rate.kept_server', denied: 'rate.kept_denied' };
  const key = waiting > 0 ? keys[state] : '';
  status.textContent = key ? t(key, { n: waiting }) : '';
  status.hidden = key === '';
}

/** @param {CustomEvent<{faults: Fault[]}>} event */
function showLate({ detail }) {
  status.hidden = false;
  status.textContent = `${t('rate.late')} ${detail.faults.map(faultWords).join(' ')}`;
}

function chosenLanguage() {
  try {
    return localStorage.getItem(LANGUAGE);
  } catch {
    return null; // a browser that keeps nothing
  }
}

/** @param {string} wanted */
async function changeLanguage(wanted) {
  const offered = Array.from(languages.options, (option) => option.value);
  const lang = [wanted, wanted.split('-')[0]].find((tag) => offered.includes(tag)) ?? spoken();
  if (lang !== spoken()) {
    const answer = await fetch(new URL(`./texts/${lang}.json`, import.meta.url)).catch(() => null);
    if (answer?.ok) speak(lang, await answer.json());
  }
  languages.value = spoken();
  showWords();
}

function showWords() {
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-t], [data-t-label]'))) {
    if (node.dataset.t) node.textContent = t(node.dataset.t);
    if (node.dataset.tLabel) node.ariaLabel = t(node.dataset.tLabel);
  }
  const name = session.study?.name ?? '';
  byId('study', HTMLElement).textContent = name;
  document.title = name || t('rate.title');
  guideline.hidden = !session.study?.guideline_languages.length;
  if (guideline.open) showGuideline();
  showStatus();
  showProgress();
}

async function showGuideline() {
  const body = byId('guideline-body', HTMLElement);
  const { showIn } = await import('./elements/guideline.js');
  await showIn(body, session);
}

// --- keys

/** A digit answers the scale in focus, else the first one without an answer. @param {KeyboardEvent} event */
function onKey(event) {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    return /** @type {Task | null} */ (main.querySelector('jb-task'))?.finish();
  }
  if (!/^[0-9]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey || isWriting(event)) return undefined;
  const scales = Array.from(/** @type {NodeListOf<any>} */ (main.querySelectorAll('jb-scale')))
    .filter((scale) => !scale.disabled && scale.offsetParent !== null);
  const focused = scales.find((scale) => scale.contains(document.activeElement));
  const scale = focused ?? scales.find((other) => other.value === null) ?? (scales.length === 1 ? scales[0] : null);
  if (scale?.choose(Number(event.key))) {
    event.preventDefault();
    scale.scrollIntoView({ block: 'nearest' });
  }
  return undefined;
}

// --- begin

/** The link's token, which leaves the address bar at once. */
function tokenOf() {
  const token = location.hash.slice(1);
  if (token) history.replaceState(null, '', location.pathname + location.search);
  return token;
}

speak(document.documentElement.lang, JSON.parse(byId('texts', HTMLScriptElement).textContent ?? '{}'));
languages.addEventListener('change', async () => {
  try {
    localStorage.setItem(LANGUAGE, languages.value);
  } catch { /* a browser that keeps nothing */ }
  await changeLanguage(languages.value);
  screen();
});
guideline.addEventListener('toggle', () => guideline.open && showGuideline());
session.outbox.addEventListener('change', () => {
  showStatus();
  if (session.outbox.waiting === 0) resume?.();
});
addEventListener('online', () => resume?.());
session.outbox.addEventListener('late', (event) => showLate(/** @type {CustomEvent} */ (event)));
addEventListener('keydown', onKey);
addEventListener('hashchange', () => location.hash.length > 1 && start(tokenOf()));
addEventListener('pagehide', () => draftTimer && saveNow());
addEventListener('beforeunload', (event) => session.outbox.waiting > 0 && event.preventDefault());
start(tokenOf());
