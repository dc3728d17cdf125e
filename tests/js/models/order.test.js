// Candidates in groups, the best first: how an order changes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moved, namedEnd, orderOfEnds, placeOf, possibleMoves, putLast, takenOut, tied } from '../../../src/jurybox/web/rater/static/models/order.js';

test('each letter gets the next place, and only once', () => {
  assert.deepEqual(putLast([], 'C'), [['C']]);
  assert.deepEqual(putLast([['C']], 'A'), [['C'], ['A']]);
  assert.deepEqual(putLast([['C'], ['A']], 'C'), [['C'], ['A']]);
});

test('a letter moves past its neighbour, and out of a tie to a place of its own', () => {
  assert.deepEqual(moved([['A'], ['B'], ['C']], 'C', -1), [['A'], ['C'], ['B']]);
  assert.deepEqual(moved([['A'], ['B'], ['C']], 'A', 1), [['B'], ['A'], ['C']]);
  assert.deepEqual(moved([['A', 'B'], ['C']], 'B', 1), [['A'], ['B'], ['C']]);
  assert.deepEqual(moved([['A', 'B'], ['C']], 'B', -1), [['B'], ['A'], ['C']]);
});

test('a tie is shared with those of the place before', () => {
  assert.deepEqual(tied([['A'], ['B'], ['C']], 'C'), [['A'], ['B', 'C']]);
  assert.deepEqual(tied([['A', 'B'], ['C']], 'C'), [['A', 'B', 'C']]);
});

test('what is taken out leaves no empty place; without letters there is no answer', () => {
  assert.deepEqual(takenOut([['A'], ['B'], ['C']], 'B'), [['A'], ['C']]);
  assert.equal(takenOut([['A']], 'A'), null);
});

test('the first cannot go up, nor the last down, unless they share a place', () => {
  assert.deepEqual(possibleMoves([['A'], ['B']], 'A'), { up: false, down: true, tie: false });
  assert.deepEqual(possibleMoves([['A'], ['B']], 'B'), { up: true, down: false, tie: true });
  assert.deepEqual(possibleMoves([['A', 'B']], 'A'), { up: true, down: true, tie: false });
  assert.equal(placeOf([['A'], ['B', 'C']], 'C'), 1);
});

test('best and worst are an answer when both are named, with all others between', () => {
  assert.equal(orderOfEnds(['A', 'B', 'C'], ['A', null]), null);
  assert.deepEqual(orderOfEnds(['A', 'B', 'C', 'D'], ['C', 'A']), [['C'], ['B', 'D'], ['A']]);
  assert.deepEqual(orderOfEnds(['A', 'B'], ['B', 'A']), [['B'], ['A']]);
});

test('nothing is best and worst at once, and what is named again is taken back', () => {
  assert.deepEqual(namedEnd([null, null], 'A', 0), ['A', null]);
  assert.deepEqual(namedEnd(['A', null], 'A', 1), [null, 'A']);
  assert.deepEqual(namedEnd(['A', 'B'], 'C', 1), ['A', 'C']);
  assert.deepEqual(namedEnd(['A', 'B'], 'A', 0), [null, 'B']);
});
