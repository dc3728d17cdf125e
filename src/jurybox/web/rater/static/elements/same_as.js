// "Same as B" on the card of a candidate, where it has several scores. Loaded with the first stage that gives several.

/** @import {Card} from './card.js' */
/** @import {Question} from '../models/wire.js' */

import { el, t } from '../../../static/helpers/page.js';
import { isScore } from '../models/question_types.js';
import { copyScores } from '../models/same_as.js';
import { HOOKS } from '../models/stage.js';

/**
 * @param {Card} card
 * @param {Question[]} questions
 */
HOOKS.sameAs = (card, questions) => {
  const others = card.inHand.candidates.map(({ letter }) => letter).filter((letter) => letter !== card.target);
  if (card.about !== 'candidate' || others.length === 0 || questions.filter(isScore).length < 2) return null;
  const options = others.map((letter) => el('option', { value: letter, text: letter }));
  const chooser = el('select', { 'aria-label': `${card.heading}: ${t('rate.same_as')}`, class: 'same-as' },
    el('option', { value: '', text: t('rate.same_as') }), ...options);
  chooser.addEventListener('change', (event) => {
    event.stopPropagation();
    if (!chooser.value) return;
    copyScores(card.inHand, chooser.value, card.target, t('rate.same_as_reason', { letter: chooser.value }));
    chooser.value = '';
    card.refresh();
    card.dispatchEvent(new Event('change', { bubbles: true }));
  });
  return chooser;
};
