// Numbers along a line: where its anchors stand, and what is typed. Knows no DOM.

/** @typedef {{min: number, max: number, step: number}} Range */

/** @typedef {'start' | 'middle' | 'end'} Side */
/** @typedef {{share: number, place: number | null, side: Side}} Cell a part of the line; `place` of the value in the list, null: a gap */

/**
 * The line cut into cells from its lower end: each value has one in whose middle it stands (at an end of the line: where it
 * begins or ends), as wide as it may be without touching another.
 * @param {number[]} values
 * @param {Range} range
 * @returns {Cell[]}
 */
export function anchorCells(values, { min, max }) {
  const found = values.map((value, place) => ({ at: (value - min) / (max - min), place })).sort((a, b) => a.at - b.at);
  /** @type {Cell[]} */
  const cells = [];
  let end = 0;
  for (const [i, { at, place }] of found.entries()) {
    const left = i > 0 ? (at - found[i - 1].at) / 2 : at;
    const right = i < found.length - 1 ? (found[i + 1].at - at) / 2 : 1 - at;
    /** @type {Side} */
    const side = at === 0 ? 'start' : at === 1 ? 'end' : 'middle';
    const share = side === 'start' ? right : side === 'end' ? left : 2 * Math.min(left, right);
    const begin = side === 'start' ? 0 : at - (side === 'end' ? share : share / 2);
    cells.push({ share: begin - end, place: null, side: 'middle' }, { share, place, side });
    end = begin + share;
  }
  cells.push({ share: 1 - end, place: null, side: 'middle' });
  return cells.filter(({ share }) => share > 1e-9);
}

/**
 * "4,5", "4.5" and full-width digits as a number; null where nothing is written, NaN where it is none.
 * @param {string} typed
 */
export function typedNumber(typed) {
  const words = typed.normalize('NFKC').trim().replace(/[,。٫]/, '.');
  return words === '' ? null : Number(words);
}

/**
 * Whether a number is between the ends, and a whole number of steps from the lower one.
 * @param {number} number
 * @param {Range} range
 */
export const isInRange = (number, { min, max, step }) => number >= min && number <= max && fine((number - min) / step) % 1 === 0;

/**
 * The step in the middle of the line: where a first key sets the answer.
 * @param {Range} range
 */
export const middleOf = ({ min, max, step }) => fine(min + Math.round((max - min) / 2 / step) * step);

/** Away with the dust of binary fractions. @param {number} number */
const fine = (number) => Math.round(number * 1e9) / 1e9;
