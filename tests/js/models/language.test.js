// Which language a rater reads: their own, the browser's, the study's.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageFor } from '../../../src/jurybox/web/rater/static/models/language.js';

const OFFERED = ['en', 'de', 'es', 'pt-BR'];
const study = (of = {}) => ({ language: 'en', rater_language: null, languages: ['en', 'es'], ...of });
const reads = (of, browser, chosen = null) => languageFor(study(of), { chosen, browser, offered: OFFERED });

test('the order is: chosen here, set for the rater, the browser, the study', () => {
  const all = { rater_language: 'de' };
  assert.equal(reads(all, ['es'], 'pt-BR'), 'pt-BR');
  assert.equal(reads(all, ['es']), 'de');
  assert.equal(reads({}, ['es']), 'es');
  assert.equal(reads({}, []), 'en');
});

test('the browser counts only where the protocol and the page have its language', () => {
  assert.equal(reads({}, ['de', 'es']), 'es');
  assert.equal(reads({ languages: ['en', 'fr'] }, ['fr', 'de']), 'en');
  assert.equal(reads({ language: 'es' }, ['de']), 'es');
});

test('a region that nobody has falls away', () => {
  assert.equal(reads({}, ['es-MX', 'en']), 'es');
  assert.equal(reads({ rater_language: 'de-AT' }, ['es']), 'de');
  assert.equal(reads({ languages: ['pt-BR'] }, ['PT-br']), 'pt-BR');
});

test('what there are no words for is passed over', () => {
  assert.equal(reads({ rater_language: 'qu' }, ['es'], 'xx'), 'es');
  assert.equal(reads({ language: 'qu', languages: ['qu'] }, ['de']), null);
});
