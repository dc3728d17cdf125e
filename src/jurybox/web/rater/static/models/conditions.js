// Whether a question is asked, by what was said to an earlier one: as core/conditions.py has it. Knows no DOM. Loaded with the
// first stage that has such a question.

/** @import {Question, Target, Value} from './wire.js' */
/** @import {StageInHand} from './stage.js' */

import { HOOKS } from './stage.js';

/**
 * @param {StageInHand} inHand
 * @param {Question} question
 * @param {Target} target
 * @returns {boolean}
 */
function isAskedNow(inHand, { only_if: condition }, target) {
  const source = condition && inHand.stage.ask.find(({ id }) => id === condition.question);
  if (!condition || !source) return true;
  const about = source.about === 'unit' ? 'unit' : target;
  if (inHand.cannot(about) !== null || !isAskedNow(inHand, source, about)) return false;
  return conditionHolds(condition, inHand.answer(source.id, about));
}

/**
 * @param {NonNullable<Question['only_if']>} condition
 * @param {Value | null} answered
 */
export function conditionHolds({ any_of: anyOf, least, most }, answered) {
  const value = answered?.by === 'override' ? answered.value : answered;
  if (value === null || value === undefined || value.length === 0) return false;
  const number = typeof value === 'number' ? value : null;
  if ((least ?? null) !== null || (most ?? null) !== null) return number !== null && number >= (least ?? -Infinity) && number <= (most ?? Infinity);
  return !anyOf?.length || saidIn(value).some((said) => anyOf.includes(said));
}

/** The names and numbers in an answer. @param {Value} value @returns {(string | number)[]} */
function saidIn(value) {
  if (value.better) return [value.better];
  if (value.text !== undefined) return [value.unchanged ? 'unchanged' : 'changed'];
  return [value].flat().flatMap((one) => [one.id ?? one.label ?? one, ...(one.weight ? [one.weight] : [])]);
}

HOOKS.isAsked = isAskedNow;
