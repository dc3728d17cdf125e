// Spans of a text in half-open code points, as marks are stored; the DOM counts in UTF-16 units.

/** @import {Mark} from '../models/wire.js' */

/** @typedef {{start: number, end: number}} Span */
/** @typedef {Span & {text: string, isWord: boolean}} Word */
/** @typedef {Span & {text: string, marks: Mark[], isChosen: boolean}} Piece */

/**
 * The text as words and what stands between them, by the rules of its script.
 * @param {string} text
 * @param {string | undefined} lang
 * @returns {Word[]}
 */
export function wordsIn(text, lang) {
  let start = 0;
  return Array.from(segmenter(lang).segment(text), ({ segment, isWordLike }) => {
    const word = { start, end: start + lengthOf(segment), text: segment, isWord: isWordLike ?? segment.trim() !== '' };
    start = word.end;
    return word;
  });
}

/** @param {string | undefined} lang */
function segmenter(lang) {
  try {
    return new Intl.Segmenter(lang, { granularity: 'word' });
  } catch {
    return new Intl.Segmenter(undefined, { granularity: 'word' }); // a language tag the browser does not know
  }
}

/** @param {string} text */
export const lengthOf = (text) => Array.from(text).length;

/**
 * @param {string} text
 * @param {Span} span
 */
export const cut = (text, { start, end }) => Array.from(text).slice(start, end).join('');

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
