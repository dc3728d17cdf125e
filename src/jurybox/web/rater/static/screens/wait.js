// Nothing to do now: the study is paused, others are at it, the next pairs are being drawn, or what was judged here is still on its way. It looks again by itself.

/** @import {RaterPage} from '../page/rater_page.js' */

import { button, t } from '../../../static/helpers/page.js';
import { messageScreen } from './message.js';

/** @param {RaterPage} page */
export function waitScreen(page) {
  const { outbox, isPaused, isChoosing } = page.session;
  page.lookAgain(() => page.next());
  const again = button(t('rate.try_again'), () => (outbox.retry(), page.next()), { class: 'button primary' });
  const isSending = outbox.waiting > 0;
  const title = isPaused && !isSending ? 'rate.paused_title' : 'rate.wait_title';
  const why = isPaused ? 'rate.paused' : isChoosing ? 'rate.wait_pairs' : 'rate.wait';
  messageScreen(page, t(title), t(isSending ? 'rate.wait_network' : why), again);
}
