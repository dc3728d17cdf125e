// The shape of a text by the type of its field: a tree whose leaves are runs of the text as it is stored. What stands between
// the runs (signs of Markdown, names of roles, commas of a table) is there, and not seen. Knows no DOM.

/** @import {Field} from '../../models/wire.js' */
/** @import {Line, Run} from './inline.js' */
/** @import {Shape} from './blocks.js' */

import { HOOKS } from '../../models/stage.js';
import { blocksOf, linesOf } from './blocks.js';

const TURN = /^([a-z][a-z0-9_-]{0,63}):( |$)/;
const GOING_ON = '  ';
/**
 * @param {Field} spec
 * @param {string} text
 * @param {string | null} against the text that it is compared with
 * @returns {Shape}
 */
export function shapeOf(spec, text, against) {
  if (spec.type === 'markdown') return { kind: 'formed', children: blocksOf(linesOf(text)) };
  if (spec.type === 'conversation') return conversationShape(text, spec.turns === 'markdown');
  if (spec.type === 'table') return { kind: 'formed', children: [tableShape(text)] };
  const runs = (against === null ? null : HOOKS.difference?.(against, text)) ?? [{ from: 0, to: text.length, styles: [] }];
  return { kind: 'formed', children: [{ kind: spec.type === 'code' ? 'pre' : 'plain', children: runs }] };
}

/** @param {string} text @param {boolean} isMarkdown @returns {Shape} */
function conversationShape(text, isMarkdown) {
  /** @type {{role: string, lines: Line[]}[]} */
  const turns = [];
  for (const { at, text: line } of linesOf(text)) {
    const found = TURN.exec(line);
    if (found) turns.push({ role: found[1], lines: [{ at: at + found[0].length, text: line.slice(found[0].length) }] });
    else {
      const cut = line.startsWith(GOING_ON) ? GOING_ON.length : 0;
      turns.at(-1)?.lines.push({ at: at + cut, text: line.slice(cut) });
    }
  }
  for (const { lines } of turns) while (lines.length > 1 && lines[lines.length - 1].text.trim() === '') lines.pop();
  const said = (/** @type {Line[]} */ lines) => (isMarkdown ? blocksOf(lines) : [{ kind: 'plain', children: lineRuns(lines) }]);
  return { kind: 'turns', children: turns.map(({ role, lines }) => ({ kind: 'turn', role, children: said(lines) })) };
}

/** @param {Line[]} lines @returns {Run[]} */
const lineRuns = (lines) => lines.map(({ at, text }, i) => ({ from: at, to: at + text.length + (i < lines.length - 1 ? 1 : 0), styles: [] }))
  .filter(({ from, to }) => to > from);

/** CSV as it is stored: quotation marks around a cell are not seen, nor is the first of two inside. @param {string} text @returns {Shape} */
function tableShape(text) {
  /** @type {Run[][][]} */
  const rows = [[[]]];
  let isQuoted = false;
  const cell = () => rows[rows.length - 1][rows[rows.length - 1].length - 1];
  for (let i = 0; i < text.length; i += 1) {
    const sign = text[i];
    if (sign === '"') {
      if (isQuoted && text[i + 1] === '"') cell().push({ from: i += 1, to: i + 1, styles: [] });
      else isQuoted = !isQuoted;
    } else if (!isQuoted && sign === ',') rows[rows.length - 1].push([]);
    else if (!isQuoted && sign === '\n') rows.push([[]]);
    else if (cell().at(-1)?.to === i) cell()[cell().length - 1].to = i + 1;
    else cell().push({ from: i, to: i + 1, styles: [] });
  }
  const row = (/** @type {Run[][]} */ cells, /** @type {number} */ n) => ({ kind: 'row', children: cells.map((children) => ({ kind: n === 0 ? 'head' : 'cell', children })) });
  return { kind: 'table', children: rows.map(row) };
}
