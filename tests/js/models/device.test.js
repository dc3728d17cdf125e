// What a device keeps, with and without a store that lasts.

import { database, forget, localStorage, settled, without } from '../browser.js';
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { alone, attempt, Device } from '../../../src/jurybox/web/rater/static/models/device.js';

/** A device that has heard of the study, so nothing waits. */
function known(study = '/rate/study/') {
  localStorage.set(`jurybox ${study}`, '1');
  return new Device(study);
}

beforeEach(forget);

test('what was kept is there for the next page', async () => {
  await known().put('drafts', { draft: 1 }, 'm1/a/first');
  assert.deepEqual(await known().get('drafts', 'm1/a/first'), { draft: 1 });
});

test('each study has its own store', async () => {
  await known('/rate/one/').put('about', 'list', 'way m1');
  assert.equal(await known('/rate/two/').get('about', 'way m1'), undefined);
});

test('numbered things come in the order in which they were put', async () => {
  const device = known();
  for (const name of ['a', 'b', 'c']) await device.put('outbox', { name });
  await device.delete('outbox', 2);
  await device.put('outbox', { name: 'd' });
  assert.deepEqual((await device.all('outbox')).map(({ name, number }) => [name, number]), [['a', 1], ['c', 3], ['d', 4]]);
});

test('a store that lasts says so, once it is open', async () => {
  const device = known();
  assert.equal(device.lasts, false);
  await device.opening;
  assert.equal(device.lasts, true);
});

test('a full device rejects, and what it has can still be read', async () => {
  const device = known();
  await device.put('outbox', { name: 'a' });
  database('jurybox /rate/study/').isFull = true;
  await assert.rejects(device.put('outbox', { name: 'b' }), { name: 'QuotaExceededError' });
  assert.equal((await device.all('outbox')).length, 1);
});

test('where the browser has no store, memory stands in with the same order', async () => {
  const back = without('indexedDB');
  const device = known();
  const numbers = [await device.put('outbox', { name: 'a' }), await device.put('outbox', { name: 'b' })];
  await device.put('about', 'stream', 'way m1');
  await device.delete('outbox', numbers[0]);
  assert.equal(device.lasts, false);
  assert.deepEqual(await device.all('outbox'), [{ name: 'b', number: 2 }]);
  assert.equal(await device.get('about', 'way m1'), 'stream');
  back();
});

test('a device that is new to a study answers at once that it knows nothing, and keeps once its store is there', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const device = new Device('/rate/study/');
  assert.equal(await device.get('about', 'study'), undefined);
  assert.equal(database('jurybox /rate/study/'), undefined);
  const kept = device.put('about', 'list', 'way m1');
  mock.timers.tick(300);
  await kept;
  mock.timers.reset();
  assert.equal(await device.get('about', 'way m1'), 'list');
});

test('two pieces of work of one name never run at the same time', async () => {
  const steps = [];
  const work = (name) => async () => {
    steps.push(`${name} begins`);
    await settled();
    steps.push(`${name} ends`);
    return name;
  };
  assert.deepEqual(await Promise.all([alone('x', work('a')), alone('x', work('b'))]), ['a', 'b']);
  assert.deepEqual(steps, ['a begins', 'a ends', 'b begins', 'b ends']);
});

test('without locks, as on plain http, a note keeps others out until it is gone', async () => {
  const back = without('navigator', {});
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 1_000_000 });
  localStorage.set('x', `another ${1_000_000 + 300}`);
  let isDone = false;
  const done = alone('x', async () => (isDone = true));
  await settled();
  assert.equal(isDone, false);
  for (const _ of [1, 2]) {
    mock.timers.tick(200);
    await settled();
  }
  await done;
  assert.equal(isDone, true);
  assert.equal(localStorage.has('x'), false);
  mock.timers.reset();
  back();
});

test('what the browser forbids is null', () => {
  assert.equal(attempt(() => 3), 3);
  assert.equal(attempt(() => { throw new DOMException('no', 'SecurityError'); }), null);
});
