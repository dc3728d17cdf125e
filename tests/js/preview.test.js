// What an organiser's rehearsal remembers in the page.

import './browser.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepNothing, Rehearsal, WayThrough, Writing, writtenIn } from '../../src/jurybox/web/rater/static/preview.js';

const packet = (assignment, stage, number) => ({ assignment, stage, number, answers: null, comment: null, cannot: null });
const units = [packet('unit-1', 'first', 1), packet('unit-1', 'second', 1), packet('unit-2', 'first', 2), packet('unit-2', 'second', 2)];

/** A page that has asked for its units, on a server that accepts what is sent. */
async function rehearsed(status = 201) {
  const asked = [];
  const server = async (url, options) => {
    asked.push(url);
    return url.endsWith('next') ? Response.json({ units, state: 'done' }) : Response.json({}, { status });
  };
  const fetch = new Rehearsal().between(server);
  const post = (path, body) => fetch(`https://jury.example/preview/api/${path}`, { method: 'POST', body: JSON.stringify(body) });
  const get = async (path) => (await fetch(`https://jury.example/preview/api/${path}`)).json();
  await post('next', { first: null });
  return { post, get, asked };
}

const judgement = (assignment, stage, more = {}) => ({ assignment, stage, answers: { q: { A: 3 } }, cannot: null, comment: 'so', elapsed_ms: 500, ...more });

test('what was submitted can be opened again with its answers', async () => {
  const { post, get } = await rehearsed();
  await post('judgements', judgement('unit-1', 'first'));
  assert.deepEqual(await get('assignments/unit-1/first'), { ...units[0], answers: { q: { A: 3 } }, comment: 'so' });
  assert.equal((await get('assignments/unit-1/second')).answers, null);
});

test('the list of tasks and the sum of the work are the page\'s own', async () => {
  const { post, get, asked } = await rehearsed();
  for (const stage of ['first', 'second']) await post('judgements', judgement('unit-1', stage));
  await post('judgements', judgement('unit-2', 'first', { answers: {}, cannot: 'unreadable' }));
  const { assignments } = await get('assignments');
  assert.deepEqual(assignments.map(({ state, stages }) => [state, stages.length]), [['done', 2], ['cannot', 1]]);
  assert.deepEqual(await get('summary'), { tasks: 1, skipped: 1, elapsed_ms: 1_500 });
  assert.equal(asked.filter((url) => /assignments|summary/.test(url)).length, 0);
});

test('what the server refused is not remembered', async () => {
  const { post, get } = await rehearsed(422);
  await post('judgements', judgement('unit-1', 'first'));
  assert.equal((await get('assignments/unit-1/first')).answers, null);
});

test('the task that was chosen comes first', async () => {
  const { post } = await rehearsed();
  const answer = await (await post('next', { first: 'unit-2' })).json();
  assert.deepEqual(answer.units.map(({ assignment }) => assignment), ['unit-2', 'unit-2', 'unit-1', 'unit-1']);
});

test('the page finds nothing to keep things in', () => {
  const window = { indexedDB: {}, localStorage: {}, caches: {}, BroadcastChannel: class {}, navigator: { serviceWorker: {} } };
  keepNothing(window);
  assert.deepEqual(Object.values(window).filter((value) => value !== window.navigator && value !== undefined), []);
  assert.equal(window.navigator.serviceWorker, undefined);
});

test('a test drive sends along what was done before the first task', async () => {
  const asked = [];
  const server = async (url, { method = 'GET', body } = {}) => {
    asked.push({ path: url.split('/api/')[1], method, past: body && JSON.parse(body).past });
    return new Response(null, { status: 204 });
  };
  const fetch = new WayThrough().between(server);
  const send = (path, body) => fetch(`https://jury.example/preview/api/${path}`, { method: 'POST', body: JSON.stringify(body) });
  await send('before/consent', { lang: 'en', hash: 'x', given: true });
  await send('before/questionnaire', { answers: { age: '30' }, lang: 'en' });
  await send('before/calibration', undefined);
  await send('judgements', { ...judgement('example-0-1', 'first'), ahead: 4, way: 'stream' });
  await send('judgements', judgement('unit-1', 'first'));
  await fetch('https://jury.example/preview/api/before');
  await fetch('https://jury.example/preview/api/news');
  const past = { consent: true, answers: { age: '30' }, rounds: 1, judgements: [judgement('example-0-1', 'first')] };
  assert.deepEqual(asked.at(-2), { path: 'before', method: 'POST', past });
  assert.deepEqual(asked.at(-1), { path: 'news', method: 'GET', past: undefined });
});

test('worked examples are no tasks of the list', async () => {
  const fetch = new Rehearsal().between(async () => Response.json({ units: [packet('example-0-1', 'first', 1)], state: 'rate' }));
  await fetch('https://jury.example/preview/api/next', { method: 'POST', body: '{}' });
  assert.deepEqual(await (await fetch('https://jury.example/preview/api/assignments')).json(), { assignments: [] });
});

test('what stands in the editor is sent along with what shows it', async () => {
  const form = new FormData();
  for (const [name, value] of [['base', 'title'], ['text', 'id: x'], ['guideline.en', 'Read.']]) form.set(name, value);
  const asked = [];
  const fetch = new Writing(writtenIn(form)).between(async (url, { method = 'GET', body } = {}) => asked.push([method, body && JSON.parse(body)]));
  const written = { text: 'id: x', guidelines: { en: 'Read.' } };
  await fetch('https://jury.example/preview/api/study');
  await fetch('https://jury.example/preview/guideline/en');
  await fetch('https://jury.example/preview/api/judgements', { method: 'POST', body: '{"id":"1"}' });
  await fetch('https://jury.example/preview/api/news');
  assert.deepEqual(asked, [['POST', { written }], ['POST', { written }], ['POST', { judgement: { id: '1' }, written }], ['GET', undefined]]);
});
