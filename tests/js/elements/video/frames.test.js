// Frames of a clip and the times at which they are shown.

import { serve } from '../../browser.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clock, FrameTimes, secondsOf, tableOf } from '../../../../src/jurybox/web/rater/static/elements/video/frames.js';

/** Four frames a second, two seconds long. */
const even = new FrameTimes({ start: 0, end: 2, count: 8 });
/** Frames of 1, 3, 1 and 1 tenths of a second, from 10 s on. */
const uneven = new FrameTimes({ start: 10, scale: 10, steps: [1, 3, 1, 1] });

test('even frames share the time', () => {
  assert.deepEqual([even.last, even.at(0), even.at(1), even.at(8)], [7, 0, 0.25, 2]);
});

test('uneven frames have their own times', () => {
  assert.equal(uneven.last, 3);
  assert.deepEqual([0, 1, 2, 3, 4].map((frame) => Number(uneven.at(frame).toFixed(6))), [10, 10.1, 10.4, 10.5, 10.6]);
  assert.ok(Math.abs(uneven.within(1, 0.5) - 10.25) < 1e-9);
});

test('the frame that stands at a time is the last one that has begun', () => {
  assert.deepEqual([0, 0.24, 0.25, 0.49, 1.99, 9].map((time) => even.standing(time)), [0, 0, 1, 1, 7, 7]);
  assert.deepEqual([9, 10.3, 10.4].map((time) => uneven.standing(time)), [0, 1, 2]);
});

test('a time that is short of a frame by rounding is its time', () => assert.equal(even.standing(0.25 - 1e-7), 1));

test('the nearest frame is the one that begins nearest', () => {
  assert.deepEqual([0.12, 0.13, 0.25, 5].map((time) => even.nearest(time)), [0, 1, 1, 7]);
  assert.ok(Number.isNaN(even.nearest(NaN)));
});

test('every frame is found by the middle of its time and by its beginning', () => {
  for (let frame = 0; frame <= uneven.last; frame += 1) {
    assert.equal(uneven.standing(uneven.within(frame, 0.5)), frame);
    assert.equal(uneven.nearest(uneven.at(frame)), frame);
  }
});

test('a segment ends before the next one begins, and has at least one frame', () => {
  assert.deepEqual([even.spanOf(0, 1), even.spanOf(1, 2), even.spanOf(0.5, null), even.spanOf(0.5, 0.5)],
    [{ first: 0, last: 3 }, { first: 4, last: 7 }, { first: 2, last: 7 }, { first: 2, last: 2 }]);
});

test('times are written as a clock shows them', () => {
  assert.deepEqual([clock(0, 1), clock(62.5, 1), clock(59.9996, 3), clock(3661.25, 3)], ['0:00.0', '1:02.5', '1:00.000', '61:01.250']);
});

test('times are read as people write them', () => {
  assert.deepEqual(['1:02.5', '62,5', '62.5', '1:00:00'].map(secondsOf), [62.5, 62.5, 62.5, 3600]);
  assert.ok(Number.isNaN(secondsOf('soon')));
});

test('the frames of a long clip are fetched; where that fails nothing is known of them', async () => {
  serve({ 'GET media/a/clip.frames': { start: 0, end: 1, count: 25 } });
  assert.deepEqual(await tableOf({ url: 'media/a/clip.frames' }), { start: 0, end: 1, count: 25 });
  assert.equal(await tableOf({ url: 'media/b/clip.frames' }), null);
  assert.equal(await tableOf(undefined), null);
  assert.deepEqual(await tableOf({ end: 1, count: 2 }), { end: 1, count: 2 });
});
