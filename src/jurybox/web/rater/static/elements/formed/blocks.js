// Markdown as blocks: paragraphs, headings, lists, quotations, code, tables. A tree of shapes whose leaves are runs of the
// text as it is stored; nothing here makes markup, and HTML in a text is text.

/** @import {Line, Run} from './inline.js' */
/** @typedef {{kind: string, children: (Shape | Run)[], level?: number, first?: number, marker?: string, role?: string}} Shape */
/** @typedef {{shape: Shape | null, next: number}} Found what begins at a line, and the line behind it */

import { inlineRuns } from './inline.js';

const FENCE = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+|$)/;
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,3})([-+*]|\d{1,9}[.)])(?=[ \t]|$)([ \t]*)/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;
const COLUMNS = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const TAB = 4;
/** Blocks deeper than this are paragraphs. */
const DEEPEST = 20;

/**
 * @param {string} text
 * @param {number} [at] where it begins
 * @returns {Line[]}
 */
export function linesOf(text, at = 0) {
  let from = at;
  return text.replace(/\n$/, '').split('\n').map((line) => {
    const found = { at: from, text: line.replace(/\r$/, '') };
    from += line.length + 1;
    return found;
  });
}

/**
 * @param {Line[]} lines
 * @param {number} [depth]
 * @returns {Shape[]}
 */
export function blocksOf(lines, depth = 0) {
  /** @type {Shape[]} */
  const shapes = [];
  for (let i = 0; i < lines.length;) {
    const { shape, next } = blockAt(lines, i, depth);
    if (shape) shapes.push(shape);
    i = next;
  }
  return shapes;
}

/** @param {Line[]} lines @param {number} i @param {number} depth @returns {Found} */
function blockAt(lines, i, depth) {
  const { text } = lines[i];
  if (isBlank(lines[i])) return { shape: null, next: i + 1 };
  if (depth > DEEPEST) return paragraph(lines, i);
  if (widthOf(text) >= TAB) return indented(lines, i);
  if (FENCE.test(text)) return fenced(lines, i);
  if (HEADING.test(text)) return { shape: heading(lines[i]), next: i + 1 };
  if (RULE.test(text)) return { shape: { kind: 'hr', children: [] }, next: i + 1 };
  if (QUOTE.test(text)) return quotation(lines, i, depth);
  if (ITEM.test(text)) return list(lines, i, depth);
  return isTable(lines, i) ? table(lines, i) : paragraph(lines, i);
}

/** @param {Line} line */
const isBlank = ({ text }) => text.trim() === '';

/** How far a line is indented; a tab goes to the next multiple of four. @param {string} text */
function widthOf(text) {
  let width = 0;
  for (const sign of text) {
    if (sign === ' ') width += 1;
    else if (sign === '\t') width += TAB - (width % TAB);
    else break;
  }
  return width;
}

/** A line without so much of its indentation. @param {Line} line @param {number} width @returns {Line} */
function outdented({ at, text }, width) {
  let [cut, done] = [0, 0];
  while (done < width && (text[cut] === ' ' || text[cut] === '\t')) {
    done += text[cut] === ' ' ? 1 : TAB - (done % TAB);
    cut += 1;
  }
  return { at: at + cut, text: text.slice(cut) };
}

/** Whether a line begins a block where a paragraph would otherwise go on. @param {Line[]} lines @param {number} i */
function interrupts(lines, i) {
  const { text } = lines[i];
  const item = ITEM.exec(text);
  const isList = item !== null && text.length > item[0].length && (!/^\d/.test(item[2]) || parseInt(item[2], 10) === 1);
  return FENCE.test(text) || HEADING.test(text) || RULE.test(text) || QUOTE.test(text) || isList || isTable(lines, i);
}

