// Numbers along a line: where its anchors stand, and what is typed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anchorCells, isInRange, middleOf, typedNumber } from '../../../src/jurybox/web/rater/static/models/range.js';

const percent = { min: 0, max: 100, step: 1 };

/** Where the value of each cell stands: in its middle, or at the end of the line. */
function placesOf(cells) {
  let end = 0;
  return cells.flatMap(({ share, place, side }) => {
    const at = { start: end, middle: end + share / 2, end: end + share }[side];
    end += share;
    return place === null ? [] : [[place, Math.round(at * 1e6) / 1e6]];
  });
}

test('anchors stand at their true places, however unevenly they are spread', () => {
  const values = [0, 10, 33, 66, 90];
  assert.deepEqual(placesOf(anchorCells(values, percent)), values.map((value, i) => [i, value / 100]));
  assert.deepEqual(placesOf(anchorCells([100, 0, 25], percent)), [[1, 0], [2, 0.25], [0, 1]]);
  assert.deepEqual(placesOf(anchorCells([-1, 1], { min: -3, max: 1, step: 1 })), [[0, 0.5], [1, 1]]);
});

test('the cells of anchors fill the line and never touch each other', () => {
  for (const values of [[0, 100], [50], [0, 1, 99, 100], [20, 21, 80]]) {
    const cells = anchorCells(values, percent);
    assert.ok(Math.abs(cells.reduce((sum, { share }) => sum + share, 0) - 1) < 1e-9);
    assert.ok(cells.every(({ share }) => share > 0));
  }
});

test('numbers are typed with a point, a comma or full-width digits', () => {
  assert.deepEqual(['4.5', '4,5', ' ７ ', '', 'x'].map(typedNumber), [4.5, 4.5, 7, null, NaN]);
});

test('a typed number is taken as it is or not at all', () => {
  const halves = { min: 0, max: 10, step: 0.5 };
  assert.deepEqual([0, 10, 7.5, 7.3, 10.5, -1, NaN].map((number) => isInRange(number, halves)), [true, true, true, false, false, false, false]);
  assert.ok(isInRange(0.3, { min: 0, max: 1, step: 0.1 }));
});

test('the first key sets the step in the middle', () => {
  assert.equal(middleOf(percent), 50);
  assert.equal(middleOf({ min: 0, max: 5, step: 2 }), 2);
  assert.equal(middleOf({ min: 0, max: 1, step: 0.1 }), 0.5);
});
