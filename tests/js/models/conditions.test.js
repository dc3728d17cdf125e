// Questions that are only asked after some answers.

import '../browser.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditionHolds } from '../../../src/jurybox/web/rater/static/models/conditions.js';
import { StageInHand } from '../../../src/jurybox/web/rater/static/models/stage.js';
import { packet, scale, stage } from '../studies.js';

const why = { type: 'comment', id: 'why', prompt: { en: 'Why?' }, about: 'candidate', required: true, only_if: { question: 'q', any_of: [], most: 2 } };
const inHand = (of = {}) => new StageInHand(packet('a', of), stage([scale('q'), why]), { elapsed: () => 0 });

test('what is not asked is no gap, is not counted and is not sent', () => {
  const held = inHand();
  held.setAnswer('q', 'A', 5);
  held.setAnswer('q', 'B', 1);
  assert.deepEqual(held.gaps().map(({ question, target }) => [question, target]), [['why', 'B']]);
  assert.deepEqual(held.answered(), { done: 2, of: 3 });
});

test('what was written stays until the stage is submitted, and in the draft', () => {
  const held = inHand();
  held.setAnswer('q', 'A', 1);
  held.setAnswer('why', 'A', 'odd');
  held.setAnswer('q', 'A', 5);
  assert.deepEqual(held.wireAnswers(), { q: { A: 5 } });
  assert.deepEqual(held.draft().answers, { q: { A: 5 }, why: { A: 'odd' } });
  held.setAnswer('q', 'A', 2);
  assert.deepEqual(held.wireAnswers(), { q: { A: 2 }, why: { A: 'odd' } });
});

test('nothing more is asked of what cannot be judged', () => {
  const held = inHand();
  held.setAnswer('q', 'A', 1);
  held.setCannot('A', 'no idea');
  assert.ok(!held.isAsked(why, 'A'));
});

test('a condition asks for names, numbers, marks or anything', () => {
  const holds = (of, value) => conditionHolds({ question: 'q', any_of: [], ...of }, value);
  assert.ok(holds({ any_of: ['changed'] }, { text: 'As it should be.' }));
  assert.ok(!holds({ any_of: ['changed'] }, { text: 'As it was.', unchanged: true }));
  assert.ok(holds({ any_of: ['tie', 'neither'] }, { better: 'neither' }));
  assert.ok(!holds({ any_of: ['tie'] }, { better: 'A' }));
  assert.ok(holds({ any_of: ['major'] }, [{ start: 0, end: 1, label: 'error', weight: 'major' }]));
  assert.ok(holds({ any_of: ['odd'] }, [{ id: 'odd' }]));
  assert.ok(holds({ any_of: ['two'] }, ['one', 'two']));
  assert.ok(holds({ least: 0 }, 0));
  assert.ok(holds({ most: 3 }, { value: 3, by: 'override', reason: 'so' }));
  assert.deepEqual([holds({}, []), holds({}, null), holds({}, 'words')], [false, false, true]);
});
