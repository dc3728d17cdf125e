// Elements and their words: every module makes its DOM with `el` and takes its words from `t` or, where the protocol
// has them, from `say`. Nothing here ever parses markup.

/** @typedef {Record<string, string>} Text a text per language */

/** @typedef {Record<string, string | Record<string, string>>} Catalogue */
/** @typedef {Node | string | null | undefined | false} Child */

/** @type {Catalogue} */
let catalogue = {};
let language = 'en';
/** Made when first needed: it takes a browser some milliseconds. @type {{format: (value: number) => string} | null} */
let numbers = null;

/**
 * Speak this language from now on.
 * @param {string} lang
 * @param {Catalogue} texts
 */
export function speak(lang, texts) {
  catalogue = texts;
  language = lang;
  numbers = null;
  document.documentElement.lang = lang;
}

/** The language spoken now. */
export const spoken = () => language;

/** @param {string} key */
export const knows = (key) => key in catalogue;

/** The languages that write apostrophes around words as quotation marks rather than as sounds. */
export const quoting = () => String(catalogue['language.quoting']).split(' ');

/** Small whole numbers are written at once: asking the browser costs its first page 20 to 50 ms. @param {number} value */
export function formatNumber(value) {
  if (Number.isInteger(value) && value >= 0 && value < 1_000 && knows('language.number')) return String(value);
  numbers ??= numberFormat(catalogue['language.number']);
  return numbers.format(value);
}

/** A language that the browser does not know writes numbers as its sample, 1,234.5. @param {unknown} sample */
function numberFormat(sample) {
  const options = { maximumFractionDigits: 3 };
  if (typeof sample !== 'string' || Intl.NumberFormat.supportedLocalesOf(language).length) return new Intl.NumberFormat(language, options);
  const english = new Intl.NumberFormat('en', options);
  return { format: (/** @type {number} */ value) => english.format(value).replace(/[,.]/g, (mark) => sample[mark === ',' ? 1 : 5]) };
}

/** @param {Record<string, string>} forms @param {number} n */
function pluralOf(forms, n) {
  const rules = catalogue['language.plural'];
  if (typeof rules !== 'object') return forms[new Intl.PluralRules(language).select(n)] ?? forms.other;
  const form = Object.keys(rules).find((name) => name !== 'other' && holds(rules[name], n));
  return forms[form ?? 'other'] ?? forms.other;
}

/**
 * Whether a number keeps a rule of CLDR: "i = 1 and v = 0 or n % 10 = 2..4". As in texts/plurals.py.
 * @param {string} rule
 * @param {number} n
 */
function holds(rule, n) {
  const [whole, decimals = ''] = String(Math.abs(n)).split('.');
  const [i, v, f] = [Number(whole), decimals.length, Number(decimals)];
  /** @type {Record<string, number>} */
  const operands = { n: Math.abs(n), i, v, w: v, f, t: f, c: 0, e: 0 };
  const relates = (/** @type {string} */ relation) => {
    const [, letter, modulus, sign, ranges] = /** @type {string[]} */ (/^(\w)(?: % (\d+))? (!?=) (.+)$/.exec(relation));
    const value = operands[letter] % Number(modulus ?? Infinity);
    const isIn = ranges.split(',').some((range) => {
      const [low, high = low] = range.split('..').map(Number);
      return Number.isInteger(value) && low <= value && value <= high;
    });
    return isIn === (sign === '=');
  };
  return rule.split(' or ').some((part) => part.split(' and ').every(relates));
}

/**
 * The words of a key. `n` chooses the plural form; {name} is replaced by the parameter of that name.
 * @param {string} key
 * @param {Record<string, string | number>} [parameters]
 * @returns {string}
 */
export function t(key, parameters = {}) {
  const entry = catalogue[key] ?? key;
  const form = typeof entry === 'string' ? entry : pluralOf(entry, Number(parameters.n));
  return form.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = parameters[name];
    return typeof value === 'number' ? formatNumber(value) : (value ?? whole);
  });
}

/**
 * A text of the protocol in the language spoken, else in English, else in any.
 * @param {Text} text
 * @returns {{words: string, lang: string}}
 */
export function inLanguage(text) {
  const lang = [language, language.split('-')[0], 'en'].find((tag) => tag in text) ?? Object.keys(text)[0];
  return { words: text[lang], lang };
}

/** @param {Text} text */
export const wordsOf = (text) => inLanguage(text).words;

/**
 * An element that holds a text of the protocol, with the language it is in.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Text} text
 * @param {Record<string, unknown>} [attributes]
 */
export function say(tag, text, attributes = {}) {
  const { words, lang } = inLanguage(text);
  return el(tag, { ...attributes, lang: lang === language ? null : lang, dir: 'auto', text: words });
}

/**
 * Make an element. `text` is its text, `on` its listeners; all else are attributes, left out when null or false.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'text') node.textContent = String(value);
    else if (name === 'on') listen(node, /** @type {Record<string, (event: any) => void>} */ (value));
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  node.append(...present(children));
  return node;
}

/**
 * @param {EventTarget} node
 * @param {Record<string, (event: any) => void>} listeners
 */
function listen(node, listeners) {
  for (const [type, listener] of Object.entries(listeners)) node.addEventListener(type, listener);
}

/**
 * An element that the page has from the start.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 */
export function byId(id, kind) {
  const node = document.getElementById(id);
  if (!(node instanceof kind)) throw new TypeError(id);
  return node;
}

/** @param {Child[]} children */
export function present(children) {
  return /** @type {(Node | string)[]} */ (children.filter((child) => child !== null && child !== undefined && child !== false));
}

/**
 * A button that is no submit button.
 * @param {string} label
 * @param {(event: MouseEvent) => void} click
 * @param {Record<string, unknown>} [attributes]
 */
export function button(label, click, attributes = {}) {
  return el('button', { type: 'button', class: 'button', ...attributes, text: label, on: { click } });
}

/** What a control is about, for screen readers: seen, its place says so. @param {string} words */
export const hiddenWords = (words) => (words ? el('span', { class: 'hidden', text: ` · ${words}` }) : '');

let ids = 0;
/** An id for labels and descriptions that no other element of the page has. */
export const freshId = () => `jb-${++ids}`;

/**
 * Whether a key press belongs to a text that is being written (or composed by an input method).
 * @param {KeyboardEvent} event
 */
export function isWriting(event) {
  const node = /** @type {Element | null} */ (event.target instanceof Element ? event.target : null);
  const isText = !!node?.closest('textarea, select, input:not([type=radio], [type=checkbox])');
  return isText || event.isComposing || event.keyCode === 229;
}
