// What marks can be said to be: labels and weights in any order, nothing chosen for the rater, colours, keys, lines.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  depthsOf, isMissing, keysOf, labelWords, lackOf, laneOf, leavesOf, lettersFor, lineOf, signRows, sorted, weightsOf, withSaid,
} from '../../../../src/jurybox/web/rater/static/elements/questions/marks/labels.js';
import { isTouching } from '../../../../src/jurybox/web/rater/static/elements/questions/marks/text.js';

const named = (id, more = {}) => ({ id, label: { en: id }, weights: [], labels: [], ...more });
const weight = (id, value) => ({ id, label: { en: id }, value });
const mqm = {
  weights: [weight('neutral', 0), weight('minor', 1), weight('major', 5)],
  labels: [
    named('accuracy', { labels: [named('addition'), named('omission', { weights: ['major'] })] }),
    named('style', { weights: ['minor'], labels: [named('awkward')] }),
    named('other'),
  ],
};
const esa = { weights: [weight('minor', 1), weight('major', 5)], labels: [named('error')] };
const words = { start: 0, end: 4, label: '' };

test('label and weight may be said in either order', () => {
  const first = withSaid(mqm, words, { label: 'addition' });
  assert.deepEqual([first.label, first.weight, lackOf(mqm, first)], ['addition', undefined, 'weight']);
  const other = withSaid(mqm, words, { weight: 'major' });
  assert.deepEqual([other.label, other.weight, lackOf(mqm, other)], ['', 'major', 'label']);
  const both = { start: 0, end: 4, label: 'addition', weight: 'major' };
  assert.deepEqual(withSaid(mqm, first, { weight: 'major' }), both);
  assert.deepEqual(withSaid(mqm, other, { label: 'addition' }), both);
  assert.equal(lackOf(mqm, both), null);
});

test('nothing is chosen for the rater, unless there is nothing to choose from', () => {
  assert.equal(withSaid(mqm, words, { label: 'other' }).weight, undefined);
  assert.equal(withSaid(mqm, words, { label: 'omission' }).weight, 'major');
  assert.deepEqual(withSaid(esa, words, { weight: 'minor' }), { start: 0, end: 4, label: 'error', weight: 'minor' });
});

test('a weight that the label does not allow is said anew', () => {
  const minor = withSaid(mqm, words, { weight: 'minor' });
  assert.equal(withSaid(mqm, minor, { label: 'awkward' }).weight, 'minor');
  const neutral = withSaid(mqm, withSaid(mqm, words, { weight: 'neutral' }), { label: 'addition' });
  assert.equal(neutral.weight, 'neutral');
  assert.deepEqual(weightsOf(mqm, 'awkward').map(({ id }) => id), ['minor']);
  assert.deepEqual(weightsOf(mqm, '').length, 3);
});

test('a required reason is lacking until something is written', () => {
  const question = { ...esa, reasons: 'required' };
  const mark = { start: 0, end: 4, label: 'error', weight: 'minor' };
  assert.deepEqual([lackOf(question, mark), lackOf(question, { ...mark, reason: ' ' }), lackOf(question, { ...mark, reason: 'x' })], ['reason', 'reason', null]);
});

test('a mark of an earlier release without a weight lacks it and is drawn all the same', () => {
  assert.equal(lackOf(esa, { start: 0, end: 4, label: 'error' }), 'weight');
  assert.equal(lineOf(esa, { start: 0, end: 4, label: 'error' }), 0);
});

test('a category is no label, and its labels are called behind it', () => {
  assert.deepEqual(leavesOf(mqm).map(({ id }) => id), ['addition', 'omission', 'awkward', 'other']);
  assert.deepEqual(['omission', 'other', 'gone'].map((id) => labelWords(mqm, id)), ['accuracy › omission', 'other', 'gone']);
});

test('any number of labels have colours, up to 36 of them each its own', () => {
  for (const many of [1, 6, 7, 20, 36]) {
    const question = { labels: Array.from({ length: many }, (_, n) => named(`label-${n}`)) };
    const lanes = question.labels.map((label) => laneOf(question, { label: label.id }));
    assert.equal(new Set(lanes).size, many);
    assert.ok(lanes.every((lane) => /^(lane-[1-6]|hue-([0-9]|[12][0-9]|3[0-5]))$/.test(lane)), String(lanes));
  }
  const hundred = { labels: Array.from({ length: 100 }, (_, n) => named(`label-${n}`)) };
  assert.match(laneOf(hundred, { label: 'label-99' }), /^hue-\d+$/);
  assert.equal(laneOf(mqm, { label: '' }), 'lane-0');
});

