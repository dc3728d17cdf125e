// What differs between two texts, word by word. Loaded with the first stage that shows a field with its difference. Knows no DOM.

/** @import {Run} from './inline.js' */

import { HOOKS } from '../../models/stage.js';

/** Words of letters and digits, single characters of scripts without spaces, spaces, single signs. */
const WORDS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[\p{L}\p{N}][\p{M}'’]*)+|\s+|[^]/gu;
/** Texts that differ in more words than this are shown as two. */
const MOST_CHANGES = 1_000;

/**
 * The words of a text: those that the other does not have are added, and before some stand words that only it has.
 * @param {string} before
 * @param {string} after
 * @returns {Run[]}
 */
export function differenceRuns(before, after) {
  const [old, now] = [before, after].map((text) => text.match(WORDS) ?? []);
  /** @type {Run[]} */
  const runs = [];
  let [from, removed] = [0, ''];
  for (const { kind, text } of wordChanges(old, now)) {
    if (kind === 'removed') {
      removed += text;
      continue;
    }
    const styles = kind === 'added' ? ['ins'] : [];
    const last = runs.at(-1);
    if (last && !removed && last.styles.length === styles.length) last.to += text.length;
    else runs.push({ from, to: from + text.length, styles, ...(removed ? { removed } : {}) });
    [from, removed] = [from + text.length, ''];
  }
  if (removed) runs.push({ from, to: from, styles: [], removed });
  return runs;
}

/**
 * The shortest way from one list of words to the other (Myers 1986), word by word.
 * @param {string[]} old
 * @param {string[]} now
 * @returns {{kind: 'same' | 'added' | 'removed', text: string}[]}
 */
export function wordChanges(old, now) {
  /** How far each diagonal got, after so many changes. @type {Map<number, number>[]} */
  const trace = [];
  let reached = new Map([[1, 0]]);
  for (let changes = 0; changes <= Math.min(old.length + now.length, MOST_CHANGES); changes += 1) {
    trace.push(new Map(reached));
    for (let k = -changes; k <= changes; k += 2) {
      const isDown = k === -changes || (k !== changes && at(reached, k - 1) < at(reached, k + 1));
      let x = isDown ? at(reached, k + 1) : at(reached, k - 1) + 1;
      while (x < old.length && x - k < now.length && old[x] === now[x - k]) x += 1;
      reached.set(k, x);
      if (x >= old.length && x - k >= now.length) return wayBack(trace, old, now);
    }
  }
  return [...old.map((text) => /** @type {const} */ ({ kind: 'removed', text })), ...now.map((text) => /** @type {const} */ ({ kind: 'added', text }))];
}

/** @param {Map<number, number>} reached @param {number} k */
const at = (reached, k) => reached.get(k) ?? -1;

/**
 * @param {Map<number, number>[]} trace
 * @param {string[]} old
 * @param {string[]} now
 */
function wayBack(trace, old, now) {
  /** @type {{kind: 'same' | 'added' | 'removed', text: string}[]} */
  const steps = [];
  let [x, y] = [old.length, now.length];
  for (let changes = trace.length - 1; changes >= 0; changes -= 1) {
    const reached = trace[changes];
    const k = x - y;
    const isDown = k === -changes || (k !== changes && at(reached, k - 1) < at(reached, k + 1));
    const from = isDown ? at(reached, k + 1) : at(reached, k - 1);
    const start = changes === 0 ? 0 : from;
    const startY = changes === 0 ? 0 : from - (isDown ? k + 1 : k - 1);
    while (x > start && y > startY) {
      x -= 1;
      y -= 1;
      steps.push({ kind: 'same', text: old[x] });
    }
    if (changes === 0) break;
    if (isDown) steps.push({ kind: 'added', text: now[y -= 1] });
    else steps.push({ kind: 'removed', text: old[x -= 1] });
  }
  return steps.reverse();
}

HOOKS.difference = differenceRuns;
