// Texts that have a form: who speaks, what stands in which cell, which words differ; every run a part of the text as it is stored.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { differenceRuns, wordChanges } from '../../../../src/jurybox/web/rater/static/elements/formed/difference.js';
import { shapeOf } from '../../../../src/jurybox/web/rater/static/elements/formed/shapes.js';
import { plainShape } from './structure.js';

/** @param {any} spec @param {string} text */
const shape = (spec, text) => plainShape(shapeOf(spec, text, null), text);

/** @param {any} part @returns {any[]} */
const runs = (part) => ('kind' in part ? part.children.flatMap(runs) : [part]);

test('a turn is what one says, over lines and blank lines; a line inside that looks like a turn is none', () => {
  const text = 'user: Hello.\n\n  tool: said nothing\nassistant: Good morning.\n';
  assert.deepEqual(shape({ type: 'conversation' }, text), ['turns',
    ['turn', ['plain', ['Hello.\n\ntool: said nothing', '']]], ['turn', ['plain', ['Good morning.', '']]]]);
  const said = shapeOf(/** @type {any} */ ({ type: 'conversation' }), text, null).children.map((turn) => /** @type {any} */ (turn).role);
  assert.deepEqual(said, ['user', 'assistant']);
});

test('what is said may be Markdown', () => {
  assert.deepEqual(shape({ type: 'conversation', turns: 'markdown' }, 'user: a\n  - *b*\n  - c'), ['turns', ['turn', ['p', ['a', '']],
    ['ul', ['item', ['p', ['b', 'em']]], ['item', ['p', ['c', '']]]]]]);
});

test('a table has the cells of its CSV, without what only quotes them', () => {
  assert.deepEqual(shape({ type: 'table' }, 'city,what\n"Santo Domingo, Ecuador","a ""wet""\nplace"\n,x'), ['formed', ['table',
    ['row', ['head', ['city', '']], ['head', ['what', '']]],
    ['row', ['cell', ['Santo Domingo, Ecuador', '']], ['cell', ['a "wet"\nplace', '']]],
    ['row', ['cell'], ['cell', ['x', '']]]]]);
});

test('words that only one of two texts has are added or removed at their place', () => {
  const now = 'It poured in Quito for nine days';
  const found = differenceRuns('It rained in Quito for days.', now);
  assert.deepEqual(found.map(({ from, to, styles, removed }) => [now.slice(from, to), styles.join(), removed ?? '']), [
    ['It ', '', ''], ['poured', 'ins', 'rained'], [' in Quito for ', '', ''], ['nine ', 'ins', ''], ['days', '', ''], ['', '', '.']]);
});

test('either text can be made from what is kept, added and removed, and nothing shorter would do', () => {
  for (let n = 0; n < 200; n += 1) {
    const list = (/** @type {number} */ seed) => Array.from({ length: (n * seed) % 9 }, (_, i) => 'abc'[(n * (i + seed) + i * i) % 3]);
    const [old, now] = [list(5), list(7)];
    const found = wordChanges(old, now);
    assert.deepEqual(found.filter(({ kind }) => kind !== 'added').map(({ text }) => text), old);
    assert.deepEqual(found.filter(({ kind }) => kind !== 'removed').map(({ text }) => text), now);
    assert.equal(found.filter(({ kind }) => kind === 'same').length, longest(old, now));
  }
});

/** The longest common subsequence, by its textbook table. @param {string[]} a @param {string[]} b */
function longest(a, b) {
  const table = Array.from({ length: a.length + 1 }, () => new Array(b.length + 1).fill(0));
  a.forEach((x, i) => b.forEach((y, j) => {
    table[i + 1][j + 1] = x === y ? table[i][j] + 1 : Math.max(table[i][j + 1], table[i + 1][j]);
  }));
  return table[a.length][b.length];
}

test('runs stand in the order of the text and never overlap, whatever the text is', () => {
  const signs = ['*', '_', '`', '[', '](', ')', '\n', '  ', '- ', '1. ', '> ', '|', '---', '#', '\\', '<', '~~', 'a', '中', '👩', '!', '"', ','];
  for (let n = 0; n < 400; n += 1) {
    const text = Array.from({ length: 30 }, (_, i) => signs[(n * 7 + i * i * (n % 11 + 1) + i) % signs.length]).join('');
    for (const type of ['markdown', 'table', 'conversation']) {
      const found = runs(shapeOf(/** @type {any} */ ({ type, turns: 'markdown' }), type === 'conversation' ? `user: ${text.replaceAll('\n', '\n  ')}` : text, null));
      found.reduce((end, { from, to }) => {
        assert.ok(from >= end && to >= from, text);
        return to;
      }, 0);
    }
  }
});

test('no text keeps the page busy', () => {
  const hostile = ['*a'.repeat(20_000), '['.repeat(50_000), '](x'.repeat(20_000), '`'.repeat(3).concat('a').repeat(10_000), '> '.repeat(5_000), '- '.repeat(5_000), '|'.repeat(50_000), '**a _b '.repeat(10_000)];
  for (const text of hostile) assert.ok(shapeOf(/** @type {any} */ ({ type: 'markdown' }), text, null).children.length > 0);
});
