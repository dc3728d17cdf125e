// All is done: thanks, and the completion code where the study has one.

/** @import {RaterPage} from '../page/rater_page.js' */

import { button, el, t } from '../../../static/helpers/page.js';
import { messageScreen } from './message.js';

/** @param {RaterPage} page */
export function doneScreen(page) {
  const { completionCode, progress, study } = page.session;
  const code = completionCode ?? study?.completion_code;
  messageScreen(page, t('rate.done_title'), t('rate.done', { n: progress.done }),
    code ? el('p', {}, t('rate.completion_code'), ' ', el('output', { class: 'code', text: code })) : null,
    button(t('rate.tasks'), () => page.showTasks()));
}
