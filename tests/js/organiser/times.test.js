// Times are written as in the reader's country, in whatever part of a page they come.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOf, showTimes } from '../../../src/jurybox/web/organiser/static/times.js';

test('the language of the page is taken as the reader has it', () => {
  assert.equal(languageOf('en', ['de-AT', 'en-GB', 'en']), 'en-GB');
  assert.equal(languageOf('fr', ['de-AT', 'en-GB']), 'fr');
});

test('a part that comes later has its times as the page has', () => {
  globalThis.document = { documentElement: { lang: 'en' } };
  Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en-GB'] }, configurable: true });
  const times = [{ dateTime: '2026-03-04T12:00:00Z', dataset: {} }, { dateTime: '2026-03-04', dataset: { day: '' } }];
  showTimes({ querySelectorAll: () => times });
  assert.match(times[0].textContent, /^4 Mar 2026, \d\d:\d\d$/);
  assert.equal(times[1].textContent, '4 Mar');
});
