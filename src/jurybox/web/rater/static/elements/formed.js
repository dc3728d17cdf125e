// Texts that have a form: Markdown, code, conversations, tables, and what differs from another text. Made of elements of a
// closed list, word by word from the text; nothing in a text is ever read as markup, and nothing it names is fetched.
//
// Module   enters itself in LATER_VIEWS (helpers/fields.js): `formed` shows a text, `markable` one whose every character stands
//          in it, seen or not, so that what is selected counts in the text as it is stored

/** @import {Chunk, Shown} from '../helpers/fields.js' */
/** @import {Run} from './formed/inline.js' */
/** @import {Shape} from './formed/blocks.js' */
/** @typedef {(text: string, isSeen: boolean, styles: string[]) => Node} Leaf */

import { LATER_VIEWS } from '../helpers/fields.js';
import { styleSheet } from '../helpers/styles.js';
import { HOOKS } from '../models/stage.js';
import { el, knows, say, t, wordsOf } from '../../../static/helpers/page.js';
import { shapeOf } from './formed/shapes.js';

/** @type {Record<string, string>} */
const TAGS = {
  p: 'p', plain: 'p', pre: 'pre', quote: 'blockquote', ul: 'ul', ol: 'ol', item: 'li', hr: 'hr', table: 'table', row: 'tr', head: 'th',
  cell: 'td', turns: 'ol', turn: 'li', formed: 'div',
};
/** @type {Record<string, string>} */
const STYLED = { strong: 'strong', em: 'em', s: 's', code: 'code', ins: 'ins' };
/** The headings of a text stand below those of the task. */
const BELOW_TASK = 2;
const LOWEST = 6;

/** One way through a text: the shapes in order, and what stands between their runs. */
class FormedText {
  #from = 0;

  /**
   * @param {Shown} shown
   * @param {boolean} isMarkable whether all of the text is in it, in elements without a meaning of their own
   * @param {Leaf} leaf
   */
  constructor(shown, isMarkable, leaf) {
    this.spec = shown.spec;
    this.text = String(shown.value ?? '');
    this.isMarkable = isMarkable;
    this.leaf = leaf;
    this.shape = shapeOf(shown.spec, this.text, comparedWith(shown)?.text ?? null);
  }

  /** @returns {HTMLElement} */
  build() {
    const root = this.#element(this.shape);
    root.append(...this.#unseen(this.text.length));
    return root;
  }

  /** @param {Shape} shape @returns {HTMLElement} */
  #element(shape) {
    const { kind, level = 0, first, marker, role } = shape;
    const tag = kind === 'heading' ? `h${Math.min(level + BELOW_TASK, LOWEST)}` : TAGS[kind];
    const place = el(/** @type {'div'} */ (this.isMarkable ? 'div' : tag), { class: `f-${kind}${level ? ` level-${level}` : ''}` });
    if (role) this.#name(place, role);
    if (this.isMarkable && marker) place.dataset.marker = marker;
    if (tag === 'ol' && first !== undefined && first !== 1 && !this.isMarkable) place.setAttribute('start', String(first));
    if (tag === 'th' && !this.isMarkable) place.setAttribute('scope', 'col');
    for (const child of shape.children) place.append(...('kind' in child ? [this.#element(child)] : this.#run(child)));
    return place;
  }

  /** Who speaks. What can be marked has no words of ours in it: there the style writes it. @param {HTMLElement} place @param {string} role */
  #name(place, role) {
    const label = this.spec.roles?.[role];
    const name = label ? wordsOf(label) : knows(`rate.role.${role}`) ? t(`rate.role.${role}`) : role;
    place.classList.add(role === Object.keys(this.spec.roles ?? { user: 0 })[0] ? 'first-role' : 'other-role');
    if (this.isMarkable) Object.assign(place, { ariaLabel: name, role: 'group' }).dataset.role = name;
    else place.append(label ? say('p', label, { class: 'f-role' }) : el('p', { class: 'f-role', text: name }));
  }

  /** @param {Run} run @returns {Node[]} */
  #run({ from, to, styles, removed }) {
    const before = this.#unseen(from);
    this.#from = to;
    const gone = removed === undefined ? [] : [this.isMarkable ? el('span', { class: 'f-removed', 'data-words': removed }) : el('del', { text: removed })];
    if (from === to) return [...before, ...gone];
    if (styles.includes('break')) return [...before, el('br', {}), ...(this.isMarkable ? [this.leaf(this.text.slice(from, to), false, [])] : [])];
    const inner = this.leaf(this.text.slice(from, to), true, styles);
    const made = this.isMarkable ? inner : styles.reduceRight((/** @type {Node} */ node, style) =>
      el(/** @type {'span'} */ (STYLED[style] ?? 'span'), { class: `f-${style}` }, node), inner);
    return [...before, ...gone, made];
  }

  /** What is not seen, up to a place. @param {number} to @returns {Node[]} */
  #unseen(to) {
    const text = this.text.slice(this.#from, to);
    this.#from = Math.max(to, this.#from);
    return text && this.isMarkable ? [this.leaf(text, false, [])] : [];
  }
}

/** The text that another is compared with, and what to know of it. @param {Shown} shown */
function comparedWith({ spec: { difference }, beside }) {
  const [fields, values] = beside ?? [{}, {}];
  const text = values[difference ?? ''];
  const label = fields[difference ?? '']?.label;
  return typeof text === 'string' ? { text, note: t('rate.difference', { field: label ? wordsOf(label) : difference ?? '' }) } : null;
}

/** @param {Shown} shown */
function formedView(shown) {
  const { spec, lang } = shown;
  const other = comparedWith(shown);
  const root = new FormedText(shown, false, (text) => document.createTextNode(text)).build();
  root.classList.add('text', 'formed', `of-${spec.type}`);
  root.dir = 'auto';
  if (lang) root.lang = lang;
  if (other) root.prepend(el('p', { class: 'help', text: other.note }));
  if (other && !HOOKS.difference) import('./formed/difference.js').then(() => root.replaceWith(formedView(shown)), () => {});
  return root;
}

/**
 * @param {Shown} shown
 * @param {(chunk: Chunk, element: HTMLElement) => HTMLElement} part takes what is seen, in the order of the text
 */
function markableView(shown, part) {
  let start = 0;
  const root = new FormedText(shown, true, (text, isSeen, styles) => {
    const chunk = { start, text, isBlock: false };
    start += Array.from(text).length;
    return isSeen ? part(chunk, el('span', { class: styles.map((style) => `f-${style}`).join(' ') })) : el('span', { hidden: true, text });
  }).build();
  const other = comparedWith(shown);
  root.classList.add('formed', `of-${shown.spec.type}`);
  if (other) root.dataset.note = other.note;
  return root;
}

await styleSheet(new URL('../css/formed.css', import.meta.url));
LATER_VIEWS.formed = formedView;
LATER_VIEWS.markable = markableView;
