// The outbox: nothing is lost, nothing overtakes, nobody else's is sent.

import { database, forget, happens, localStorage, settled, without } from '../browser.js';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { Device } from '../../../src/jurybox/web/rater/static/models/device.js';
import { Outbox } from '../../../src/jurybox/web/rater/static/models/outbox.js';
import { Offline, ServerError } from '../../../src/jurybox/web/rater/static/models/request.js';
import { judgement } from '../studies.js';

const STUDY = '/rate/study/';

beforeEach(() => {
  forget();
  localStorage.set(`jurybox ${STUDY}`, '1');
  mock.timers.enable({ apis: ['setTimeout'] });
});
afterEach(() => mock.timers.reset());

/** A server that answers each judgement by the next of these, and then by yes. */
function server(...answers) {
  const got = [];
  const post = {
    got,
    ids: () => got.map(({ assignment }) => assignment),
    owner: 'm1',
    isReachable: true,
    send: async (sent, isLast) => {
      if (!post.isReachable) throw new Offline();
      got.push({ ...sent, isLast });
      const said = answers.shift() ?? { id: sent.id };
      if (said instanceof Error) throw said;
      return said;
    },
    whose: async () => post.owner,
  };
  return post;
}

/** A page that is open on the study. */
async function page(post, membership = 'm1') {
  const outbox = new Outbox(new Device(STUDY), post, STUDY);
  outbox.heard = [];
  for (const type of ['sent', 'late']) outbox.addEventListener(type, ({ detail }) => outbox.heard.push([type, detail.judgement.assignment]));
  await outbox.begin(membership);
  await settled();
  return outbox;
}

const error = (status, retryAfter = null) => new ServerError(status, [{ code: `e${status}`, message: '', where: '' }], retryAfter);
/** Add one and wait for what came of the first attempt. */
async function adding(outbox, assignment, isCorrection = false) {
  const { sent } = await outbox.add(judgement(assignment), isCorrection);
  const outcome = await sent;
  await settled();
  return outcome.outcome;
}
async function later(milliseconds) {
  mock.timers.tick(milliseconds);
  await settled();
}

// --- when all goes well

test('a judgement is sent, delivered and gone from the device', async () => {
  const post = server({ progress: 1 });
  const outbox = await page(post);
  const { sent } = await outbox.add(judgement('a'), false);
  assert.deepEqual(await sent, { outcome: 'delivered', answer: { progress: 1 } });
  await settled();
  assert.deepEqual([outbox.waiting, outbox.firsts, outbox.state, await outbox.entries()], [0, 0, 'delivered', []]);
  assert.deepEqual(outbox.heard, [['sent', 'a']]);
});

test('it is on the device before anything is sent', async () => {
  const post = server();
  const outbox = await page(post);
  post.send = async () => {
    assert.equal(database(`jurybox ${STUDY}`).stores.get('outbox').rows.size, 1);
    return {};
  };
  assert.equal(await adding(outbox, 'a'), 'delivered');
});

test('judgements are sent in the order in which they were made', async () => {
  const post = server();
  const outbox = await page(post);
  await Promise.all(['a', 'b', 'c'].map((name) => adding(outbox, name)));
  assert.deepEqual(post.ids(), ['a', 'b', 'c']);
});

test('only the last of those that wait asks for the next units', async () => {
  const post = server();
  const outbox = await page(post);
  post.isReachable = false;
  for (const name of ['a', 'b', 'c']) await adding(outbox, name);
  post.isReachable = true;
  outbox.retry();
  await settled();
  assert.deepEqual(post.got.map(({ assignment, isLast }) => [assignment, isLast]), [['a', false], ['b', false], ['c', true]]);
});

test('a correction waits like the others but is no first answer', async () => {
  const post = server();
  const outbox = await page(post);
  post.isReachable = false;
  await adding(outbox, 'a');
  await adding(outbox, 'b', true);
  assert.deepEqual([outbox.waiting, outbox.firsts], [2, 1]);
});

// --- what passes by itself