/** Lines as they stand, each with its end. @param {Line[]} lines @returns {Run[]} */
const plainRuns = (lines) => lines.map(({ at, text }, i) => ({ from: at, to: at + text.length + (i < lines.length - 1 ? 1 : 0), styles: [] }))
  .filter(({ from, to }) => to > from);

/** @param {Line[]} lines @param {number} i @returns {Found} */
function indented(lines, i) {
  let next = i;
  while (next < lines.length && (isBlank(lines[next]) || widthOf(lines[next].text) >= TAB)) next += 1;
  let last = next;
  while (isBlank(lines[last - 1])) last -= 1;
  return { shape: { kind: 'pre', children: plainRuns(lines.slice(i, last).map((line) => outdented(line, TAB))) }, next: last };
}

/** @param {Line[]} lines @param {number} i @returns {Found} */
function fenced(lines, i) {
  const [, indent, fence] = /** @type {RegExpExecArray} */ (FENCE.exec(lines[i].text));
  const closing = new RegExp(`^ {0,3}${fence[0]}{${fence.length},}[ \\t]*$`);
  let end = i + 1;
  while (end < lines.length && !closing.test(lines[end].text)) end += 1;
  const inner = lines.slice(i + 1, end).map((line) => outdented(line, indent.length));
  return { shape: { kind: 'pre', children: plainRuns(inner) }, next: Math.min(end + 1, lines.length) };
}

