// Questions that are only asked after some answers: they come and go as these change, and a screen reader is told. What was
// written in one that goes stays in it until the stage is submitted. Loaded with the first stage that has such a question.

/** @import {Task} from './task.js' */
/** @import {QuestionElement} from './questions/question.js' */

import { el, t, wordsOf } from '../../../static/helpers/page.js';
import { HOOKS } from '../models/stage.js';
import { typeOf } from '../models/question_types.js';
import '../models/conditions.js';

const others = HOOKS.follow;

/**
 * Follow the answers of a task.
 * @param {Task} task
 */
HOOKS.follow = (task) => {
  others(task);
  const told = el('p', { class: 'hidden', 'aria-live': 'polite' });
  task.append(told);
  const show = () => {
    const changed = Array.from(/** @type {NodeListOf<QuestionElement>} */ (task.querySelectorAll('[data-question]')))
      .filter(({ question }) => question.only_if).flatMap((element) => showAsked(task, element));
    if (changed.length > 0) told.textContent = changed.join(' ');
  };
  task.addEventListener('change', show);
  task.addEventListener('live', show);
  show();
  told.textContent = '';
};

/**
 * @param {Task} task
 * @param {QuestionElement} element
 * @returns {string[]} what changed, in words
 */
function showAsked({ inHand }, element) {
  const { question, target } = element;
  const isAsked = inHand.isAsked(question, target);
  const isAside = inHand.cannot(target) !== null || inHand.cannot('unit') !== null;
  const wasAsked = element.dataset.unasked === undefined;
  if (isAsked) delete element.dataset.unasked;
  else element.dataset.unasked = '';
  if (typeOf(question).shownFields(question).length === 0) element.hidden = isAside || !isAsked;
  else element.disabled = isAside || !isAsked || element.because !== null;
  if (!isAsked) element.fault = null;
  return isAsked === wasAsked ? [] : [t(isAsked ? 'rate.now_asked' : 'rate.not_asked_now', { prompt: wordsOf(question.prompt) })];
}
