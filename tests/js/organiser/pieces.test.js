// Files in pieces: in order, again where one was lost, from where the server says that it is.

import assert from 'node:assert/strict';
import { afterEach, mock, test } from 'node:test';
import { sendFile } from '../../../src/jurybox/web/organiser/static/pieces.js';

/** A server that answers each piece by the next of these, and then by taking it. */
function server(...answers) {
  const offsets = [];
  globalThis.fetch = async (address, { body }) => {
    const offset = Number(new URL(address, 'http://server').searchParams.get('offset'));
    offsets.push(offset);
    const next = answers.shift();
    if (next === 'lost') throw new TypeError('Failed to fetch');
    if (next) return new Response(JSON.stringify(next.body), { status: next.status });
    return new Response(JSON.stringify({ received: offset + body.size }));
  };
  return offsets;
}

const file = new File(['0123456789'], 'items.csv');
const wanted = { file, name: 'items.csv', kind: 'tables', from: 0 };
const { signal } = new AbortController();

/** @param {object} one */
function sent(one = wanted) {
  const done = [];
  return sendFile('/upload', one, 4, signal, (bytes) => done.push(bytes)).then((fault) => ({ fault, done }));
}

afterEach(() => mock.timers.reset());

test('a file is sent piece by piece', async () => {
  const offsets = server();
  assert.deepEqual(await sent(), { fault: null, done: [4, 8, 10] });
  assert.deepEqual(offsets, [0, 4, 8]);
});

test('what is there already is not sent again', async () => {
  const offsets = server();
  await sent({ ...wanted, from: 8 });
  assert.deepEqual(offsets, [8]);
});

test('it goes on from where the server says that it is', async () => {
  const offsets = server({ status: 409, body: { error: { code: 'upload.gap', allowed: 2 } } });
  await sent({ ...wanted, from: 8 });
  assert.deepEqual(offsets, [8, 2, 6]);
});

test('a refusal is told in the words of the server', async () => {
  server({ status: 422, body: { error: { code: 'upload.too_large', message: 'Too large.' } } });
  assert.equal((await sent()).fault, 'Too large.');
});

test('a piece that is lost on the way is sent again', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const offsets = server('lost');
  const sending = sent();
  for (let n = 0; n < 5; n += 1) await new Promise((resume) => setImmediate(resume));
  mock.timers.tick(1_000);
  assert.equal((await sending).fault, null);
  assert.deepEqual(offsets, [0, 0, 4, 8]);
});
