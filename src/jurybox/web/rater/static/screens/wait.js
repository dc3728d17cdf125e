// Nothing to do now: others are at it, or what was judged here is still on its way. It looks again by itself.

/** @import {RaterPage} from '../page/rater_page.js' */

import { button, t } from '../../../static/helpers/page.js';
import { messageScreen } from './message.js';

/** @param {RaterPage} page */
export function waitScreen(page) {
  const { outbox } = page.session;
  page.lookAgain(() => page.next());
  const again = button(t('rate.try_again'), () => (outbox.retry(), page.next()), { class: 'button primary' });
  messageScreen(page, t('rate.wait_title'), t(outbox.waiting > 0 ? 'rate.wait_network' : 'rate.wait'), again);
}
