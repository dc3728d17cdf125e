// The session: opening it, going through the units, going back, drafts, and all of it without a network.

import { asked, forget, localStorage, offline, refusal, serve, settled, times } from '../browser.js';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { Device } from '../../../src/jurybox/web/rater/static/models/device.js';
import { OtherRater, ServerError } from '../../../src/jurybox/web/rater/static/models/request.js';
import { keyOf, Session } from '../../../src/jurybox/web/rater/static/models/session.js';
import { judgement, next, packet, study } from '../studies.js';

const STUDY = '/rate/study/';
const nothing = () => {};

beforeEach(() => {
  forget();
  localStorage.set(`jurybox ${STUDY}`, '1');
  mock.timers.enable({ apis: ['setTimeout'] });
});
afterEach(async () => {
  await settled(); // what is still on its way belongs to this test
  mock.timers.reset();
});

/** A session that was opened by a link, with these routes and these first units. */
async function opened(units = ['a', 'b'], routes = {}, of = {}) {
  serve({ 'POST api/session': study({ next: next(units.map((name) => packet(name))), ...of }), 'POST api/next': next([]), ...routes });
  const session = new Session(new Device(STUDY));
  await session.start('token', nothing);
  return session;
}

const names = (shown) => (typeof shown === 'string' ? shown : shown.assignment);
const paceOf = ({ pace: { tasks, elapsed } }) => [tasks, elapsed];
const failure = (work) => work.then(() => assert.fail('it came through'), (error) => error);

// --- opening

test('a link opens the session by its token, and the first units come with it', async () => {
  const session = await opened();
  assert.deepEqual(asked.map(({ method, path, body }) => [method, path, body]), [['POST', 'api/session', { token: 'token', ahead: 4 }]]);
  assert.deepEqual([session.membership, session.progress, session.isFromDevice], ['m1', { done: 0, left: 5, sure: true }, false]);
  assert.deepEqual([names(await session.next()), names(await session.next())], ['a', 'a']);
});

test('what early.js has asked for is not asked for again', async () => {
  serve({ 'POST api/next': next([packet('a')]) });
  globalThis.early = Promise.resolve(Response.json(study()));
  const session = new Session(new Device(STUDY));
  await session.start('token', nothing);
  assert.deepEqual([times('POST', 'api/session'), globalThis.early], [0, undefined]);
  assert.equal(names(await session.next()), 'a');
});

test('without a link the cookie of an earlier visit is enough', async () => {
  serve({ 'GET api/study': study(), 'POST api/next': next([packet('a')]) });
  const session = new Session(new Device(STUDY));
  await session.start('', nothing);
  assert.equal(names(await session.next()), 'a');
  assert.equal(times('POST', 'api/next'), 1); // asked for early, and not twice
});

test('who may choose a way is not given units before it is known', async () => {
  serve({ 'GET api/study': study({ ways: ['list', 'stream'] }), 'POST api/next': next([packet('a')]) });
  const session = new Session(new Device(STUDY));
  await session.start('', nothing);
  await settled();
  assert.equal(times('POST', 'api/next'), 0);
  session.go('stream');
  await session.next();
  assert.equal(asked.at(-1).body.way, 'stream');
});

test('the way that was chosen holds for the next visit', async () => {
  const ways = { ways: ['list', 'stream'] };
  (await opened([], {}, ways)).go('stream');
  await settled();
  assert.equal((await opened([], {}, ways)).way, 'stream');
});

test('what can be prepared is prepared as soon as the study is there', async () => {
  serve({ 'POST api/session': study() });
  const prepared = [];
  await new Session(new Device(STUDY)).start('token', ({ name }) => prepared.push(name));
  assert.deepEqual(prepared, ['A study']);
});

test('a link that is no good is said, and opens nothing that is kept', async () => {
  await opened();
  serve({ 'POST api/session': () => refusal(401, 'link.revoked') });
  const error = await failure(new Session(new Device(STUDY)).start('token', nothing));
  assert.ok(error instanceof ServerError);
  assert.equal(error.status, 401);
});

// --- the way through

test('the units that were fetched ahead come one after the other, without asking', async () => {
  const session = await opened(['a', 'b', 'c']);
  const seen = [];
  for (let i = 0; i < 3; i += 1) {
    const shown = await session.next();
    seen.push(names(shown));
    await session.submit(judgement(shown.assignment), packet(shown.assignment));
  }
  assert.deepEqual([seen, times('POST', 'api/next')], [['a', 'b', 'c'], 0]);
});

