// The rater's page: opens the session with the link's token, then shows one stage after the other until all is done.

/** @import {Fault, Packet, Study} from './models/wire.js' */
/** @import {Task} from './elements/task.js' */

import { faultWords, loadElements } from './elements/task.js';
import { button, el, isWriting, knows, present, speak, spoken, t } from '../../static/helpers/page.js';
import { attempt, breath, Device, keepFiles, painted } from './models/device.js';
import { checkTypes, QUESTION_TYPES, UnknownType } from './models/question_types.js';
import { isPassing, Offline, ServerError } from './models/request.js';
import { keyOf, OtherRater, Session } from './models/session.js';
import { StageInHand, Stopwatch } from './models/stage.js';

const DRAFT_DELAY = 2_000;
const LOOK_AGAIN = 30_000;
const LANGUAGE = 'jurybox.language';

const session = new Session(new Device(location.pathname));
const stopwatch = new Stopwatch();
/** The stage in hand. @type {StageInHand | null} */
let inHand = null;
/** What was last shown, to show it again in another language. */
let screen = () => {};
/** What to do as soon as the server can be reached again. @type {(() => void) | null} */
let resume = null;
let draftTimer = 0;
let lookTimer = 0;
/** Where what is in hand is kept: nothing yet, on this device, on the server. @type {'' | 'device' | 'server' | 'page'} */
let kept = '';
/** The stage that was submitted last, to go back to. @type {{assignment: string, stage: string} | null} */
let last = null;
/** The assignment to go on with, where the rater chose one of the list. @type {string | null} */
let following = null;
/** The news that were looked at. */
let news = -1;

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
 * @param {StageInHand} shown
 * @param {boolean} isNewStage
 */
function taskScreen(study, shown, isNewStage) {
  const task = /** @type {Task} */ (document.createElement('jb-task'));
  Object.assign(task, { inHand: shown, protocol: study.protocol, isNewStage });
  task.addEventListener('change', saveSoon);
  task.addEventListener('submit', () => submit(task));
  put(task);
}

function doneScreen() {
  const code = session.completionCode ?? session.study?.completion_code;
  message(t('rate.done_title'), t('rate.done', { n: session.progress.done }),
    code ? el('p', {}, t('rate.completion_code'), ' ', el('output', { class: 'code', text: code })) : null,
    button(t('rate.tasks'), showTasks));
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
  if (error instanceof OtherRater) {
    screen = () => message(t('rate.other_title'), t('rate.other'), button(t('rate.other_go_on'), () => location.reload()));
    return screen();
  }
  if (error instanceof UnknownType) message(t('rate.trouble_title'), error.message);
  if (!(error instanceof Offline || error instanceof ServerError)) throw error;
  const retry = () => button(t('rate.try_again'), again, { class: 'button primary' });
  const passes = isPassing(error);
  const words = session.outbox.waiting > 0 ? 'rate.offline_kept' : 'rate.offline';
  if (error instanceof Offline) screen = () => message(t('rate.offline_title'), t(words), retry());
  else if (error.status === 401) screen = () => message(t('rate.denied_title'), t(error.faults[0]?.code === 'link.revoked' ? 'rate.revoked' : 'rate.denied'));
  else screen = () => message(t('rate.trouble_title'), troubleWords(error), passes ? retry() : null);
  screen();
  if (passes) lookAgain(again);
  return undefined;
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
    const study = await session.start(token, ({ protocol }) => loadElements(protocol.stages[0], protocol));
    checkTypes(study.protocol);
    await changeLanguage(chosenLanguage() ?? study.language);
    await next();
    session.readPace().then(showProgress, () => {});
    await painted();
    keepPage();
  } catch (error) {
    troubleScreen(error, () => start(token));
  }
}

/** What comes before the first task: consent, a questionnaire, worked examples. */
async function beforeScreen() {
  try {
    const { showBefore } = await import('./elements/welcome.js');
    await showBefore({ put, next: () => next(), session });
  } catch (error) {
    troubleScreen(error, () => next());
  }
}

/** What the guideline says to a worked example. @param {StageInHand} rated @param {any} feedback */
async function showFeedback(rated, feedback) {
  const welcome = await import('./elements/welcome.js');
  inHand = null;
  kept = '';
  screen = () => welcome.showFeedback({ put, next: () => next(), session }, rated, feedback);
  screen();
  showStatus();
}

/** Screens for the states in which there is nothing to rate. @type {Record<string, () => void>} */
const SCREENS = { done: doneScreen, wait: waitScreen, closed: closedScreen, before: beforeScreen };

/**
 * @param {string | null} first
 * @returns {Promise<void>}
 */
async function next(first = null) {
  clearTimeout(lookTimer);
  resume = null;
  try {
    const packet = await session.next(first);
    if (typeof packet !== 'string') return await open(packet);
    inHand = null;
    screen = SCREENS[packet];
    screen();
  } catch (error) {
    troubleScreen(error, () => next(first));
  }
}

