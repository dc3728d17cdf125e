// Spans of a text in half-open code points, as marks are stored; the DOM counts in UTF-16 units.

/** @import {Mark} from '../models/wire.js' */

import { quoting } from '../../../static/helpers/page.js';

/** @typedef {{start: number, end: number}} Span */
/** @typedef {Span & {text: string, isWord: boolean}} Word */
/** @typedef {Span & {text: string, marks: Mark[], isChosen: boolean}} Piece */

const APOSTROPHE = /^['’‘]$/;
/** Where the browser has no Intl.Segmenter: single Han characters and kana, words of letters, spaces, single signs. */
const LETTERS = '(?:(?![\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}])[\\p{L}\\p{N}]\\p{M}*)+';
const PARTS = new RegExp(`${LETTERS}(?:['’.-]${LETTERS})*|\\s+|\\P{M}\\p{M}*(?:\\u200d\\P{M}\\p{M}*)*|\\p{M}+`, 'gu');

/**
 * The text as words and what stands between them, by the rules of its script. Signs count as words, spaces do not.
 * @param {string} text
 * @param {string | null} lang
 * @param {number} [first] where the text starts
 * @returns {Word[]}
 */
export function wordsIn(text, lang, first = 0) {
  let start = first;
  return glued(segmentsOf(text, lang), lang).map((segment) => {
    const word = { start, end: start + lengthOf(segment), text: segment, isWord: segment.trim() !== '' };
    start = word.end;
    return word;
  });
}

/**
 * @param {string} text
 * @param {string | null} lang
 * @returns {string[]}
 */
function segmentsOf(text, lang) {
  if (!('Segmenter' in Intl)) return text.match(PARTS) ?? [];
  try {
    return Array.from(new Intl.Segmenter(lang ?? undefined, { granularity: 'word' }).segment(text), ({ segment }) => segment);
  } catch {
    return segmentsOf(text, null); // a language tag that the browser does not know
  }
}

/**
 * A glottal stop at the end or beginning of a word (ch'íich') belongs to it, though Unicode's rules cut it off.
 * @param {string[]} segments
 * @param {string | null} lang
 */
function glued(segments, lang) {
  const isQuoting = !lang || quoting().includes(lang.split('-')[0]);
  /** @type {string[]} */
  const words = [];
  segments.forEach((segment, i) => {
    const [quote, before] = [words.at(-2) ?? '', words.at(-1) ?? ''];
    const isAfterWord = /[\p{L}\p{M}]$/u.test(before);
    if (APOSTROPHE.test(segment) && isAfterWord && (!isQuoting || /['’‘]/.test(before)) && !APOSTROPHE.test(quote)) {
      words[words.length - 1] += segment;
    } else if (!isQuoting && APOSTROPHE.test(before) && /^\p{L}/u.test(segment) && !APOSTROPHE.test(segments[i + 1] ?? '')) {
      words[words.length - 1] += segment;
    } else words.push(segment);
  });
  return words;
}

/** @param {string} text */
export const lengthOf = (text) => text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);

/**
 * A word in pieces, so that each piece lies wholly inside or outside of every mark and of the chosen span.
 * @param {Word} word
 * @param {Mark[]} marks
 * @param {Span | null} chosen
 * @returns {Piece[]}
 */
export function piecesOf(word, marks, chosen) {
  const spans = /** @type {Span[]} */ ([...marks, chosen].filter((span) => span !== null && span.start !== null));
  const borders = spans.flatMap(({ start, end }) => [start, end]).filter((at) => at > word.start && at < word.end);
  const cuts = [...new Set([word.start, ...borders, word.end])].sort((a, b) => a - b);
  const points = Array.from(word.text);
  return cuts.slice(1).map((end, i) => {
    const start = cuts[i];
    return {
      start,
      end,
      text: points.slice(start - word.start, end - word.start).join(''),
      marks: marks.filter((mark) => mark.start !== null && mark.end !== null && mark.start <= start && end <= mark.end),
      isChosen: chosen !== null && chosen.start <= start && end <= chosen.end,
    };
  });
}

/**
 * The browser's selection as a span of `text`, without white space at its ends; null where it holds nothing of it.
 * @param {Element} container holds the text and nothing else
 * @param {string} text
 * @returns {Span | null}
 */
export function selectedSpan(container, text) {
  const selection = getSelection();
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  if (!range.intersectsNode(container)) return null;
  const from = container.contains(range.startContainer) ? offsetIn(container, range.startContainer, range.startOffset) : 0;
  const to = container.contains(range.endContainer) ? offsetIn(container, range.endContainer, range.endOffset) : text.length;
  const selected = text.slice(from, to);
  const words = selected.trim();
  if (words === '') return null;
  const start = lengthOf(text.slice(0, from + selected.indexOf(words)));
  return { start, end: start + lengthOf(words) };
}

/**
 * How many UTF-16 units of the container's text stand before a point of the DOM.
 * @param {Element} container
 * @param {Node} node
 * @param {number} offset
 */
function offsetIn(container, node, offset) {
  const before = document.createRange();
  before.setStart(container, 0);
  before.setEnd(node, offset);
  return before.toString().length;
}