test('the last that is on its way asks for more, and what comes is shown next', async () => {
  const session = await opened(['a'], { 'POST api/judgements': { next: next([packet('a'), packet('b')], { progress: { done: 1, left: 4, sure: true } }) } });
  await session.next();
  const { sent } = await session.submit(judgement('a'), packet('a'));
  assert.equal((await sent).outcome, 'delivered');
  assert.deepEqual([asked.at(-1).body.ahead, asked.at(-1).body.way], [4, 'list']);
  assert.equal(names(await session.next()), 'b'); // a was sent and does not come again
  assert.deepEqual(session.progress, { done: 1, left: 4, sure: true });
});

test('what is done counts before the server has it, a correction does not', async () => {
  const session = await opened(['a', 'b'], { 'POST api/judgements': offline });
  await session.next();
  await session.submit(judgement('a'), packet('a'));
  assert.deepEqual([session.progress, paceOf(session)], [{ done: 1, left: 4, sure: true }, [1, 1_000]]);
  await session.submit(judgement('a'), packet('a', { answers: {} }));
  assert.deepEqual([session.progress, paceOf(session)], [{ done: 1, left: 4, sure: true }, [1, 2_000]]);
});

test('worked examples are neither done nor in the pace', async () => {
  const session = await opened(['a', 'b'], { 'POST api/judgements': offline });
  await session.next();
  await session.submit(judgement('a'), packet('a', { example: { number: 1, of: 2 } }));
  assert.deepEqual([session.progress, paceOf(session)], [{ done: 0, left: 5, sure: true }, [0, 0]]);
  await session.next();
  assert.deepEqual(session.progress, { done: 0, left: 5, sure: true });
});

test('what an earlier visit kept is asked of the server once it is there', async () => {
  const session = await opened(['a', 'b'], { 'POST api/judgements': offline });
  await session.submit(judgement('a'), packet('a'));
  await session.submit(judgement('b'), packet('b', { example: { number: 1, of: 2 } }));
  assert.deepEqual(['a', 'b', 'earlier'].map((id) => session.pace.lacks(judgement(id))), [false, false, true]);
});

test('a task of two steps is one task of today', async () => {
  const session = await opened(['a', 'b'], { 'POST api/judgements': offline });
  await session.submit(judgement('a'), packet('a'));
  await session.submit(judgement('a', { stage: 'second' }), packet('a', { stage: 'second' }));
  assert.deepEqual([session.progress.done, paceOf(session), session.pace.isStale], [2, [1, 2_000], false]);
  await session.submit(judgement('b', { stage: 'second' }), packet('b', { stage: 'second' }));
  assert.deepEqual([paceOf(session), session.pace.isStale], [[1, 3_000], true]); // begun today, or before: the server knows
});

test('what the server says while some still wait is counted together with them', async () => {
  const session = await opened(['a'], { 'POST api/judgements': offline, 'POST api/next': next([packet('b')]) });
  await session.next();
  await session.submit(judgement('a'), packet('a'));
  await session.next();
  assert.deepEqual(session.progress, { done: 1, left: 4, sure: true });
});

test('done while judgements still wait is not done yet', async () => {
  const session = await opened(['a'], { 'POST api/judgements': offline, 'POST api/next': next([], { state: 'done', completion_code: 'C1' }) });
  await session.next();
  await session.submit(judgement('a'), packet('a'));
  assert.equal(await session.next(), 'wait');
});

test('where the server has work and nothing new came, nobody else is said to be at it', async () => {
  const session = await opened([], {}, { next: next([], { state: 'rate' }) });
  assert.deepEqual([await session.next(), session.waits], ['wait', 'more']);
});

test('when all is done the completion code is told', async () => {
  const session = await opened([], { 'POST api/next': next([], { state: 'done', completion_code: 'C1' }) });
  assert.deepEqual([await session.next(), await session.next(), session.completionCode], ['wait', 'done', 'C1']);
});

test('a unit that is not submitted comes again', async () => {
  const session = await opened(['a', 'b'], { 'POST api/next': next([packet('z')]) });
  assert.equal(names(await session.next()), 'a');
  assert.equal(names(await session.next('z')), 'z');
  assert.equal(asked.at(-1).body.first, 'z');
});

