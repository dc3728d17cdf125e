// The task itself: one stage of one unit, in <jb-task>; above it, where it was submitted before, that this is a correction.

/** @import {Task} from '../elements/task.js' */
/** @import {StageInHand} from '../models/stage.js' */
/** @import {RaterPage} from '../page/rater_page.js' */

import { button, el, t } from '../../../static/helpers/page.js';
import { isAnswered } from '../models/stage.js';
import { styled } from './states.js';

/**
 * @param {RaterPage} page
 * @param {StageInHand} inHand
 * @param {{isElsewhere: boolean}} how
 */
export function taskScreen(page, inHand, { isElsewhere }) {
  const task = /** @type {Task} */ (document.createElement('jb-task'));
  Object.assign(task, { inHand, protocol: page.session.study?.protocol });
  task.addEventListener('change', ({ target }) => page.drafts.changed(/** @type {HTMLElement} */ (target).dataset));
  task.addEventListener('submit', () => page.submit(task));
  page.put(isAnswered(inHand.packet) ? correctionBanner(page, isElsewhere) : inHand.packet.returned ? returnedBanner(page) : null, task);
}

/**
 * @param {RaterPage} page
 * @param {boolean} [isElsewhere] whether it was submitted somewhere else while it was being answered here
 */
export function correctionBanner(page, isElsewhere = false) {
  styled(page);
  return el('div', { class: 'correction', role: 'status' },
    el('p', { text: t(isElsewhere ? 'rate.correcting_elsewhere' : 'rate.correcting') }),
    button(t('rate.leave_unchanged'), () => page.leaveUnchanged()));
}

/** What went back to its rater says so. @param {RaterPage} page */
function returnedBanner(page) {
  styled(page);
  return el('div', { class: 'correction', role: 'status' }, el('p', { text: t('rate.returned') }));
}
