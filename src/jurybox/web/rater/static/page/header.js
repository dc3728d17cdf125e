// What stands above the screens: the study's name, how much is done, and what is saved where.

/** @import {Fault} from '../models/wire.js' */
/** @import {RaterPage} from './rater_page.js' */

import { faultWords } from '../elements/task.js';
import { button, byId, present, t } from '../../../static/helpers/page.js';

const DRAFTS = { device: 'rate.draft_device', server: 'rate.draft_server', page: 'rate.draft_page' };
const WAITING = {
  delivered: '', offline: 'rate.kept_offline', server: 'rate.kept_server', denied: 'rate.kept_denied', other: 'rate.kept_other',
};

export class Header {
  #status = byId('status', HTMLElement);
  #saved = byId('saved', HTMLElement);
  #back = byId('back', HTMLButtonElement);
  #bar = byId('progress', HTMLProgressElement);
  #progress = byId('progress-words', HTMLElement);

  /** @param {RaterPage} page */
  constructor(page) {
    this.page = page;
    byId('tasks', HTMLButtonElement).addEventListener('click', () => page.showTasks());
    byId('help', HTMLButtonElement).addEventListener('click', () => page.showHelp());
    this.#back.addEventListener('click', () => page.last && page.reopen(page.last));
  }

  showProgress() {
    const { progress: { done, left }, pace: { judgements, elapsed }, study } = this.page.session;
    this.#bar.max = Math.max(1, done + left);
    this.#bar.value = done;
    const pace = judgements > 0 ? ` · ${t('rate.today', { n: judgements, each: Math.round(elapsed / judgements / 1_000) })}` : '';
    this.#progress.textContent = study ? t('rate.progress', { done, left }) + pace : '';
  }

  /** What is saved where, in plain words. */
  showStatus() {
    const { session, drafts, last } = this.page;
    const { state, waiting, loose, refused } = session.outbox;
    const held = loose > 0 || (waiting > 0 && !session.device.lasts) ? t('rate.kept_page', { n: waiting }) : '';
    const words = [waiting > 0 && WAITING[state] ? t(WAITING[state], { n: waiting }) : '', held, refused > 0 ? t('rate.late', { n: refused }) : ''];
    this.#status.replaceChildren(words.filter(Boolean).join(' '), ...present([
      refused > 0 && button(t('rate.late_open'), () => this.page.openRefused(), { class: 'button quiet' }),
    ]));
    this.#status.hidden = !this.#status.textContent;
    this.#saved.textContent = drafts.kept ? t(DRAFTS[drafts.kept]) : waiting === 0 && session.study ? t('rate.all_sent') : '';
    this.#back.hidden = last === null;
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
