// The draft of the stage in hand: where it is kept, and when it is sent.

import { settled } from '../browser.js';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { Drafts } from '../../../src/jurybox/web/rater/static/models/drafts.js';
import '../../../src/jurybox/web/rater/static/models/segment_tally.js';
import { packet } from '../studies.js';

beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
afterEach(() => mock.timers.reset());

/** Drafts of a stage in hand, with a session that notes what it is given. */
function begun({ lasts = true, isFull = false, isReachable = true, answers = null } = {}) {
  const session = { device: { lasts }, kept: [], sent: [], corrected: [] };
  session.keepCorrection = async ({ assignment }) => session.corrected.push(assignment);
  session.keepDraft = async (_, draft) => (isFull ? Promise.reject(new Error('full')) : session.kept.push(draft));
  session.sendDraft = async (_, draft) => (isReachable ? session.sent.push(draft) : Promise.reject(new Error('offline')));
  const drafts = new Drafts(session);
  let written = 0;
  drafts.inHand = { packet: packet('a', { answers }), draft: () => (written += 1) };
  return { drafts, session };
}

async function later(milliseconds) {
  mock.timers.tick(milliseconds);
  await settled();
}

test('a change is on the device at once, and on the server two seconds after the last one', async () => {
  const { drafts, session } = begun();
  drafts.changed();
  await later(1_500);
  assert.deepEqual([drafts.kept, session.sent.length, drafts.isDue], ['device', 0, true]);
  drafts.changed();
  await later(1_500);
  assert.deepEqual([session.kept.length, session.sent.length], [2, 0]);
  await later(500);
  assert.deepEqual([drafts.kept, session.sent.length, drafts.isDue], ['server', 1, false]);
});

test('that a correction was begun is kept with it', async () => {
  const first = begun();
  const correction = begun({ answers: {} });
  for (const { drafts } of [first, correction]) drafts.changed();
  await settled();
  assert.deepEqual([first.session.corrected, correction.session.corrected], [[], ['a']]);
});

test('it says each time that it is kept somewhere else', async () => {
  const { drafts } = begun();
  const said = [];
  drafts.addEventListener('change', () => said.push(drafts.kept));
  drafts.changed();
  await later(2_000);
  assert.deepEqual(said, ['device', 'server']);
});

for (const [name, of] of [['a browser that keeps nothing', { lasts: false }], ['a full device', { isFull: true }]]) {
  test(`${name}: only this page has it, until the server has`, async () => {
    const { drafts } = begun(of);
    drafts.changed();
    await settled();
    assert.equal(drafts.kept, 'page');
    await later(2_000);
    assert.equal(drafts.kept, 'server');
  });
}

test('without a network the device still has it', async () => {
  const { drafts } = begun({ isReachable: false });
  drafts.changed();
  await later(2_000);
  assert.deepEqual([drafts.kept, drafts.isDue], ['device', false]);
});

test('a correction is kept here but is no draft for the server', async () => {
  const { drafts, session } = begun({ answers: { q: { A: 1 } } });
  drafts.changed();
  await later(2_000);
  assert.deepEqual([session.kept.length, session.sent.length], [1, 0]);
});

test('what was submitted is not sent as a draft any more', async () => {
  const { drafts, session } = begun();
  drafts.changed();
  drafts.stop();
  await later(5_000);
  assert.deepEqual([session.sent.length, drafts.isDue], [0, false]);
});

test('who leaves the page sends at once', async () => {
  const { drafts, session } = begun();
  drafts.changed();
  drafts.send();
  await later(5_000);
  assert.equal(session.sent.length, 1);
});

test('what comes late says nothing about the stage that is in hand by then', async () => {
  const { drafts } = begun();
  drafts.send();
  drafts.inHand = { packet: packet('b'), draft: () => 0 };
  drafts.kept = '';
  await settled();
  assert.equal(drafts.kept, '');
});

test('with nothing in hand there is nothing to keep', async () => {
  const { drafts, session } = begun();
  drafts.inHand = null;
  drafts.changed();
  drafts.send();
  await later(5_000);
  assert.deepEqual([session.kept, session.sent], [[], []]);
});

test('of a document the first goes as a whole, then only the segments that have changed; after a failure all of it', async () => {
  const { drafts, session } = begun();
  const parts = [];
  let isReachable = true;
  session.sendDraft = async (_, whole, of) => (isReachable ? parts.push(of.map(({ segment }) => segment ?? 'whole')) : Promise.reject(new Error('offline')));
  drafts.inHand = { packet: packet('a', { segments: [{ number: 1 }, { number: 2 }] }), draft: () => ({ answers: {} }) };
  for (const segment of ['A.1', '2']) drafts.changed({ target: segment });
  await later(2_000);
  for (const target of ['2', 'B.2', 'unit']) drafts.changed({ target });
  await later(2_000);
  isReachable = false;
  drafts.changed({ target: '1' });
  await later(2_000);
  isReachable = true;
  drafts.changed({ cannot: '2' });
  await later(2_000);
  assert.deepEqual(parts, [['whole'], [2, 0], ['whole']]);
});