/** @param {Line} line @returns {Shape} */
function heading({ at, text }) {
  const [before, signs] = /** @type {RegExpExecArray} */ (HEADING.exec(text));
  const words = text.slice(before.length).trimEnd();
  const plain = words.replace(/#+$/, '');
  const isClosed = plain === '' || /[ \t]$/.test(plain);
  return { kind: 'heading', level: signs.length, children: inlineRuns([{ at: at + before.length, text: isClosed ? plain.trimEnd() : words }]) };
}

/** @param {Line[]} lines @param {number} i @param {number} depth @returns {Found} */
function quotation(lines, i, depth) {
  /** @type {Line[]} */
  const own = [];
  let [next, hasCode] = [i, false];
  for (; next < lines.length; next += 1) {
    const { at, text } = lines[next];
    const found = QUOTE.exec(text);
    if (found) own.push({ at: at + found[0].length, text: text.slice(found[0].length) });
    else if (isBlank(lines[next]) || hasCode || ITEM.test(text) || interrupts(lines, next) || !goesOn(own[own.length - 1])) break;
    else own.push({ at, text, isLazy: true });
    hasCode ||= FENCE.test(own[own.length - 1].text);
  }
  return { shape: { kind: 'quote', children: blocksOf(own, depth + 1) }, next };
}

/** Whether a paragraph can go on behind a line. @param {Line} line */
const goesOn = (line) => !isBlank(line) && !HEADING.test(line.text) && !RULE.test(line.text) && (line.isLazy || widthOf(line.text) < TAB);

/** @param {Line[]} lines @param {number} i @param {number} depth @returns {Found} */
function list(lines, i, depth) {
  const first = /** @type {RegExpExecArray} */ (ITEM.exec(lines[i].text))[2];
  const isOrdered = /^\d/.test(first);
  /** @type {Shape} */
  const shape = { kind: isOrdered ? 'ol' : 'ul', children: [], ...(isOrdered ? { first: parseInt(first, 10) } : {}) };
  let next = i;
  while (next < lines.length) {
    const found = ITEM.exec(lines[next].text);
    if (!found || found[2].at(-1) !== first.at(-1) || RULE.test(lines[next].text)) break;
    const end = itemEnd(lines, next, found);
    const marker = isOrdered ? `${(shape.first ?? 1) + shape.children.length}.` : '•';
    shape.children.push({ kind: 'item', marker, children: blocksOf(itemLines(lines, next, end, found), depth + 1) });
    next = end;
  }
  return { shape, next };
}

/** How far what belongs to an item is indented. @param {string} text @param {RegExpExecArray} found */
function contentOf(text, [whole, , , spaces]) {
  const marker = whole.length - spaces.length;
  const gap = widthOf(spaces);
  return marker + (text.length === whole.length || gap > TAB ? 1 : gap);
}

/** @param {Line[]} lines @param {number} i @param {RegExpExecArray} found */
function itemEnd(lines, i, found) {
  const content = contentOf(lines[i].text, found);
  const isEmpty = lines[i].text.length === found[0].length;
  let [next, hasCode] = [i + 1, FENCE.test(lines[i].text.slice(content))];
  if (isEmpty && lines[next] && isBlank(lines[next])) {
    while (lines[next] && isBlank(lines[next])) next += 1;
    return next;
  }
  for (; next < lines.length; next += 1) {
    const isInside = isBlank(lines[next]) || widthOf(lines[next].text) >= content;
    if (!isInside && (hasCode || isBlank(lines[next - 1]) || ITEM.test(lines[next].text) || interrupts(lines, next))) break;
    hasCode ||= FENCE.test(outdented(lines[next], content).text);
  }
  return next;
}

/** @param {Line[]} lines @param {number} i @param {number} end @param {RegExpExecArray} found */
function itemLines(lines, i, end, found) {
  const content = contentOf(lines[i].text, found);
  const { at, text } = lines[i];
  const cut = Math.min(content, text.length);
  return [{ at: at + cut, text: text.slice(cut) }, ...lines.slice(i + 1, end).map((line) => ({ ...outdented(line, content), isLazy: widthOf(line.text) < content }))];
}

/** @param {Line[]} lines @param {number} i */
function isTable(lines, i) {
  const under = lines[i + 1];
  if (!under || !lines[i].text.includes('|') || !COLUMNS.test(under.text)) return false;
  return cellsOf(lines[i]).length === cellsOf(under).length;
}

/** @param {Line[]} lines @param {number} i @returns {Found} */
function table(lines, i) {
  const head = cellsOf(lines[i]);
  const row = (/** @type {Line} */ line, /** @type {string} */ kind) => {
    const cells = cellsOf(line);
    return { kind: 'row', children: head.map((_, n) => ({ kind, children: cells[n] ? inlineRuns([cells[n]]) : [] })) };
  };
  let next = i + 2;
  while (next < lines.length && !isBlank(lines[next]) && !interrupts(lines, next)) next += 1;
  return { shape: { kind: 'table', children: [row(lines[i], 'head'), ...lines.slice(i + 2, next).map((line) => row(line, 'cell'))] }, next };
}

/** The cells of a row, between its bars. @param {Line} line @returns {Line[]} */
function cellsOf({ at, text }) {
  const [start, end] = [text.search(/\S/), text.trimEnd().length];
  const bars = Array.from(text.slice(0, end).matchAll(/(?<!\\)\|/g), ({ index }) => index);
  const isOpen = bars[0] !== start;
  const isLeft = (bars.at(-1) ?? -1) !== end - 1;
  const cuts = [...(isOpen ? [start - 1] : []), ...bars, ...(isLeft ? [end] : [])];
  return cuts.slice(1).map((cut, i) => ({ at: at + cuts[i] + 1, text: text.slice(cuts[i] + 1, cut) }));
}

/** A paragraph, or a heading where a line of signs follows. @param {Line[]} lines @param {number} i @returns {Found} */
function paragraph(lines, i) {
  let next = i + 1;
  for (; next < lines.length && !isBlank(lines[next]); next += 1) {
    const under = lines[next].isLazy ? null : UNDERLINE.exec(lines[next].text);
    if (under) return { shape: { kind: 'heading', level: under[1][0] === '=' ? 1 : 2, children: inlineRuns(lines.slice(i, next)) }, next: next + 1 };
    if (interrupts(lines, next)) break;
  }
  return { shape: { kind: 'p', children: inlineRuns(lines.slice(i, next)) }, next };
}