/** @param {Packet} packet */
async function open(packet) {
  const study = /** @type {Study} */ (session.study);
  const stage = study.protocol.stages.find((other) => other.id === packet.stage);
  if (!stage) throw new TypeError(packet.stage);
  const [draft] = await Promise.all([packet.answers ? null : session.draftOf(packet), loadElements(stage, study.protocol)]);
  const isNewStage = inHand !== null && inHand.stage.id !== stage.id;
  const shown = new StageInHand({ ...packet, draft }, stage, stopwatch);
  inHand = shown;
  kept = draft ? 'server' : '';
  stopwatch.restart();
  screen = () => taskScreen(study, shown, isNewStage);
  screen();
  showStatus();
  await breath();
  /** @type {Task | null} */ (main.querySelector('jb-task'))?.focus();
  scrollTo({ top: 0 });
  if (news !== session.news) painted().then(showNews);
}

/** @param {Task} task */
async function submit(task) {
  if (!inHand) return;
  clearTimeout(draftTimer);
  draftTimer = 0;
  task.busy = true;
  const rated = inHand;
  const { packet } = rated;
  const isCorrection = packet.answers !== null || packet.cannot !== null;
  const { sent } = await session.submit(inHand.judgement(spoken()), isCorrection);
  if (!packet.example) last = packet;
  const chosen = following;
  following = null;
  const goesOn = session.isAhead && !chosen && !packet.example && session.outbox.state === 'delivered';
  const result = goesOn ? null : await sent;
  task.busy = false;
  if (result?.outcome === 'refused') task.showFaults(result.faults);
  else if (result?.outcome === 'delivered' && result.answer?.feedback) await showFeedback(rated, result.answer.feedback);
  else await next(chosen);
  if (goesOn) sent.then((late) => late.outcome === 'refused' && showLate(late.faults));
}

/**
 * Open a stage that was shown before, or one of the list.
 * @param {{assignment: string, stage: string}} of
 */
async function reopen(of) {
  if (draftTimer) saveNow();
  try {
    await open(await session.reopen(of.assignment, of.stage));
  } catch (error) {
    troubleScreen(error, () => next());
  }
}

// --- drafts: kept on the device at once, on the server when nothing has changed for a while

function saveSoon() {
  if (!inHand) return;
  const { packet } = inHand;
  session.keepDraft(packet, inHand.draft()).then(() => (session.device.lasts ? 'device' : 'page'), () => /** @type {const} */ ('page'))
    .then((where) => ((kept = where), showStatus()));
  clearTimeout(draftTimer);
  draftTimer = setTimeout(saveNow, DRAFT_DELAY);
}

function saveNow() {
  clearTimeout(draftTimer);
  draftTimer = 0;
  if (!inHand || inHand.packet.answers !== null) return;
  const { packet } = inHand;
  session.sendDraft(packet, inHand.draft())
    .then(() => inHand?.packet === packet && !draftTimer && ((kept = 'server'), showStatus()))
    .catch(() => {}); // the device still holds it; the next change tries again
}

// --- going back and choosing

const showTasks = async () => (await import('./elements/tasks.js')).showTasks(session, {
  open: reopen,
  take: (assignment, after) => ((following = after), next(assignment)),
  go: (way) => session.go(way),
});

const showHelp = async () => (await import('./elements/tasks.js')).showHelp(session, main);

/** A judgement that was not accepted, to be mended. */
async function openRefused() {
  const [entry] = await session.outbox.refusals();
  if (!entry) return;
  const { judgement } = entry;
  try {
    const { answers, comment, cannot } = judgement;
    const packet = await session.reopen(judgement.assignment, judgement.stage);
    await open({ ...packet, answers: null, draft: { answers, comment, cannot } });
    await session.outbox.forget(entry);
  } catch (error) {
    troubleScreen(error, () => next());
  }
}

// --- header, status, language, guideline

function showProgress() {
  const { done, left } = session.progress;
  const bar = byId('progress', HTMLProgressElement);
  bar.max = Math.max(1, done + left);
  bar.value = done;
  const { judgements, elapsed } = session.pace;
  const pace = judgements > 0 ? ` · ${t('rate.today', { n: judgements, each: Math.round(elapsed / judgements / 1_000) })}` : '';
  byId('progress-words', HTMLElement).textContent = session.study ? t('rate.progress', { done, left }) + pace : '';
}

const DRAFTS = { device: 'rate.draft_device', server: 'rate.draft_server', page: 'rate.draft_page' };

