// The shapes of texts as plain data, for tests: [kind, ...children], where a leaf is [words, styles].
// As a program: reads {"texts": […]} from its input and writes their shapes as Markdown.

import { shapeOf } from '../../../../src/jurybox/web/rater/static/elements/formed/shapes.js';

/**
 * @param {any} shape
 * @param {string} text
 * @returns {any}
 */
export function plainShape(shape, text) {
  if (!('kind' in shape)) return [text.slice(shape.from, shape.to), shape.styles.join(' ')];
  const kind = shape.kind === 'heading' ? `h${shape.level}` : shape.kind;
  const parts = shape.children.map((/** @type {any} */ child) => plainShape(child, text));
  return [kind, ...joined(parts)];
}

/** Runs beside each other that look the same are one. @param {any[]} parts */
function joined(parts) {
  /** @type {any[]} */
  const found = [];
  for (const part of parts) {
    const last = found.at(-1);
    const isLeaf = (/** @type {any} */ one) => one && one.length === 2 && typeof one[1] === 'string';
    if (isLeaf(last) && isLeaf(part) && last[1] === part[1]) last[0] += part[0];
    else found.push([...part]);
  }
  return found;
}

if (process.argv[1]?.endsWith('structure.js')) {
  const given = JSON.parse(await new Response(/** @type {any} */ (process.stdin)).text());
  const made = given.texts.map((/** @type {string} */ text) => plainShape(shapeOf(/** @type {any} */ ({ type: 'markdown' }), text, null), text));
  process.stdout.write(JSON.stringify(made));
}
