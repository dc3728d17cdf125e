// The rater's page: which stage is in hand, which screen is shown, and the way from one stage to the next.

/** @import {Fault, Judgement, Packet, Study} from '../models/wire.js' */
/** @import {Task} from '../elements/task.js' */

import { loadElements } from '../elements/load.js';
import '../elements/task.js';
import { byId, present, spoken } from '../../../static/helpers/page.js';
import { breath, painted } from '../models/device.js';
import { Drafts } from '../models/drafts.js';
import { checkTypes } from '../models/question_types.js';
import { isPassing } from '../models/request.js';
import { keyOf, Session } from '../models/session.js';
import { isAnswered, StageInHand } from '../models/stage.js';
import { Stopwatch } from '../models/stopwatch.js';
import { loaded, SCREENS, styled } from '../screens/states.js';
import { taskScreen } from '../screens/task.js';
import { troubleScreen } from '../screens/trouble.js';
import { Header } from './header.js';
import { Languages } from './languages.js';
import { Panel } from './panel.js';

const LOOK_AGAIN = 30_000;
/** The code of a judgement that would replace one that the page does not know of. */
const ALREADY_THERE = 'judgement.already_there';

export class RaterPage {
  main = byId('main', HTMLElement);
  /** The stage in hand. @type {StageInHand | null} */
  inHand = null;
  /** The stage that was submitted last, to go back to. @type {{assignment: string, stage: string} | null} */
  last = null;
  /** The stage that was opened last, and all that were met in this visit. */
  #stage = '';
  #met = new Set();
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
    outbox.addEventListener('sent', (event) => this.#sent(/** @type {CustomEvent} */ (event).detail));
  }