test('an answer for another rater is not taken', async () => {
  const session = await opened([], { 'POST api/next': next([packet('x')], { membership: 'm2' }) });
  await session.next();
  assert.ok(await failure(session.next()) instanceof OtherRater);
});

test('another way drops the units of the first one', async () => {
  const session = await opened(['a', 'b'], { 'POST api/next': next([packet('s')]) }, { ways: ['list', 'stream'] });
  assert.equal(names(await session.next()), 'a');
  assert.equal(session.isAhead, true);
  session.go('stream');
  assert.equal(session.isAhead, false);
});

// --- going back

test('a stage can be opened again; what was in hand comes after it', async () => {
  const answers = { q: { A: 1, B: 2 } };
  const session = await opened(['a', 'b'], { 'GET api/assignments/old/first': packet('old', { answers }), 'POST api/judgements': offline });
  await session.next();
  assert.deepEqual((await session.reopen('old', 'first')).answers, answers);
  assert.equal(session.inHand, 'old');
  await session.submit(judgement('old'), packet('old', { answers: {} }));
  assert.equal(names(await session.next()), 'a');
});

test('going back at once waits for what is on its way, so that it comes as a correction', async () => {
  const answers = { q: { A: 1 } };
  let arrive = nothing;
  const isThere = new Promise((resolve) => (arrive = resolve));
  let stored = null;
  const session = await opened(['a', 'b'], {
    'POST api/judgements': async () => {
      await isThere;
      stored = answers;
      return {};
    },
    'GET api/assignments/a/first': () => packet('a', { answers: stored }),
  });
  await session.submit(judgement('a', { answers }), await session.next());
  const reopened = session.reopen('a', 'first');
  await settled();
  assert.equal(times('GET', 'api/assignments/a/first'), 0);
  arrive();
  assert.deepEqual((await reopened).answers, answers);
});

test('without a network what was just submitted can be opened again, as it was answered', async () => {
  const answers = { q: { A: 1 } };
  const session = await opened(['a', 'b'], { 'POST api/judgements': offline, 'GET api/assignments/a/first': offline });
  await session.submit(judgement('a', { answers, comment: 'so' }), await session.next());
  await session.next();
  const { answers: shown, comment, assignment } = await session.reopen('a', 'first');
  assert.deepEqual([shown, comment, assignment], [answers, 'so', 'a']);
  assert.equal(names(await session.next()), 'b');
});

test('a stage that cannot be opened leaves what is in hand', async () => {
  const session = await opened(['a'], { 'GET api/assignments/old/first': offline });
  await session.next();
  await failure(session.reopen('old', 'first'));
  assert.equal(session.inHand, 'a');
});

// --- drafts

const draft = { answers: { q: { A: 3 } }, comment: null };

test('a draft is on the device at once, and found again after the page was closed', async () => {
  const session = await opened();
  const shown = await session.next();
  await session.keepDraft(shown, draft);
  const again = await opened();
  assert.deepEqual(await again.draftOf(await again.next()), draft);
});

test('what reached the server is taken from there, where another device may have gone on', async () => {
  const session = await opened(['a'], { 'PUT api/drafts/a/first': null });
  await session.sendDraft(await session.next(), draft);
  const newer = { answers: { q: { A: 5 } }, comment: 'from the phone' };
  assert.deepEqual(await session.draftOf(packet('a', { draft: newer })), newer);
});

test('a draft that did not reach the server is not taken for one that did', async () => {
  const session = await opened(['a'], { 'PUT api/drafts/a/first': offline });
  const shown = await session.next();
  await session.keepDraft(shown, draft);
  await failure(session.sendDraft(shown, draft));
  assert.deepEqual(await session.draftOf(packet('a', { draft: null })), draft);
});

test('a unit that was put back and has a draft on the server comes with it', async () => {
  const session = await opened(['a'], { 'PUT api/drafts/a/first': null });
  await session.sendDraft(await session.next(), draft);
  assert.deepEqual((await session.next()).draft, draft);
});

test('what was submitted has no draft any more', async () => {
  const session = await opened();
  const shown = await session.next();
  await session.keepDraft(shown, draft);
  await session.submit(judgement('a'), packet('a'));
  await settled();
  assert.equal(await session.draftOf(shown), null);
});

test('drafts of another rater on the same device stay theirs', async () => {
  const session = await opened();
  const shown = await session.next();
  await session.keepDraft(shown, draft);
  const other = await opened(['a'], {}, { membership: 'm2', next: next([packet('a')], { membership: 'm2' }) });
  assert.equal(await other.draftOf(await other.next()), null);
});