/** What is saved where, in plain words. */
function showStatus() {
  const { state, waiting, loose, refused } = session.outbox;
  const keys = {
    delivered: '', offline: 'rate.kept_offline', server: 'rate.kept_server', denied: 'rate.kept_denied', other: 'rate.kept_other',
  };
  const held = loose > 0 || (waiting > 0 && !session.device.lasts) ? t('rate.kept_page', { n: waiting }) : '';
  const words = [waiting > 0 && keys[state] ? t(keys[state], { n: waiting }) : '', held, refused > 0 ? t('rate.late', { n: refused }) : ''];
  status.replaceChildren(words.filter(Boolean).join(' '), ...present([
    refused > 0 && button(t('rate.late_open'), openRefused, { class: 'button quiet' }),
  ]));
  status.hidden = !status.textContent;
  const saved = byId('saved', HTMLElement);
  saved.textContent = kept ? t(DRAFTS[kept]) : waiting === 0 && session.study ? t('rate.all_sent') : '';
  byId('back', HTMLButtonElement).hidden = last === null;
}

/** @param {Fault[]} faults */
function showLate(faults) {
  showStatus();
  status.append(' ', faults.map(faultWords).join(' '));
}

function chosenLanguage() {
  return attempt(() => localStorage.getItem(LANGUAGE));
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
  await showIn(body, session, () => inHand?.packet ?? null);
}

/** What is new in the panel: looked for when the server says that something is. */
async function showNews() {
  ({ news } = session);
  const found = await session.findNews().catch(() => null);
  if (!found) return;
  const badge = byId('panel-news', HTMLElement);
  badge.hidden = found.unread === 0 && found.changed.length === 0;
  if (!badge.hidden) (await import('./elements/guideline.js')).showNews(badge, session, found);
}

// --- keys

/** Elements that a digit answers. */
const DIGITS = Object.entries(QUESTION_TYPES).filter(([, { takesDigits }]) => takesDigits).map(([type]) => `jb-${type}`).join();

/** A digit answers the scale in focus, else the first one without an answer. @param {KeyboardEvent} event */
function onKey(event) {
  if (event.isComposing) return undefined;
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    return /** @type {Task | null} */ (main.querySelector('jb-task'))?.finish();
  }
  if (event.key === '?' && !isWriting(event)) {
    event.preventDefault();
    return showHelp();
  }
  if (!/^[0-9]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey || isWriting(event)) return undefined;
  const scales = Array.from(/** @type {NodeListOf<any>} */ (main.querySelectorAll(DIGITS)))
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

/** The page, its modules and styles are kept, so that it starts without a network. Plain http has no such thing. */
async function keepPage() {
  if (session.isFromDevice || !navigator.serviceWorker) return;
  await navigator.serviceWorker.register('/rate/worker.js').catch(() => {});
  const files = performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('/static/'));
  const later = ['elements/tasks.js', 'elements/guideline.js'].map((name) => new URL(name, import.meta.url).href);
  keepFiles('jurybox page', [location.pathname, ...new Set([...files, ...later])]);
}

/** The link's token, which leaves the address bar at once. */
function tokenOf() {
  const token = location.hash.slice(1);
  if (token) history.replaceState(null, '', location.pathname + location.search);
  return token;
}

speak(document.documentElement.lang, JSON.parse(byId('texts', HTMLScriptElement).textContent ?? '{}'));
languages.addEventListener('change', async () => {
  attempt(() => localStorage.setItem(LANGUAGE, languages.value));
  await changeLanguage(languages.value);
  screen();
});
guideline.addEventListener('toggle', () => guideline.open && showGuideline());
guideline.addEventListener('read', showNews);
session.outbox.addEventListener('change', () => {
  showStatus();
  if (session.outbox.waiting > 0 || session.outbox.state !== 'delivered') return;
  resume?.();
  if (session.isFromDevice) session.catchUp().then(showProgress, () => {});
});
addEventListener('online', () => resume?.());
session.outbox.addEventListener('late', (event) => showLate(/** @type {CustomEvent} */ (event).detail.faults));
session.outbox.addEventListener('sent', (event) => {
  const { judgement } = /** @type {CustomEvent} */ (event).detail;
  showProgress();
  // Submitted in another tab: nothing is left to do here, unless something was begun.
  if (inHand && keyOf(inHand.packet) === keyOf(judgement) && inHand.packet.answers === null && last !== inHand.packet && !kept) next();
});
byId('tasks', HTMLButtonElement).addEventListener('click', showTasks);
byId('help', HTMLButtonElement).addEventListener('click', showHelp);
byId('back', HTMLButtonElement).addEventListener('click', () => last && reopen(last));
addEventListener('keydown', onKey);
addEventListener('hashchange', () => location.hash.length > 1 && start(tokenOf()));
addEventListener('pagehide', () => draftTimer && saveNow());
addEventListener('beforeunload', (event) => {
  if (session.outbox.loose > 0 || (session.outbox.waiting > 0 && !session.device.lasts)) event.preventDefault();
});
start(tokenOf());