  /** A judgement is through, of this page or another. @param {{judgement: Judgement, answer: any}} detail */
  #sent({ judgement, answer }) {
    this.header.showProgress();
    this.header.showStanding(answer?.standing);
    if (answer?.final && this.last && keyOf(this.last) === keyOf(judgement)) {
      this.last = null; // what came next has made it final
      this.header.showStatus();
    }
    if (this.session.pace.lacks(judgement)) this.#readPace();
    this.#submittedElsewhere(judgement);
  }

  /** Submitted in another tab: nothing is left to do here, unless something was begun. @param {Judgement} judgement */
  async #submittedElsewhere(judgement) {
    const packet = this.inHand?.packet;
    const isOwn = this.last === packet || this.task?.getAttribute('aria-busy') === 'true';
    if (!packet || keyOf(packet) !== keyOf(judgement) || isAnswered(packet) || isOwn) return;
    if (this.drafts.kept) (await import('./corrections.js')).submittedElsewhere(this, judgement);
    else this.next();
  }

  #readPace() {
    this.session.pace.read().then(() => this.header.showProgress(), () => {});
  }

  #outboxChanged() {
    const { outbox } = this.session;
    this.header.showStatus();
    if (outbox.waiting > 0 || outbox.state !== 'delivered') return;
    this.resume();
    if (this.session.isFromDevice) this.session.catchUp().then(() => this.header.showProgress(), () => {});
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
      const study = await this.session.start(token, ({ protocol }) => loadElements(protocol.stages[0], protocol, this.address));
      checkTypes(study.protocol);
      await this.languages.begin(study);
      const kept = await this.session.correction();
      await (kept ? (await import('./corrections.js')).goOnCorrecting(this, kept) : this.next());
      this.#readPace();
      await painted();
      import('./kept.js').then(({ keepPage }) => keepPage(this), () => {}); // without a network: at the next start
    } catch (error) {
      troubleScreen(this, error, () => this.start(token));
    }
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
      if (typeof packet !== 'string') return await this.#goOn(packet);
      this.#take(null);
      this.show(() => SCREENS[packet](this));
    } catch (error) {
      troubleScreen(this, error, () => this.next(first));
    }
  }

  /** A stage that was not met in this visit is announced: what is shown and asked now. @param {Packet} packet */
  async #goOn(packet) {
    const before = this.#stage;
    if (!before || before === packet.stage || this.#met.has(packet.stage)) return this.open(packet);
    this.#take(null);
    await loaded(this, async () => {
      const { betweenScreen } = await import('../screens/between.js');
      this.show(() => betweenScreen(this, before, packet));
    });
    return undefined;
  }

  /** @param {StageInHand | null} inHand */
  #take(inHand) {
    this.inHand = this.drafts.inHand = inHand;
    if (inHand) return;
    this.drafts.stop();
    this.drafts.kept = '';
    this.header.showStatus();
  }

  /**
   * @param {Packet} packet
   * @param {boolean} [isElsewhere] whether it was submitted somewhere else while it was being answered here
   */
  async open(packet, isElsewhere = false) {
    const { protocol } = /** @type {Study} */ (this.session.study);
    const stage = protocol.stages.find((other) => other.id === packet.stage);
    if (!stage) throw new TypeError(packet.stage);
    const [draft] = await Promise.all([this.session.draftOf(packet), loadElements(stage, protocol, this.address, packet.suggested !== undefined)]);
    this.#stage = stage.id;
    this.#met.add(stage.id);
    const shown = new StageInHand({ ...packet, draft }, stage, this.#stopwatch);
    this.#take(shown);
    this.drafts.kept = !draft ? '' : isAnswered(packet) ? 'device' : 'server';
    this.#stopwatch.restart();
    this.show(() => taskScreen(this, shown, { isElsewhere }));
    this.header.showStatus();
    await breath();
    this.task?.focus();
    this.task?.begin();
    this.panel.look();
  }

  /** @param {Task} task */
  async submit(task) {
    const { inHand, session } = this;
    if (!inHand) return;
    this.drafts.stop();
    task.busy = true;
    const { packet } = inHand;
    const judgement = inHand.judgement(spoken());
    const { sent } = await session.submit(judgement, packet);
    if (!packet.example) this.last = packet;
    const chosen = this.#following;
    this.#following = null;
    const goesOn = session.isAhead && !chosen && !packet.example && session.outbox.state === 'delivered';
    const result = goesOn ? null : await sent;
    task.busy = false;
    if (result?.outcome === 'refused') await this.#showRefused(task, result.faults, judgement);
    else if (result?.outcome === 'delivered' && result.answer?.feedback) await this.#showFeedback(inHand, result.answer.feedback);
    else await this.next(chosen);
    if (goesOn) sent.then((late) => late.outcome === 'refused' && this.header.showLate(late.faults));
  }

  /**
   * What is wrong, at its place; what would replace another judgement is shown as the correction that it would be.
   * @param {Task} task
   * @param {Fault[]} faults
   * @param {Judgement} judgement
   */
  async #showRefused(task, faults, judgement) {
    this.last = null;
    if (faults.some(({ code }) => code === ALREADY_THERE)) await this.openRefused(judgement.id);
    else task.showFaults(faults);
  }

  /** What the guideline says to a worked example. @param {StageInHand} rated @param {any} feedback */
  async #showFeedback(rated, feedback) {
    const { feedbackScreen } = await import('../screens/before.js');
    await styled(this);
    this.#take(null);
    this.show(() => feedbackScreen(this, rated, feedback));
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
      if (!isPassing(error)) this.last = null;
      troubleScreen(this, error, () => this.next());
    }
  }

  /** The correction in hand is given up: what was submitted stands. */
  async leaveUnchanged() {
    if (!this.inHand) return;
    this.drafts.stop();
    await this.session.leaveUnchanged(this.inHand.packet);
    await this.next();
  }

  /** A judgement that was not accepted, to be mended. @param {string} [id] */
  async openRefused(id) {
    await (await import('./corrections.js')).openRefused(this, id);
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

  /** A window over the page. @param {'tasks' | 'help' | 'ask'} name */
  async showWindow(name) {
    await styled(this);
    (await import('../screens/dialogs.js')).WINDOWS[name](this);
  }
}
