// Suggestions are kept, changed or removed by an act; what was left untouched keeps a stage from being sent.

import '../browser.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StageInHand } from '../../../src/jurybox/web/rater/static/models/stage.js';
import { actsOf, openMarks } from '../../../src/jurybox/web/rater/static/models/suggestions.js';
import { packet, scale, stage } from '../studies.js';

const note = { type: 'comment', id: 'note', prompt: { en: 'Note?' }, about: 'candidate', required: false };
const spans = { type: 'marks', id: 'spans', prompt: { en: 'Mark.' }, about: 'candidate', required: true, labels: [{ id: 'e', label: { en: 'E' } }] };
const one = { start: 0, end: 2, label: 'e' };
const two = { start: 3, end: 5, label: 'e' };
const inHand = (of) => new StageInHand(packet('a', of), stage([scale('q'), note, spans]), { elapsed: () => 0 });
const suggested = { q: { A: 4 }, note: { A: 'odd' }, spans: { A: [one, two] } };
const codes = (held) => held.gaps().filter(({ target }) => target === 'A').map(({ code, question }) => `${question} ${code}`);

test('nothing is answered before an act, and every suggestion waits for one', () => {
  const held = inHand({ suggested });
  assert.equal(held.answer('q', 'A'), null);
  assert.deepEqual(codes(held), ['q answer.suggestion_untouched', 'note answer.suggestion_untouched', 'spans answer.marks_untouched']);
  assert.deepEqual(held.draft().answers, {});
});

test('an answer says what was done with the suggestion', () => {
  const held = inHand({ suggested });
  held.setAnswer('q', 'A', 4);
  actsOf(held, 'note', 'A').isRemoved = true;
  held.setAnswer('spans', 'A', [{ ...two, of: 1 }, { start: 7, end: 8, label: 'e' }]);
  assert.deepEqual(openMarks(held, spans, 'A'), [0]);
  actsOf(held, 'spans', 'A').removed.push(0);
  assert.deepEqual(codes(held), []);
  const sent = held.wireAnswers();
  assert.deepEqual(sent.q, { A: { value: 4, by: 'kept' } });
  assert.deepEqual(sent.note, { A: { by: 'removed' } });
  assert.deepEqual(sent.spans, { A: { value: [two, { start: 7, end: 8, label: 'e' }], by: 'changed', from_suggested: [1, null], removed: [0] } });
  held.setAnswer('q', 'A', 2);
  assert.deepEqual(held.wireAnswers().q, { A: { value: 2, by: 'changed' } });
});

test('a draft and a judgement that is opened again know what was done', () => {
  const before = inHand({ suggested });
  before.setAnswer('q', 'A', 5);
  actsOf(before, 'note', 'A').isRemoved = true;
  before.setAnswer('spans', 'A', [{ ...one, of: 0 }]);
  actsOf(before, 'spans', 'A').removed.push(1);
  actsOf(before, 'spans', 'A').atOnce.push(0);
  const draft = before.draft();
  const after = inHand({ suggested, draft });
  assert.deepEqual(after.draft(), draft);
  assert.equal(after.wireAnswers().spans.A.at_once, 1);
  assert.deepEqual(codes(after), []);
});

test('marks that are all kept are kept, and those that were all taken away still need an answer', () => {
  const held = inHand({ suggested: { spans: { A: [one, two] } } });
  held.setAnswer('spans', 'A', [{ ...one, of: 0 }, { ...two, of: 1 }]);
  assert.equal(held.wireAnswers().spans.A.by, 'kept');
  held.setAnswer('spans', 'A', null);
  actsOf(held, 'spans', 'A').removed.push(0, 1);
  assert.deepEqual(codes(held), ['q answer.missing', 'spans answer.missing']);
  held.setAnswer('spans', 'A', []);
  assert.deepEqual(held.wireAnswers().spans, { A: { value: [], by: 'changed', from_suggested: [], removed: [0, 1] } });
});
