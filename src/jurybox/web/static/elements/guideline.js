// <jb-guideline>: the guideline in the rater's language.
//
// Properties   guideline   {html, lang} as the server sends it (already sanitised there)
// Module       showIn(body, session)   fetch the guideline and put it into `body`
//
// The fragment is parsed into a document that runs nothing, and only elements on this list are copied from it.

/** @import {Guideline} from '../models/wire.js' */
/** @import {Session} from '../models/session.js' */

import { el, spoken, t } from '../helpers/page.js';

const ALLOWED = new Set([
  'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'P', 'UL', 'OL', 'LI', 'EM', 'STRONG', 'B', 'I', 'CODE', 'PRE', 'BLOCKQUOTE', 'HR', 'BR',
  'TABLE', 'THEAD', 'TBODY', 'TR', 'TH', 'TD', 'DL', 'DT', 'DD', 'A', 'DEL', 'SUB', 'SUP',
]);

/**
 * @param {HTMLElement} body
 * @param {Session} session
 */
export async function showIn(body, session) {
  const has = session.study?.guideline_languages ?? [];
  const lang = [spoken(), spoken().split('-')[0], 'en'].find((tag) => has.includes(tag)) ?? has[0];
  const shown = document.createElement('jb-guideline');
  try {
    Object.assign(shown, { guideline: await session.guideline(lang) });
    body.replaceChildren(shown);
  } catch {
    body.replaceChildren(el('p', { text: t('rate.guideline_trouble') }));
  }
}

class GuidelineElement extends HTMLElement {
  /** @param {Guideline} guideline */
  set guideline({ html, lang }) {
    const parsed = new DOMParser().parseFromString(html, 'text/html');
    this.lang = lang;
    this.replaceChildren(...copies(parsed.body));
  }
}

/**
 * @param {Node} parent
 * @returns {Node[]}
 */
function copies(parent) {
  return Array.from(parent.childNodes).flatMap((node) => {
    if (node.nodeType === Node.TEXT_NODE) return [document.createTextNode(node.textContent ?? '')];
    if (!(node instanceof Element) || node.tagName === 'SCRIPT' || node.tagName === 'STYLE') return [];
    if (!ALLOWED.has(node.tagName)) return copies(node);
    const copy = el(/** @type {keyof HTMLElementTagNameMap} */ (tagOf(node)), attributesOf(node));
    copy.append(...copies(node));
    return [node.tagName === 'TABLE' ? el('div', { class: 'scroll', tabindex: 0 }, copy) : copy];
  });
}

/** The page has its own first heading, so the guideline's go one down. @param {Element} node */
function tagOf(node) {
  const heading = /^H([1-5])$/.exec(node.tagName);
  return heading ? `h${Number(heading[1]) + 1}` : node.tagName.toLowerCase();
}

/** @param {Element} node */
function attributesOf(node) {
  const href = node.getAttribute('href') ?? '';
  if (node.tagName === 'A' && /^https?:/i.test(href)) return { href, target: '_blank', rel: 'noopener noreferrer' };
  return { lang: node.getAttribute('lang'), dir: node.getAttribute('dir'), start: node.getAttribute('start') };
}

customElements.define('jb-guideline', GuidelineElement);
