// Candidates in groups, the best first: how an order changes. Knows no DOM.

/** @typedef {string[][]} Groups */

/** @param {Groups} groups */
const filled = (groups) => groups.filter((group) => group.length > 0);

/**
 * @param {Groups} groups
 * @param {string} letter
 */
export const placeOf = (groups, letter) => groups.findIndex((group) => group.includes(letter));

/**
 * Without a letter; null where none is left.
 * @param {Groups} groups
 * @param {string} letter
 * @returns {Groups | null}
 */
export function takenOut(groups, letter) {
  const left = filled(without(groups, letter));
  return left.length > 0 ? left : null;
}

/**
 * At the next place, where it has none yet.
 * @param {Groups} groups
 * @param {string} letter
 * @returns {Groups}
 */
export const putLast = (groups, letter) => (placeOf(groups, letter) < 0 ? [...groups, [letter]] : groups);

/**
 * Out of its group to a place of its own; from a place of its own past its neighbour.
 * @param {Groups} groups
 * @param {string} letter
 * @param {-1 | 1} step
 * @returns {Groups}
 */
export function moved(groups, letter, step) {
  const place = placeOf(groups, letter);
  const isAlone = groups[place].length === 1;
  const left = without(groups, letter);
  if (isAlone) left.splice(place, 1);
  left.splice(isAlone ? place + step : place + (step > 0 ? 1 : 0), 0, [letter]);
  return left;
}

/**
 * Beside those of the place before.
 * @param {Groups} groups
 * @param {string} letter
 * @returns {Groups}
 */
export function tied(groups, letter) {
  const place = placeOf(groups, letter);
  const left = without(groups, letter);
  left[place - 1] = [...left[place - 1], letter];
  return filled(left);
}

/**
 * What can be done with a letter that has a place.
 * @param {Groups} groups
 * @param {string} letter
 */
export function possibleMoves(groups, letter) {
  const place = placeOf(groups, letter);
  const isTied = groups[place].length > 1;
  return { up: place > 0 || isTied, down: place < groups.length - 1 || isTied, tie: place > 0 };
}

/**
 * Best and worst as an order, all others between; null while one is still to be named.
 * @param {string[]} letters
 * @param {(string | null)[]} ends
 * @returns {Groups | null}
 */
export function orderOfEnds(letters, [best, worst]) {
  if (!best || !worst) return null;
  return filled([[best], letters.filter((letter) => letter !== best && letter !== worst), [worst]]);
}

/**
 * Both ends after one was named: nothing is both, and what is named again is taken back.
 * @param {(string | null)[]} ends
 * @param {string} letter
 * @param {number} end 0 best, 1 worst
 */
export function namedEnd(ends, letter, end) {
  const next = ends.map((other) => (other === letter ? null : other));
  if (ends[end] !== letter) next[end] = letter;
  return next;
}

/**
 * @param {Groups} groups
 * @param {string} letter
 */
const without = (groups, letter) => groups.map((group) => group.filter((other) => other !== letter));
