// The text that is marked: an element for each word, drawn with its marks and with what is chosen. A long text is made of
// chunks (helpers/fields.js); only those near the screen have an element per word.

/** @import {Mark, Question} from '../../../models/wire.js' */
/** @import {Chunk} from '../../../helpers/fields.js' */
/** @import {Span, Word} from '../../../helpers/spans.js' */
/** @typedef {Chunk & {end: number, element: HTMLElement, isNear: boolean, words: Word[] | null, shown: string}} Part */
/** @typedef {{marks: Mark[], span: Span | null, at: Word | null}} Drawn the marks, what is chosen, and the word that the keys are at */

import { chunksOf } from '../../../helpers/fields.js';
import { el } from '../../../../../static/helpers/page.js';
import { lengthOf, piecesOf, wordsIn } from '../../../helpers/spans.js';
import { labelWords, laneOf } from './labels.js';

/** So many chunks have words from the start; the others as they come near. */
const AT_ONCE = 3;

export class MarkableText {
  /** @type {Part[]} */
  #parts = [];

  /**
   * @param {string} text
   * @param {string | null} lang
   * @param {Question} question
   * @param {string} id which the ids of its words begin with
   */
  constructor(text, lang, question, id) {
    this.lang = lang;
    this.question = question;
    this.id = id;
    this.#parts = chunksOf(text).map((chunk, i) => ({
      ...chunk, end: chunk.start + lengthOf(chunk.text), isNear: i < AT_ONCE, words: null, shown: '',
      element: el('span', { class: chunk.isBlock ? 'chunk block' : 'chunk' }),
    }));
  }

  get elements() {
    return this.#parts.map(({ element }) => element);
  }

  /** Words for what comes near the screen. @param {() => void} show draws it anew */
  watch(show) {
    if (this.#parts.length <= AT_ONCE) return;
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
    const shown = JSON.stringify([isNear, marks.map((mark) => [mark.start, mark.end, mark.label]), span, at?.start]);
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
    return piecesOf(word, marks, span).map((piece) => {
      const lanes = [...new Set(piece.marks.map((mark) => laneOf(this.question, mark.label)))];
      return el('span', { class: ['piece', piece.isChosen ? 'chosen' : '', ...lanes].join(' ').trim(), text: piece.text });
    });
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
    const names = touching.map((mark) => labelWords(this.question, mark.label)).join(', ');
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

  /** The word that begins at or after a point. @param {number} start */
  wordFrom(start) {
    return this.neighbour({ start: start - 1 }, 1);
  }
}

/**
 * Whether a mark (or a span) and a piece of the text have something in common.
 * @param {Span | Mark} mark
 * @param {Span} piece
 */
export const isTouching = ({ start, end }, piece) => start !== null && end !== null && start < piece.end && end > piece.start;
