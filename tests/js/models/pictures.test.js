// The pictures that are kept with the units.

import '../browser.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { picturesOf } from '../../../src/jurybox/web/rater/static/models/pictures.js';
import { packet } from '../studies.js';

const picture = (url, small) => ({ url, type: 'image/png', ...(small && { small: { url: small, type: 'image/webp' } }) });

test('pictures are found wherever a packet shows them', () => {
  const shown = packet('a', {
    fields: { scene: picture('1'), cast: [{ role: 'She', name: null, picture: picture('2') }, { role: 'He', name: null, picture: null }] },
    segments: [{ number: 1, start: 0, end: 1, fields: { still: picture('3') } }],
    candidates: [{ letter: 'A', fields: { output: 'text', drawn: picture('4') } }],
  });
  assert.deepEqual(picturesOf(shown).sort(), ['1', '2', '3', '4']);
});

test('of a large picture the smaller copy is kept, which is what is seen first', () => {
  assert.deepEqual(picturesOf(packet('a', { fields: { scene: picture('large', 'small') } })), ['small']);
});

test('clips and sounds are never kept', () => {
  assert.deepEqual(picturesOf(packet('a', { fields: { clip: { url: 'c', type: 'video/mp4' }, sound: { url: 's', type: 'audio/mpeg' } } })), []);
});