for (const [name, trouble, state] of [['no network', new Offline(), 'offline'], ['500', error(500), 'server'], ['503', error(503), 'server'], ['429', error(429), 'server']]) {
  test(`${name}: it waits, is tried again, and is delivered`, async () => {
    const post = server(trouble);
    const outbox = await page(post);
    assert.equal(await adding(outbox, 'a'), 'waiting');
    assert.deepEqual([outbox.state, outbox.waiting], [state, 1]);
    await later(1_000);
    assert.deepEqual([outbox.state, outbox.waiting, post.ids()], ['delivered', 0, ['a', 'a']]);
    assert.deepEqual(outbox.heard, [['sent', 'a']]);
  });
}

test('the same judgement is sent again, with the same id', async () => {
  const post = server(new Offline());
  const outbox = await page(post);
  await adding(outbox, 'a');
  await later(1_000);
  assert.equal(post.got[0].id, post.got[1].id);
});

test('nothing overtakes one that waits', async () => {
  const post = server(error(503), error(503));
  const outbox = await page(post);
  await adding(outbox, 'a');
  assert.equal(await adding(outbox, 'b'), 'waiting');
  assert.deepEqual(post.ids(), ['a', 'a']);
  await later(4_000);
  assert.deepEqual(post.ids(), ['a', 'a', 'a', 'b']);
});

test('the time between attempts doubles, up to half a minute', async () => {
  const post = server(...Array.from({ length: 20 }, () => new Offline()));
  const outbox = await page(post);
  await adding(outbox, 'a');
  const waits = [];
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const before = post.got.length;
    let waited = 0;
    while (post.got.length === before) await later(1_000).then(() => (waited += 1));
    waits.push(waited);
  }
  assert.deepEqual(waits, [1, 2, 4, 8, 16, 30, 30, 30]);
});

test('a server that says how long to wait is taken at its word', async () => {
  const post = server(error(429, 5));
  const outbox = await page(post);
  await adding(outbox, 'a');
  await later(4_999);
  assert.equal(post.got.length, 1);
  await later(1);
  assert.equal(post.got.length, 2);
});

test('after a success the time between attempts is short again', async () => {
  const post = server(new Offline(), new Offline(), {}, new Offline());
  const outbox = await page(post);
  await adding(outbox, 'a');
  await later(1_000);
  await later(2_000);
  await adding(outbox, 'b');
  await later(1_000);
  assert.deepEqual([outbox.waiting, post.got.length], [0, 5]);
});

test('when the network is back it is tried at once', async () => {
  const post = server(new Offline());
  const outbox = await page(post);
  await adding(outbox, 'a');
  happens('online');
  await settled();
  assert.deepEqual([outbox.waiting, post.got.length], [0, 2]);
});

test('whoever waits for one hears the first time only that it waits', async () => {
  const outbox = await page(server(new Offline()));
  const { sent } = await outbox.add(judgement('a'), false);
  assert.deepEqual(await sent, { outcome: 'waiting' });
});

// --- what does not pass

test('401 keeps everything and tries no more until something is done', async () => {
  const post = server(error(401));
  const outbox = await page(post);
  assert.equal(await adding(outbox, 'a'), 'waiting');
  await later(60_000);
  assert.deepEqual([outbox.state, outbox.waiting, outbox.refused, post.got.length], ['denied', 1, 0, 1]);
  outbox.retry();
  await settled();
  assert.deepEqual([outbox.state, outbox.waiting], ['delivered', 0]);
});

for (const status of [400, 409, 413, 422]) {
  test(`${status} puts it among the refused, and the queue goes on`, async () => {
    const post = server(new Offline(), error(status));
    const outbox = await page(post);
    await adding(outbox, 'a');
    await adding(outbox, 'b');
    await later(1_000);
    assert.deepEqual([outbox.state, outbox.waiting, outbox.refused], ['delivered', 0, 1]);
    assert.deepEqual(outbox.heard, [['late', 'a'], ['sent', 'b']]);
    assert.deepEqual((await outbox.refusals()).map((one) => [one.judgement.assignment, one.faults[0].code]), [['a', `e${status}`]]);
  });
}

test('who waits for one that is refused hears it, and it is not late', async () => {
  const outbox = await page(server(error(422)));
  const { sent } = await outbox.add(judgement('a'), false);
  assert.deepEqual(await sent, { outcome: 'refused', faults: error(422).faults });
  assert.deepEqual(outbox.heard, []);
});

