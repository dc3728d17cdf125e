// Files that were not taken stay named until somebody has read it.

import '../browser.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusals } from '../../../src/jurybox/web/organiser/static/refusals.js';

/** A place with a list and a button, as the page has one. */
function placed() {
  const list = { lines: [], replaceChildren(...lines) { this.lines = lines.map((line) => line.textContent); } };
  const button = { addEventListener: (_, heard) => (button.press = heard), press: () => {} };
  return { hidden: true, list, button, querySelector: (name) => (name === 'ul' ? list : button) };
}

/** What a tab keeps. */
function store() {
  const kept = new Map();
  return { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value), removeItem: (name) => kept.delete(name) };
}

globalThis.document ??= {};
globalThis.document.createElement = () => ({});

test('what was refused is there after the page went on, until it is dismissed', () => {
  const tab = store();
  refusals(placed(), tab, 'x').keep(['a.doc: not read here']);
  const place = placed();
  refusals(place, tab, 'x').show();
  assert.deepEqual([place.hidden, place.list.lines], [false, ['a.doc: not read here']]);
  place.button.press();
  assert.deepEqual([place.hidden, place.list.lines, tab.getItem('x')], [true, [], null]);
});

test('nothing is shown where nothing was refused, and a browser without a store says it once', () => {
  const place = placed();
  const shown = refusals(place, null, 'x');
  shown.show();
  assert.equal(place.hidden, true);
  shown.keep(['a: too large', 'a: too large']);
  assert.deepEqual([place.hidden, place.list.lines], [false, ['a: too large']]);
});