// --- without a network

test('a device that knows the study starts without a network, with the units it has', async () => {
  const session = await opened(['a', 'b']);
  await session.next();
  await settled();
  serve({ 'POST api/session': offline });
  const again = new Session(new Device(STUDY));
  await again.start('token', nothing);
  assert.deepEqual([again.isFromDevice, again.study.name], [true, 'A study']);
  assert.deepEqual([names(await again.next()), again.isAhead], ['a', true]);
});

test('what was judged without a network is not shown again, and counts', async () => {
  const session = await opened(['a', 'b'], { 'POST api/judgements': offline });
  await session.next();
  await session.submit(judgement('a'), packet('a'));
  await settled();
  serve({ 'POST api/session': offline, 'POST api/judgements': offline });
  const again = new Session(new Device(STUDY));
  await again.start('token', nothing);
  assert.equal(names(await again.next()), 'b');
  assert.deepEqual(again.progress, { done: 1, left: 4, sure: true });
});

test('without a network only the link that was opened here opens what is kept', async () => {
  await opened();
  await settled();
  serve({ 'POST api/session': offline });
  await assert.rejects(new Session(new Device(STUDY)).start('another token', nothing));
});

test('a device that knows nothing does not start without a network', async () => {
  serve({ 'POST api/session': offline });
  await assert.rejects(new Session(new Device(STUDY)).start('token', nothing));
});

test('a server in trouble is like no network', async () => {
  await opened();
  await settled();
  serve({ 'POST api/session': () => refusal(503, 'busy') });
  const again = new Session(new Device(STUDY));
  await again.start('token', nothing);
  assert.equal(again.isFromDevice, true);
});

test('once the server is back, what came meanwhile is fetched', async () => {
  await opened(['a']).then((session) => session.next());
  await settled();
  serve({ 'POST api/session': offline, 'POST api/next': next([packet('a'), packet('new')], { progress: { done: 3, left: 2, sure: true } }) });
  const again = new Session(new Device(STUDY));
  await again.start('token', nothing);
  await again.catchUp();
  assert.deepEqual([again.isFromDevice, again.progress], [false, { done: 3, left: 2, sure: true }]);
});

// --- corrections

test('a correction that was begun is found again, until it is submitted or left', async () => {
  const session = await opened(['a'], { 'POST api/judgements': offline });
  const old = packet('old', { answers: { q: { A: { value: 2, by: 'rater' } } } });
  for (const end of [(of) => session.leaveUnchanged(of), (of) => session.submit(judgement('old'), of)]) {
    await session.keepCorrection(old);
    await session.keepDraft(old, { answers: { q: { A: 4 } }, comment: null, cannot: null });
    const again = await opened(['a'], { 'POST api/judgements': offline });
    assert.deepEqual([(await again.correction()).assignment, (await again.draftOf(old)).answers], ['old', { q: { A: 4 } }]);
    await end(old);
    await settled();
    assert.deepEqual([await again.correction(), await again.draftOf(old)], [undefined, null]);
  }
});

test('what was refused is forgotten when the same stage was submitted again', async () => {
  const session = await opened(['a', 'b'], { 'POST api/judgements': refusal(422, 'answer.missing') });
  await session.next();
  await session.submit(judgement('a'), packet('a'));
  await settled();
  assert.equal(session.outbox.refused, 1);
  serve({ 'POST api/judgements': {} });
  await session.submit(judgement('b'), packet('b'));
  assert.equal((await session.outbox.refusals()).length, 1);
  await session.submit(judgement('a'), packet('a'));
  assert.equal((await session.outbox.refusals()).length, 0);
});

// --- pace, names

test("today's pace is the server's and what was submitted meanwhile", async () => {
  const session = await opened(['a'], { 'POST api/judgements': {} });
  let answer = nothing;
  serve({ 'POST api/judgements': {}, 'GET api/pace': () => new Promise((resolve) => (answer = resolve)) });
  const reading = session.pace.read();
  await session.next();
  await session.submit(judgement('a'), packet('a'));
  answer({ tasks: 10, elapsed_ms: 50_000 });
  await reading;
  assert.deepEqual(paceOf(session), [11, 51_000]);
});

test('a stage is known by its assignment and its id', () => assert.equal(keyOf(packet('a')), 'a/first'));