test('categories are further apart in colour than the labels of one, and each label has its own', () => {
  const inner = (id, many) => named(id, { labels: Array.from({ length: many }, (_, n) => named(`${id}-${n}`)) });
  const question = { labels: [inner('a', 4), inner('b', 6), named('c'), inner('d', 6), named('e')] };
  const hues = leavesOf(question).map(({ id }) => Number(laneOf(question, { label: id }).replace('hue-', '')));
  assert.equal(new Set(hues).size, 18);
  const first = [0, 4, 10, 11, 17].map((n) => hues[n]);
  const between = first.slice(1).map((hue, i) => hue - hues[[3, 9, 10, 16][i]]);
  assert.ok(Math.min(...between) > 3, String(hues));
  assert.ok(hues[3] - hues[0] < 4, String(hues));
});

test('a sign without room beside the one before stands above it, without any room not at all', () => {
  const at = (start, end, weight = 'major') => ({ start, end, label: 'error', weight });
  const rows = (...marks) => [...signRows(esa, marks)];
  assert.deepEqual(rows(at(4, 7, 'minor'), at(8, 10), at(11, 13, 'minor'), at(14, 16)), [[7, 0], [10, 1], [13, 0], [16, 1]]);
  assert.deepEqual(rows(at(20, 30), at(0, 5), at(6, 16), at(7, 7), at(null, null)), [[5, 0], [16, 0], [30, 0]]);
  assert.deepEqual(rows(at(0, 3), at(0, 3, 'minor'), at(1, 3)), [[3, 0]]);
  assert.deepEqual(rows(at(0, 1), at(1, 2), at(2, 3), at(3, 4)), [[1, 0], [2, 1]]);
});

test('where there is one label only, the weight has the colour', () => {
  assert.deepEqual([laneOf(esa, { label: 'error', weight: 'minor' }), laneOf(esa, { label: 'error', weight: 'major' })], ['lane-1', 'lane-2']);
});

test('the heavier a mark, the heavier its line', () => {
  const lines = (question) => question.weights.map(({ id }) => lineOf(question, { ...words, weight: id }));
  assert.deepEqual(lines(esa), [2, 3]);
  assert.deepEqual(lines(mqm), [1, 2, 3]);
  assert.deepEqual(lines({ weights: [25, 5, 1, 0].map((value) => weight(`w${value}`, value)) }), [4, 3, 2, 1]);
  assert.equal(lineOf({ weights: [] }, words), 3);
});

test('keys: digits for labels, letters of their own for weights and for more labels', () => {
  assert.deepEqual(keysOf(mqm.labels, mqm.weights), { labels: ['1', '2', '3'], weights: ['n', 'i', 'a'] });
  const many = Array.from({ length: 11 }, (_, n) => named(n < 9 ? `x${n}` : ['minor', 'name'][n - 9]));
  const { labels } = keysOf(many, mqm.weights);
  assert.deepEqual(labels.slice(8), ['9', 'm', 'e']);
  assert.equal(new Set(lettersFor(Array.from({ length: 26 }, () => 'a'))).size, 26);
});

test('overlapping and nested marks are in lines of their own, the inner ones nearer to the words', () => {
  const [long, inner, crossing, apart, gone] = [
    { start: 0, end: 20, label: 'a' }, { start: 2, end: 5, label: 'b' }, { start: 4, end: 9, label: 'c' }, { start: 30, end: 31, label: 'd' },
    { start: null, end: null, label: 'e' },
  ];
  const depths = depthsOf([long, inner, crossing, apart, gone]);
  assert.deepEqual([inner, crossing, long, apart, gone].map((mark) => depths.get(mark)), [0, 1, 2, 0, undefined]);
});

test('the same words may be marked many times', () => {
  const marks = Array.from({ length: 5 }, () => ({ start: 0, end: 4, label: 'a' }));
  assert.equal(new Set(depthsOf(marks).values()).size, 5);
});

test('marks stand by their text and then by their place, and the list that was given stays as it was', () => {
  const marks = [{ start: 9, end: 10, label: 'a' }, { start: 0, end: 2, label: 'b', field: 'source' }, { start: 3, end: 4, label: 'c' }, { start: 3, end: 8, label: 'd' }];
  assert.deepEqual(sorted(marks).map(({ label }) => label), ['d', 'c', 'a', 'b']);
  assert.equal(marks[0].label, 'a');
});

test('what is missing is at a place or anywhere, and touches the words beside it', () => {
  assert.deepEqual([{ start: null, end: null }, { start: 3, end: 3 }, { start: 3, end: 4 }].map(isMissing), [true, true, false]);
  const word = { start: 3, end: 6 };
  assert.deepEqual([2, 3, 5, 6, 7].map((place) => isTouching({ start: place, end: place }, word)), [false, true, true, true, false]);
  assert.deepEqual([[0, 3], [0, 4], [6, 9]].map(([start, end]) => isTouching({ start, end }, word)), [false, true, false]);
});
