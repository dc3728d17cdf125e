// The rater's page: which stage is in hand, which screen is shown, and the way from one stage to the next.

/** @import {Packet, Study} from '../models/wire.js' */
/** @import {Task} from '../elements/task.js' */

import { loadElements } from '../elements/task.js';
import { byId, present, spoken } from '../../../static/helpers/page.js';
import { breath, keepFiles, painted } from '../models/device.js';
import { Drafts } from '../models/drafts.js';
import { checkTypes } from '../models/question_types.js';
import { keyOf, Session } from '../models/session.js';
import { StageInHand, Stopwatch } from '../models/stage.js';
import { closedScreen } from '../screens/closed.js';
import { doneScreen } from '../screens/done.js';
import { taskScreen } from '../screens/task.js';
import { troubleScreen } from '../screens/trouble.js';
import { waitScreen } from '../screens/wait.js';
import { Header } from './header.js';
import { Languages } from './languages.js';
import { Panel } from './panel.js';

const LOOK_AGAIN = 30_000;
/** Loaded when first asked for, and kept, so that they are there without a network. */
const LATER = ['screens/dialogs.js', 'elements/guideline.js'];

/** Screens for the states in which there is nothing to rate. @type {Record<string, (page: RaterPage) => void>} */
const SCREENS = { done: doneScreen, wait: waitScreen, closed: closedScreen, before: beforeScreen };

export class RaterPage {
  main = byId('main', HTMLElement);
  /** The stage in hand. @type {StageInHand | null} */
  inHand = null;
  /** The stage that was submitted last, to go back to. @type {{assignment: string, stage: string} | null} */
  last = null;
  #stopwatch = new Stopwatch();
  /** Shows what was last shown, as in another language. */
  #screen = () => {};
  /** What to do as soon as the server can be reached again. @type {(() => void) | null} */
  #resume = null;
  #lookTimer = 0;
  /** The assignment to go on with, where the rater chose one of the list. @type {string | null} */
  #following = null;

  /**
   * @param {Session} session
   * @param {string} address of the script, beside which what is loaded later is found
   */
  constructor(session, address) {
    this.session = session;
    this.address = address;
    this.drafts = new Drafts(session);
    this.header = new Header(this);
    this.languages = new Languages(this);
    this.panel = new Panel(this);
    this.drafts.addEventListener('change', () => this.header.showStatus());
    this.#listen();
  }

  #listen() {
    const { outbox } = this.session;
    outbox.addEventListener('change', () => this.#outboxChanged());
    outbox.addEventListener('late', (event) => this.header.showLate(/** @type {CustomEvent} */ (event).detail.faults));
    outbox.addEventListener('sent', (event) => {
      this.header.showProgress();
      if (this.#isDoneElsewhere(/** @type {CustomEvent} */ (event).detail.judgement)) this.next();
    });
  }

  #outboxChanged() {
    const { outbox } = this.session;
    this.header.showStatus();
    if (outbox.waiting > 0 || outbox.state !== 'delivered') return;
    this.resume();
    if (this.session.isFromDevice) this.session.catchUp().then(() => this.header.showProgress(), () => {});
  }

