// The study is closed.

/** @import {RaterPage} from '../page/rater_page.js' */

import { t } from '../../../static/helpers/page.js';
import { messageScreen } from './message.js';

/** @param {RaterPage} page */
export const closedScreen = (page) => messageScreen(page, t('rate.closed_title'), t('rate.closed'));