test('a refused one that was opened again is forgotten, the others stay', async () => {
  const outbox = await page(server(error(422), error(422)));
  await adding(outbox, 'a');
  await adding(outbox, 'b');
  const [first] = await outbox.refusals();
  await outbox.forget(first);
  assert.deepEqual([outbox.refused, (await outbox.refusals()).map((one) => one.judgement.assignment)], [1, ['b']]);
});

test('an assignment that is not there is refused where the browser is still taken for this rater', async () => {
  const outbox = await page(server(error(404)));
  assert.equal(await adding(outbox, 'a'), 'refused');
});

test('where the browser is taken for another rater by now, it is kept and not refused', async () => {
  const post = server(error(404));
  post.owner = 'm2';
  const outbox = await page(post);
  assert.equal(await adding(outbox, 'a'), 'waiting');
  await later(60_000);
  assert.deepEqual([outbox.state, outbox.waiting, outbox.refused, post.got.length], ['other', 1, 0, 1]);
});

test('where it cannot be found out whose browser it is, nothing is refused', async () => {
  const post = server(error(404));
  post.whose = async () => { throw new Offline(); };
  const outbox = await page(post);
  await adding(outbox, 'a');
  assert.deepEqual([outbox.waiting, outbox.refused], [1, 0]);
});

// --- raters, pages, visits

test('what was left waiting is sent at the next visit', async () => {
  await adding(await page(server(new Offline())), 'a');
  const post = server();
  const again = await page(post);
  assert.deepEqual([post.ids(), again.waiting], [['a'], 0]);
});

test('entries of another membership are neither counted nor sent', async () => {
  await adding(await page(server(new Offline())), 'a');
  const post = server();
  const other = await page(post, 'm2');
  assert.equal(await adding(other, 'b'), 'delivered');
  assert.deepEqual([post.ids(), other.waiting], [['b'], 0]);
  const back = server();
  await page(back, 'm1');
  assert.deepEqual(back.ids(), ['a']);
});

test('refused ones of another membership are not shown', async () => {
  await adding(await page(server(error(422))), 'a');
  const other = await page(server(), 'm2');
  assert.deepEqual([other.refused, await other.refusals()], [0, []]);
});

test('a second page hears what the first one has sent', async () => {
  const post = server(new Offline());
  const [first, second] = [await page(post), await page(post)];
  await adding(first, 'a');
  await later(1_000);
  assert.deepEqual(second.heard, [['sent', 'a']]);
  assert.equal(second.waiting, 0);
});

test('pages of another rater hear nothing', async () => {
  const [first, other] = [await page(server()), await page(server(), 'm2')];
  await adding(first, 'a');
  assert.deepEqual(other.heard, []);
});

test('two pages that send at the same time send nothing twice', async () => {
  const post = server();
  const [first, second] = [await page(post), await page(post)];
  await Promise.all([adding(first, 'a'), adding(second, 'b')]);
  assert.deepEqual(post.ids().sort(), ['a', 'b']);
});

// --- a device that is full, or keeps nothing

test('a device without room: the page holds it, in order, and says so', async () => {
  const post = server(new Offline());
  const outbox = await page(post);
  database(`jurybox ${STUDY}`).isFull = true;
  await adding(outbox, 'a');
  assert.equal(outbox.loose, 1);
  database(`jurybox ${STUDY}`).isFull = false;
  await outbox.add(judgement('b'), false);
  assert.equal(outbox.loose, 2); // there is room again, but nothing may overtake
  await settled();
  assert.deepEqual([post.ids(), outbox.loose, outbox.waiting], [['a', 'a', 'b'], 0, 0]);
});

test('a refused one for which there is no room is still shown, and can be forgotten', async () => {
  const outbox = await page(server(error(422)));
  database(`jurybox ${STUDY}`).isFull = true;
  await adding(outbox, 'a');
  assert.deepEqual([outbox.refused, outbox.loose], [1, 1]);
  await outbox.forget((await outbox.refusals())[0]);
  assert.deepEqual([outbox.refused, outbox.loose], [0, 0]);
});

test('in a browser that keeps nothing it works all the same', async () => {
  const back = without('indexedDB');
  const post = server(new Offline());
  const outbox = await page(post);
  await adding(outbox, 'a');
  await adding(outbox, 'b');
  await later(4_000);
  assert.deepEqual([post.ids().slice(-2), outbox.waiting], [['a', 'b'], 0]);
  back();
});
