// The text that is marked: an element for each word, drawn with its marks and with what is chosen. A long text is made of
// chunks (helpers/fields.js); only those near the screen have an element per word.

/** @import {Mark, Question} from '../../../models/wire.js' */
/** @import {Chunk, Shown} from '../../../helpers/fields.js' */
/** @import {Piece, Span, Word} from '../../../helpers/spans.js' */
/** @typedef {Chunk & {end: number, element: HTMLElement, isNear: boolean, words: Word[] | null, shown: string}} Part */
/** @typedef {{marks: Mark[], span: Span | null, at: Word | null}} Drawn the marks, what is chosen, and the word that the keys are at */

import { chunksOf, LATER_VIEWS } from '../../../helpers/fields.js';
import { el } from '../../../../../static/helpers/page.js';
import { lengthOf, piecesOf, wordsIn } from '../../../helpers/spans.js';
import { depthsOf, isMissing, labelWords, laneOf, lineOf, signRows, weightWords } from './labels.js';

/** So many characters have words from the start; the others as they come near. */
const AT_ONCE = 3_000;

export class MarkableText {
  /** @type {Part[]} */
  #parts = [];
  /** In which line each mark is drawn. @type {Map<Mark, number>} */
  #depths = new Map();
  /** In which row the sign stands that ends at a place. @type {Map<number, number>} */
  #signs = new Map();
  /** Where something that is seen ends and nothing that is seen goes on. @type {Set<number>} */
  #ends = new Set();

  /**
   * @param {string} text
   * @param {Question} question
   * @param {{lang: string | null, id: string, shown: Shown | null}} how the ids of its words begin with `id`; `shown` where it has a form
   */
  constructor(text, question, { lang, id, shown }) {
    this.lang = lang;
    this.question = question;
    this.id = id;
    this.length = lengthOf(text);
    const part = this.#part.bind(this);
    this.elements = shown ? [LATER_VIEWS.markable?.(shown, part) ?? ''] : chunksOf(text).map((chunk) => part(chunk, el('span', { class: chunk.isBlock ? 'chunk block' : 'chunk' })));
    this.#ends = new Set(this.#parts.filter(({ end }, i) => this.#parts[i + 1]?.start !== end).map(({ end }) => end));
  }

