// The study is closed. Where it says so, raters are told what was decided.

/** @import {RaterPage} from '../page/rater_page.js' */

import { el, t } from '../../../static/helpers/page.js';
import { messageScreen } from './message.js';

/** @param {RaterPage} page */
export function closedScreen(page) {
  const beside = el('div', { class: 'dispute-told' });
  messageScreen(page, t('rate.closed_title'), t('rate.closed'), beside);
  import('./disputes.js').then(({ offerDisputes }) => offerDisputes(page, beside), () => {}); // it can do without
}
