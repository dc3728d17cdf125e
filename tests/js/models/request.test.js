// A request, and what can come of it.

import { answer, asked, offline, refusal, serve } from '../browser.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerTo, isPassing, Offline, request, ServerError } from '../../../src/jurybox/web/rater/static/models/request.js';

const failure = (sent) => sent.then(() => assert.fail('it came through'), (error) => error);

test('paths are relative to the page, and a body goes as JSON', async () => {
  serve({ 'POST api/next': { units: [] } });
  assert.deepEqual(await request('POST', 'api/next', { ahead: 4 }), { units: [] });
  assert.deepEqual(asked, [{ method: 'POST', path: 'api/next', body: { ahead: 4 } }]);
});

test('an answer without a body is null', async () => {
  serve({ 'PUT api/drafts/a/first': () => answer(204) });
  assert.equal(await request('PUT', 'api/drafts/a/first', {}), null);
});

test('no network is Offline, and may pass', async () => {
  serve({ 'GET api/study': offline });
  const error = await failure(request('GET', 'api/study'));
  assert.ok(error instanceof Offline);
  assert.ok(isPassing(error));
});

for (const [name, body] of [['cut off on its way', '{"units": ['], ['of a network that wants a sign-in first', '<h1>Welcome</h1>']]) {
  test(`an answer ${name} is none, though its status is good`, async () => {
    const error = await failure(answerTo(Promise.resolve(new Response(body, { status: 200 }))));
    assert.ok(error instanceof Offline);
  });
}

test('an error of the server says its status, its faults and how long to wait', async () => {
  serve({ 'GET api/study': () => refusal(429, 'too_many', { 'Retry-After': '7' }) });
  const error = await failure(request('GET', 'api/study'));
  assert.ok(error instanceof ServerError);
  assert.deepEqual([error.status, error.retryAfter, error.faults.map(({ code }) => code)], [429, 7, ['too_many']]);
});

test('all faults are there where the server names several', async () => {
  const errors = [{ code: 'a', message: 'A', where: '' }, { code: 'b', message: 'B', where: '' }];
  const error = await failure(answerTo(Promise.resolve(answer(422, { error: errors[0], errors }))));
  assert.deepEqual(error.faults, errors);
  assert.equal(error.message, 'A');
});

test('an error that is no JSON has no faults but its status', async () => {
  const error = await failure(answerTo(Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 }))));
  assert.deepEqual([error.faults, error.message, error.retryAfter], [[], '502', null]);
});

for (const [status, passes] of [[500, true], [503, true], [429, true], [400, false], [401, false], [404, false], [409, false], [422, false]]) {
  test(`${status} ${passes ? 'may pass' : 'will not pass'} by itself`, () => {
    assert.equal(isPassing(new ServerError(status, [], null)), passes);
  });
}

test('what is wrong in the page itself does not pass', () => assert.equal(isPassing(new TypeError('x')), false));