  /** What comes next of the text and is seen. @param {Chunk} chunk @param {HTMLElement} element */
  #part(chunk, element) {
    this.#parts.push({ ...chunk, end: chunk.start + lengthOf(chunk.text), isNear: chunk.start < AT_ONCE, words: null, shown: '', element });
    return element;
  }

  /** Words for what comes near the screen. @param {() => void} show draws it anew */
  watch(show) {
    if (this.length <= AT_ONCE) return;
    const watcher = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const part = this.#parts.find(({ element }) => element === target);
        if (part) part.isNear = isIntersecting;
      }
      show();
    }, { rootMargin: '400px' });
    for (const { element } of this.#parts) watcher.observe(element);
  }

  /** @param {Drawn} drawn */
  draw(drawn) {
    this.#depths = depthsOf(drawn.marks);
    this.#signs = signRows(this.question, drawn.marks);
    for (const part of this.#parts) this.#drawPart(part, drawn);
  }

  /**
   * Make a part anew where something in it has changed.
   * @param {Part} part
   * @param {Drawn} drawn
   */
  #drawPart(part, drawn) {
    const { start, end, element } = part;
    const isHere = (/** @type {Span | Mark | null} */ span) => span !== null && isTouching(span, part);
    const marks = drawn.marks.filter(isHere);
    const span = isHere(drawn.span) ? drawn.span : null;
    const at = isHere(drawn.at) ? drawn.at : null;
    const isNear = part.isNear || at !== null;
    const shown = JSON.stringify([isNear, marks.map((mark) => [mark.start, mark.end, mark.label, mark.weight, this.#depths.get(mark), this.#signs.get(mark.end ?? 0)]), span, at?.start]);
    if (shown === part.shown) return;
    part.shown = shown;
    if (isNear) element.replaceChildren(...this.#wordsOf(part).map((word) => this.#wordElement(word, { marks, span, at })));
    else if (marks.length === 0 && !span) element.textContent = part.text;
    else element.replaceChildren(...this.#pieces({ start, end, text: part.text, isWord: false }, marks, span));
  }

  /** @param {Part} part */
  #wordsOf(part) {
    return (part.words ??= wordsIn(part.text, this.lang, part.start));
  }

  /** @param {Word} word */
  idOf(word) {
    return `${this.id}-${word.start}`;
  }

  /**
   * @param {Word} word
   * @param {Mark[]} marks
   * @param {Span | null} span
   */
  #pieces(word, marks, span) {
    return piecesOf(word, marks, span).map((piece) => this.#piece(piece, marks, span));
  }

  /**
   * A piece in the lines of its marks, one around the other. Signs are drawn by the style, so that the text is all that
   * can be selected.
   * @param {Piece} piece
   * @param {Mark[]} marks
   * @param {Span | null} span
   */
  #piece(piece, marks, span) {
    /** @type {Node | string} */
    let inner = piece.text;
    for (const mark of [...piece.marks].reverse()) inner = this.#line(mark, inner); // of those that begin together, the longer is around
    const gaps = marks.filter((mark) => isMissing(mark) && mark.start === this.#placeIn(piece, mark.start));
    const made = el('span', { class: piece.isChosen ? 'piece chosen' : 'piece' }, inner);
    const isGap = span !== null && isMissing(span) && span.start === this.#placeIn(piece, span.start);
    if (gaps.length > 0 || isGap) {
      made.classList.add('gap', gaps[0] ? laneOf(this.question, gaps[0]) : 'lane-0', piece.start === (gaps[0] ?? span)?.start ? 'before' : 'after');
      if (isGap) made.classList.add('choosing');
    }
    const said = (/** @type {Mark[]} */ some) => [...new Set(some.map(({ weight }) => weightWords(this.question, weight)))].filter(Boolean).join(' ');
    const row = this.#signs.get(piece.end);
    const sign = [said(gaps), said(piece.marks.filter((mark) => mark.end === piece.end && row !== undefined))].filter(Boolean).join(' · ');
    if (sign) made.dataset.sign = sign;
    made.classList.toggle('raised', row === 1);
    return made;
  }

  /**
   * The place that a piece shows: its beginning, and its end where nothing that is seen goes on there.
   * @param {Span} piece
   * @param {number | null} place
   */
  #placeIn(piece, place) {
    return place !== null && piece.end === place && this.#ends.has(place) ? place : piece.start;
  }

  /**
   * @param {Mark} mark
   * @param {Node | string} inner
   */
  #line(mark, inner) {
    return el('span', { class: `line deep-${this.#depths.get(mark)} line-${lineOf(this.question, mark)} ${laneOf(this.question, mark)}` }, inner);
  }

  /**
   * @param {Word} word
   * @param {Drawn} drawn
   */
  #wordElement(word, { marks, span, at }) {
    const touching = marks.filter((mark) => isTouching(mark, word));
    const pieces = this.#pieces(word, touching, span);
    if (!word.isWord) return el('span', {}, ...pieces);
    const isChosen = pieces.some((piece) => piece.classList.contains('chosen'));
    const named = touching.filter((mark) => !isMissing(mark));
    const names = named.map(({ label, weight }) => [labelWords(this.question, label), weightWords(this.question, weight)].filter(Boolean).join(', ')).join('; ');
    const place = { id: this.idOf(word), 'data-start': word.start, class: word.start === at?.start ? 'word at' : 'word' };
    return el('span', { ...place, role: 'option', 'aria-selected': String(isChosen), 'aria-label': names && `${word.text} (${names})` || null }, ...pieces);
  }

  /**
   * The next word in a direction, in whichever part it lies.
   * @param {{start: number}} from
   * @param {1 | -1} step
   * @returns {Word | null}
   */
  neighbour(from, step) {
    const isBeyond = (/** @type {Span} */ { start }) => (step > 0 ? start > from.start : start < from.start);
    const parts = this.#parts.filter(({ start, end }) => (step > 0 ? end > from.start : start < from.start));
    for (const part of step > 0 ? parts : parts.reverse()) {
      const words = this.#wordsOf(part).filter((word) => word.isWord && isBeyond(word));
      if (words.length > 0) return words.at(step > 0 ? 0 : -1) ?? null;
    }
    return null;
  }

  /** A span without what is not seen at its ends. @param {Span} span */
  seen(span) {
    const parts = this.#parts.filter((part) => isTouching(span, part) && part.text.trim());
    return parts[0] && { start: Math.max(span.start, parts[0].start), end: Math.min(span.end, parts[parts.length - 1].end) };
  }

  /** The word that begins at or after a point. @param {number} start */
  wordFrom(start) {
    return this.neighbour({ start: start - 1 }, 1);
  }
}

/**
 * Whether a mark (or a span) and a piece of the text have something in common; a place also touches what it lies beside.
 * @param {Span | Mark} mark
 * @param {Span} piece
 */
export function isTouching({ start, end }, piece) {
  if (start === null || end === null) return false;
  return start === end ? piece.start <= start && end <= piece.end : start < piece.end && end > piece.start;
}