  /**
   * Submitted in another tab: nothing is left to do here, unless something was begun.
   * @param {{assignment: string, stage: string}} judgement
   */
  #isDoneElsewhere(judgement) {
    const { inHand } = this;
    return inHand && keyOf(inHand.packet) === keyOf(judgement) && inHand.packet.answers === null
      && this.last !== inHand.packet && !this.drafts.kept;
  }

  // --- screens

  /** @param {...(Node | null)} children */
  put(...children) {
    this.main.replaceChildren(...present(children));
    this.header.showProgress();
  }

  /** @param {() => void} screen */
  show(screen) {
    this.#screen = screen;
    screen();
  }

  /** The same screen, in the words that are spoken now. */
  showAgain() {
    this.#screen();
  }

  /** The task on the page, if there is one. @returns {Task | null} */
  get task() {
    return this.main.querySelector('jb-task');
  }

  /** By itself after a while, and as soon as the network is back. @param {() => void} again */
  lookAgain(again) {
    clearTimeout(this.#lookTimer);
    this.#lookTimer = setTimeout(again, LOOK_AGAIN);
    this.#resume = again;
  }

  /** The server can be reached again. */
  resume() {
    this.#resume?.();
  }

  // --- the way through the work

  /** @param {string} token */
  async start(token) {
    try {
      const study = await this.session.start(token, ({ protocol }) => loadElements(protocol.stages[0], protocol));
      checkTypes(study.protocol);
      await this.languages.begin(study.language);
      await this.next();
      this.session.readPace().then(() => this.header.showProgress(), () => {});
      await painted();
      this.#keep();
    } catch (error) {
      troubleScreen(this, error, () => this.start(token));
    }
  }

  /** The page, its modules and styles are kept, so that it starts without a network. Plain http has no such thing. */
  async #keep() {
    if (this.session.isFromDevice || !navigator.serviceWorker) return;
    await navigator.serviceWorker.register('/rate/worker.js').catch(() => {});
    const files = performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('/static/'));
    const later = LATER.map((name) => new URL(name, this.address).href);
    keepFiles('jurybox page', [location.pathname, ...new Set([...files, ...later])]);
  }

  /**
   * @param {string | null} first
   * @returns {Promise<void>}
   */
  async next(first = null) {
    clearTimeout(this.#lookTimer);
    this.#resume = null;
    try {
      const packet = await this.session.next(first);
      if (typeof packet !== 'string') return await this.open(packet);
      this.#take(null);
      this.show(() => SCREENS[packet](this));
    } catch (error) {
      troubleScreen(this, error, () => this.next(first));
    }
  }

  /** @param {StageInHand | null} inHand */
  #take(inHand) {
    this.inHand = this.drafts.inHand = inHand;
  }

  /** @param {Packet} packet */
  async open(packet) {
    const { protocol } = /** @type {Study} */ (this.session.study);
    const stage = protocol.stages.find((other) => other.id === packet.stage);
    if (!stage) throw new TypeError(packet.stage);
    const [draft] = await Promise.all([packet.answers ? null : this.session.draftOf(packet), loadElements(stage, protocol)]);
    const isNewStage = this.inHand !== null && this.inHand.stage.id !== stage.id;
    const shown = new StageInHand({ ...packet, draft }, stage, this.#stopwatch);
    this.#take(shown);
    this.drafts.kept = draft ? 'server' : '';
    this.#stopwatch.restart();
    this.show(() => taskScreen(this, shown, isNewStage));
    this.header.showStatus();
    await breath();
    this.task?.focus();
    scrollTo({ top: 0 });
    this.panel.look();
  }

  /** @param {Task} task */
  async submit(task) {
    const { inHand, session } = this;
    if (!inHand) return;
    this.drafts.stop();
    task.busy = true;
    const { packet } = inHand;
    const isCorrection = packet.answers !== null || packet.cannot !== null;
    const { sent } = await session.submit(inHand.judgement(spoken()), isCorrection);
    if (!packet.example) this.last = packet;
    const chosen = this.#following;
    this.#following = null;
    const goesOn = session.isAhead && !chosen && !packet.example && session.outbox.state === 'delivered';
    const result = goesOn ? null : await sent;
    task.busy = false;
    if (result?.outcome === 'refused') task.showFaults(result.faults);
    else if (result?.outcome === 'delivered' && result.answer?.feedback) await this.#showFeedback(inHand, result.answer.feedback);
    else await this.next(chosen);
    if (goesOn) sent.then((late) => late.outcome === 'refused' && this.header.showLate(late.faults));
  }

  /** What the guideline says to a worked example. @param {StageInHand} rated @param {any} feedback */
  async #showFeedback(rated, feedback) {
    const { feedbackScreen } = await import('../screens/before.js');
    this.#take(null);
    this.drafts.kept = '';
    this.show(() => feedbackScreen(this, rated, feedback));
    this.header.showStatus();
  }

  // --- going back and choosing

  /**
   * Open a stage that was shown before, or one of the list.
   * @param {{assignment: string, stage: string}} of
   */
  async reopen(of) {
    if (this.drafts.isDue) this.drafts.send();
    try {
      await this.open(await this.session.reopen(of.assignment, of.stage));
    } catch (error) {
      troubleScreen(this, error, () => this.next());
    }
  }

  /**
   * Do this one now.
   * @param {string} assignment
   * @param {string | null} following the one to go on with
   */
  choose(assignment, following) {
    this.#following = following;
    this.next(assignment);
  }

  /** A judgement that was not accepted, to be mended. */
  async openRefused() {
    const { session } = this;
    const [entry] = await session.outbox.refusals();
    if (!entry) return;
    const { assignment, stage, answers, comment, cannot } = entry.judgement;
    try {
      const packet = await session.reopen(assignment, stage);
      await this.open({ ...packet, answers: null, draft: { answers, comment, cannot } });
      await session.outbox.forget(entry);
    } catch (error) {
      troubleScreen(this, error, () => this.next());
    }
  }

  async showTasks() {
    (await import('../screens/dialogs.js')).showTasks(this);
  }

  async showHelp() {
    (await import('../screens/dialogs.js')).showHelp(this);
  }
}

/** What comes before the first task: consent, a questionnaire, worked examples. @param {RaterPage} page */
async function beforeScreen(page) {
  try {
    const { showBefore } = await import('../screens/before.js');
    await showBefore(page);
  } catch (error) {
    troubleScreen(page, error, () => page.next());
  }
}
