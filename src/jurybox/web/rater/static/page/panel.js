// The panel beside the task, as far as the page needs it before it is opened: whether it is there, and what is new in it.

/** @import {RaterPage} from './rater_page.js' */

import { byId, t } from '../../../static/helpers/page.js';
import { painted } from '../models/device.js';
import { styled } from '../screens/states.js';

export class Panel {
  #details = byId('guideline', HTMLDetailsElement);
  #body = byId('guideline-body', HTMLElement);
  #badge = byId('panel-news', HTMLElement);
  #replies = byId('ask-news', HTMLElement);
  /** When it was last filled. */
  filled = Promise.resolve();
  /** The news that were looked at. */
  #seen = -1;

  /** @param {RaterPage} page */
  constructor(page) {
    this.page = page;
    this.#details.addEventListener('toggle', () => {
      if (this.#details.open) this.filled = this.#fill();
    });
    addEventListener('read', () => this.#showNews());
  }

  showWords() {
    this.#details.hidden = !this.page.session.study?.guideline_languages.length;
    if (this.#details.open) this.filled = this.#fill();
  }

  /** Look for what is new where the server says that something is, once the task can be seen. */
  look() {
    if (this.#seen !== this.page.session.news) painted().then(() => this.#showNews());
  }

  async #fill() {
    await styled(this.page);
    const { showIn } = await import('../elements/guideline.js');
    await showIn(this.#body, this.page.session, () => this.page.inHand?.packet ?? null);
  }

  async #showNews() {
    const { session } = this.page;
    this.#seen = session.news;
    const found = await session.findNews().catch(() => null);
    if (!found) return;
    this.#replies.hidden = found.unread === 0;
    this.#replies.textContent = this.#replies.hidden ? '' : t('rate.panel.replies', { n: found.unread });
    const isNews = found.unread > 0 || found.changed.length > 0;
    if (isNews) await styled(this.page);
    this.#badge.hidden = !isNews;
    if (isNews) (await import('../elements/guideline.js')).showNews(this.#badge, session, found);
  }
}
