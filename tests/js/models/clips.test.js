// The clips of the next units, fetched ahead as far as the device allows.

import '../browser.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { clipsOf, keepClips } from '../../../src/jurybox/web/rater/static/models/clips.js';
import { settled, without } from '../browser.js';
import { packet } from '../studies.js';

const address = (name) => `https://jury.example/rate/study/${name}`;
const clip = (name) => ({ url: name, type: 'video/mp4' });
const unit = (name) => packet(name, { fields: { clip: clip(name) } });

/** Files that are kept, by address, with their size; and what was fetched, in order. */
let kept;
let fetched;

class Cache {
  async keys() {
    return [...kept.keys()].map((url) => ({ url }));
  }

  async match(url) {
    return kept.get(url);
  }

  async matchAll() {
    return [...kept.values()];
  }

  async put(url, answer) {
    kept.set(url, answer);
  }

  async delete({ url }) {
    kept.delete(url);
  }
}

/** A device with so much room, on which each clip takes ten bytes. */
function device({ quota = 1_000, connection = {} } = {}) {
  kept = new Map();
  fetched = [];
  without('caches', { open: async () => new Cache() });
  without('navigator', { storage: { estimate: async () => ({ quota, usage: 10 * kept.size }) }, connection });
  without('fetch', async (url) => {
    fetched.push(url);
    return new Response('0123456789', { headers: { 'content-length': '10' } });
  });
}

/** Everything that is to be fetched has come. */
async function done() {
  for (let round = 0; round < 20; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    await settled();
  }
}

beforeEach(() => device());

test('clips and sounds are found with the times of their frames, pictures are not', () => {
  const shown = packet('a', {
    fields: { clip: { ...clip('c'), frames: { url: 'c.frames' } }, scene: { url: 'p', type: 'image/png' } },
    candidates: [{ letter: 'A', fields: { spoken: { url: 's', type: 'audio/mpeg' } } }],
  });
  assert.deepEqual(clipsOf(shown).sort(), ['c', 'c.frames', 's'].map(address));
});

test('the next clips are kept, the one on the page is not fetched twice', async () => {
  await keepClips([unit('two'), unit('three')], unit('one'));
  await done();
  assert.deepEqual(fetched, [address('two'), address('three')]);
});

test('what is on the page stays, what is past goes', async () => {
  await keepClips([unit('two'), unit('three')], unit('one'));
  await keepClips([unit('three'), unit('four')], unit('two'));
  await done();
  await keepClips([unit('four'), unit('five')], unit('three'));
  await done();
  assert.deepEqual([...kept.keys()].sort(), ['five', 'four', 'three'].map(address));
  assert.equal(fetched.length, new Set(fetched).size);
});

test('no more is kept than there is room for', async () => {
  device({ quota: 50 });
  await keepClips([unit('two'), unit('three'), unit('four')], null);
  await done();
  assert.ok(kept.size >= 1 && kept.size < 3, `${kept.size}`);
});

test('nothing is fetched ahead for those who save data', async () => {
  for (const connection of [{ saveData: true }, { effectiveType: 'slow-2g' }, { effectiveType: '2g' }]) {
    device({ connection });
    await keepClips([unit('two')], null);
    await done();
    assert.deepEqual(fetched, []);
  }
});
