// The task itself: one stage of one unit, in <jb-task>.

/** @import {Task} from '../elements/task.js' */
/** @import {StageInHand} from '../models/stage.js' */
/** @import {RaterPage} from '../page/rater_page.js' */

/**
 * @param {RaterPage} page
 * @param {StageInHand} inHand
 * @param {boolean} isNewStage
 */
export function taskScreen(page, inHand, isNewStage) {
  const task = /** @type {Task} */ (document.createElement('jb-task'));
  Object.assign(task, { inHand, protocol: page.session.study?.protocol, isNewStage });
  task.addEventListener('change', () => page.drafts.changed());
  task.addEventListener('submit', () => page.submit(task));
  page.put(task);
}
