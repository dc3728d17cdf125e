// The scores of one candidate taken over from another. Knows no DOM. Loaded with the first stage that gives several scores.

/** @import {Target} from './wire.js' */
/** @import {StageInHand} from './stage.js' */

import { isScore } from './question_types.js';
import { isCell } from './stage.js';

/**
 * Take over the scores of another candidate. Where this one has marks that add up to something else, the copy is an
 * overwriting, for which `reason` stands.
 * @param {StageInHand} inHand
 * @param {Target} from
 * @param {Target} to
 * @param {string} reason
 */
export function copyScores(inHand, from, to, reason) {
  for (const question of inHand.questions('candidate').filter(isScore)) {
    const said = inHand.answer(question.id, from);
    const value = isCell(said) ? said.value : said;
    if (value === null || inHand.rule(question.id, to)) continue;
    const sum = inHand.sum(question, to);
    const isOverride = sum !== null && sum !== value;
    inHand.setAnswer(question.id, to, isOverride ? { value, by: 'override', reason } : value);
  }
}
