// How far a document is.

import '../browser.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DRAFT_PARTS } from '../../../src/jurybox/web/rater/static/models/drafts.js';
import { segmentOf, SegmentTally } from '../../../src/jurybox/web/rater/static/models/segment_tally.js';
import { StageInHand } from '../../../src/jurybox/web/rater/static/models/stage.js';
import { packet, scale, stage } from '../studies.js';

test('the segment of a target', () => {
  assert.deepEqual(['unit', '12', 'A', 'B.3', ''].map(segmentOf), [0, 12, 0, 3, 0]);
});

test('a segment is done when every system has all that must be answered of it', () => {
  const segments = [1, 2, 3].map((number) => ({ number, start: null, end: null, fields: {} }));
  const asked = [scale('o', { about: 'output' }), scale('s', { about: 'segment', required: false })];
  const held = new StageInHand(packet('a', { segments }), stage(asked), { elapsed: () => 0 });
  held.setAnswer('o', 'A.2', 1);
  held.setAnswer('o', 'B.2', 1);
  const tally = new SegmentTally(held);
  assert.deepEqual([tally.done, tally.of, tally.open], [1, 3, [1, 3]]);
  held.setAnswer('o', 'A.1', 1);
  assert.equal(tally.look(1), false);
  held.setCannot('B.1', 'It is empty.');
  assert.equal(tally.look(1), true);
  assert.deepEqual([tally.done, tally.open], [2, [3]]);
});

test('the parts of a draft: what is about a segment, and what is about none', () => {
  const whole = { answers: { o: { 'A.1': 4, 'B.1': 4, 'A.2': 5 }, q: { A: 2 }, s: { 1: 3 } }, comment: 'Well.', cannot: null };
  const [first, rest] = DRAFT_PARTS.of(whole, [{ target: 'B.1' }, { cannot: '1' }, { target: 'A' }]);
  assert.deepEqual(first, { answers: { o: { 'A.1': 4, 'B.1': 4 }, q: {}, s: { 1: 3 } }, comment: 'Well.', cannot: null, segment: 1 });
  assert.deepEqual(rest.answers, { o: {}, q: { A: 2 }, s: {} });
});
