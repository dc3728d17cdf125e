// What stands above the screens: the study's name, how much is done, and a quiet sign of what is saved where.

/** @import {Fault} from '../models/wire.js' */
/** @import {RaterPage} from './rater_page.js' */

import { faultWords } from '../helpers/fault_words.js';
import { button, byId, present, t } from '../../../static/helpers/page.js';

const DRAFTS = { device: 'rate.draft_device', server: 'rate.draft_server', page: 'rate.draft_page' };
const WAITING = {
  delivered: '', offline: 'rate.kept_offline', server: 'rate.kept_server', denied: 'rate.kept_denied', other: 'rate.kept_other',
};
/** Why what was submitted does not count, by its standing. @type {Record<string, string>} */
const NOT_COUNTED = {
  closed: 'rate.not_counted_closed', surplus: 'rate.not_counted_surplus', final: 'rate.not_counted_final', withdrawn: 'rate.not_counted_withdrawn',
};

export class Header {
  #status = byId('status', HTMLElement);
  #saved = byId('saved', HTMLButtonElement);
  #words = byId('saved-words', HTMLElement);
  #back = byId('back', HTMLButtonElement);
  #bar = byId('progress', HTMLProgressElement);
  #progress = byId('progress-words', HTMLElement);
  #short = byId('progress-short', HTMLElement);
  /** The key of something that is to be known about what was submitted last, or ''. */
  #note = '';

  /** @param {RaterPage} page */
  constructor(page) {
    this.page = page;
    byId('tasks', HTMLButtonElement).addEventListener('click', () => page.showWindow('tasks'));
    byId('help', HTMLButtonElement).addEventListener('click', () => page.showWindow('help'));
    byId('ask', HTMLButtonElement).addEventListener('click', () => page.showWindow('ask'));
    this.#back.addEventListener('click', () => page.last && page.reopen(page.last));
    this.#saved.addEventListener('click', () => this.#open(this.#saved.ariaExpanded !== 'true'));
    this.#saved.addEventListener('blur', () => this.#open(false));
  }

  /** @param {boolean} isOpen */
  #open(isOpen) {
    this.#saved.ariaExpanded = String(isOpen);
  }

  showProgress() {
    const { progress: { done, left, sure }, pace: { tasks }, study } = this.page.session;
    this.#bar.max = Math.max(1, done + left);
    this.#bar.value = done;
    const isSure = sure || left === 0;
    const words = study && study.protocol.stages.length > 1
      ? (isSure ? 'rate.progress_steps' : 'rate.progress_steps_up_to') : (isSure ? 'rate.progress' : 'rate.progress_up_to');
    const today = tasks > 0 ? ` · ${t('rate.today', { n: tasks })}` : '';
    this.#progress.textContent = study ? t(words, { done, of: done + left }) + today : '';
    this.#short.textContent = study ? `${done} / ${isSure ? '' : '≤\u00a0'}${done + left}` : '';
  }

  /** What is saved where: a sign, with its words for who asks; what must be known stands below the header. */
  showStatus() {
    const { session, drafts, last } = this.page;
    const { state, waiting, loose, refused } = session.outbox;
    const held = loose > 0 || (waiting > 0 && !session.device.lasts) ? t('rate.kept_page', { n: waiting }) : '';
    const words = [
      waiting > 0 && WAITING[state] ? t(WAITING[state], { n: waiting }) : '', held, refused > 0 ? t('rate.late', { n: refused }) : '',
      this.#note && t(this.#note),
    ];
    this.#status.replaceChildren(words.filter(Boolean).join(' '), ...present([
      refused > 0 && button(t('rate.late_open'), () => this.page.openRefused(), { class: 'button quiet' }),
      this.#note && button(t('rate.close'), () => this.say(''), { class: 'button quiet' }),
    ]));
    this.#status.hidden = !this.#status.textContent;
    this.#saved.hidden = !session.study;
    this.#saved.dataset.state = drafts.kept || (waiting > 0 ? 'waiting' : 'sent');
    this.#words.textContent = t(drafts.kept ? DRAFTS[drafts.kept] : waiting > 0 ? 'rate.sending' : 'rate.all_sent');
    this.#back.hidden = last === null;
  }

  /** Something to be known until the next judgement is through. @param {string} key */
  say(key) {
    if (key === this.#note) return;
    this.#note = key;
    this.showStatus();
  }

  /** A judgement is through: whether it counts. @param {string | undefined} standing */
  showStanding(standing) {
    this.say(NOT_COUNTED[standing ?? ''] ?? '');
  }

  /** A judgement was refused that nobody waits for any more. @param {Fault[]} faults */
  showLate(faults) {
    this.showStatus();
    this.#status.append(' ', faults.map(faultWords).join(' '));
  }

  /** All words above the screens, in the language that is spoken now. */
  showWords() {
    for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-t], [data-t-label]'))) {
      if (node.dataset.t) node.textContent = t(node.dataset.t);
      if (node.dataset.tLabel) node.ariaLabel = t(node.dataset.tLabel);
    }
    const name = this.page.session.study?.name ?? '';
    byId('study', HTMLElement).textContent = name;
    document.title = name || t('rate.title');
    this.showStatus();
    this.showProgress();
  }
}
