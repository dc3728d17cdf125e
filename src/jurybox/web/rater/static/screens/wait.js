// Nothing to do now: the study is not open yet, is paused, others are at it, the next pairs are being drawn, or what was judged here is still on its way. It looks again by itself.

/** @import {RaterPage} from '../page/rater_page.js' */

import { button, t } from '../../../static/helpers/page.js';
import { messageScreen } from './message.js';

const WORDS = {
  draft: ['rate.draft_title', 'rate.draft'],
  paused: ['rate.paused_title', 'rate.paused'],
  more: ['rate.wait_title', 'rate.wait_pairs'],
};

/** @param {RaterPage} page */
export function waitScreen(page) {
  const { outbox, waits } = page.session;
  page.lookAgain(() => page.next());
  const again = button(t('rate.try_again'), () => (outbox.retry(), page.next()), { class: 'button primary' });
  const others = ['rate.wait_title', outbox.waiting > 0 ? 'rate.wait_network' : 'rate.wait'];
  const [title, why] = waits && !outbox.waiting ? WORDS[waits] : others;
  messageScreen(page, t(title), t(why), again);
}
