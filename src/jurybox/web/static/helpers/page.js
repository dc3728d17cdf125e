// Elements and their words: every module makes its DOM with `el` and takes its words from `t` or, where the protocol
// has them, from `say`. Nothing here ever parses markup.

/** @typedef {Record<string, string>} Text a text per language */

/** @typedef {Record<string, string | Record<string, string>>} Catalogue */
/** @typedef {Node | string | null | undefined | false} Child */

/** Languages that write small whole numbers as programs do. Asking the browser costs its first page 20 to 50 ms. */
const PLAIN = ['de', 'en', 'es', 'fr', 'it', 'pt', 'zh'];

/** @type {Catalogue} */
let catalogue = {};
let language = 'en';
/** Made when first needed: each takes a browser some milliseconds. @type {Intl.PluralRules | null} */
let plurals = null;
/** @type {Intl.NumberFormat | null} */
let numbers = null;

/**
 * Speak this language from now on.
 * @param {string} lang
 * @param {Catalogue} texts
 */
export function speak(lang, texts) {
  catalogue = texts;
  language = lang;
  plurals = numbers = null;
  document.documentElement.lang = lang;
}

/** The language spoken now. */
export const spoken = () => language;

/** @param {string} key */
export const knows = (key) => key in catalogue;

/** @param {number} value */
export function formatNumber(value) {
  if (Number.isInteger(value) && value >= 0 && value < 1_000 && PLAIN.includes(language)) return String(value);
  numbers ??= new Intl.NumberFormat(language, { maximumFractionDigits: 3 });
  return numbers.format(value);
}

/** @param {Record<string, string>} forms @param {number} n */
function pluralOf(forms, n) {
  plurals ??= new Intl.PluralRules(language);
  return forms[plurals.select(n)] ?? forms.other;
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
