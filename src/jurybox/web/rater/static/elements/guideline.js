// The panel beside the task: the guideline in the rater's language with what changed in it, a search, worked examples,
// and questions to the organiser. Loaded when first opened, or when there is something new.
//
// <jb-guideline>   guideline   {html, lang} as the server sends it (already sanitised there)
// Module           showIn(body, session, inHand)   fill the panel; inHand() is the packet that is on the page, or null
//                  findIn(body, words)              go to the first of these words in the guideline; false where none is there
//                  showEnquiries(body, inHand)      only the questions to the organiser
//                  showNews(badge, session, found)  say on the panel's handle that something is new
//                  proseOf(html), exampleView(session, example, answers)   also for the pages before the tasks
//
// Fragments are parsed into a document that runs nothing; only elements on this list are copied.

/** @import {Guideline, Packet, WorkedExample} from '../models/wire.js' */
/** @import {Told} from './worked_example.js' */
/** @import {Session} from '../models/session.js' */

import { icon, ICONS } from '../helpers/icons.js';
import { button, el, say, spoken, t } from '../../../static/helpers/page.js';
import { request } from '../models/request.js';
import { enquiriesView } from './guideline/enquiries.js';
import { searchView } from './guideline/search.js';
import { workedExample } from './worked_example.js';

const ALLOWED = new Set([
  'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'P', 'UL', 'OL', 'LI', 'EM', 'STRONG', 'B', 'I', 'CODE', 'PRE', 'BLOCKQUOTE', 'HR', 'BR',
  'TABLE', 'THEAD', 'TBODY', 'TR', 'TH', 'TD', 'DL', 'DT', 'DD', 'A', 'DEL', 'S', 'SUB', 'SUP',
]);
/** The language of the guideline that this rater reads. @param {Session} session */
function languageOf(session) {
  const has = session.study?.guideline_languages ?? [];
  return [spoken(), spoken().split('-')[0], 'en'].find((tag) => has.includes(tag)) ?? has[0];
}

/**
 * @param {HTMLElement} body
 * @param {Session} session
 * @param {() => Packet | null} inHand
 */
export async function showIn(body, session, inHand = () => null) {
  try {
    const [guideline, { examples }, asked] = await Promise.all([
      request('GET', `guideline/${encodeURIComponent(languageOf(session))}`), request('GET', 'api/examples'), request('GET', 'api/enquiries'),
    ]);
    const prose = Object.assign(document.createElement('jb-guideline'), { guideline });
    const again = () => showIn(body, session, inHand);
    body.replaceChildren(el('header', { class: 'panel-head' }, searchView(prose), closing(body)), changesView(guideline, body), prose,
      workedView(examples, session), enquiriesView(asked, inHand, again));
  } catch {
    body.replaceChildren(el('header', { class: 'panel-head' }, closing(body)), el('p', { text: t('rate.guideline_trouble') }));
  }
}

/**
 * @param {HTMLElement} body
 * @param {string[]} words
 */
export function findIn(body, words) {
  const prose = body.querySelector('jb-guideline')?.textContent?.toLocaleLowerCase() ?? '';
  const found = words.find((one) => one && prose.includes(one.toLocaleLowerCase()));
  const field = body.querySelector('.find input');
  if (!found || !(field instanceof HTMLInputElement)) return false;
  field.value = found;
  field.dispatchEvent(new Event('input'));
  field.focus({ preventScroll: true });
  return true;
}

/** The panel is closed by its button, by Escape, and by the button that opened it. @param {HTMLElement} body */
function closing(body) {
  const close = () => {
    const panel = body.closest('details');
    if (panel) panel.open = false;
    panel?.querySelector('summary')?.focus();
  };
  body.onkeydown = (event) => {
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
    close();
  };
  const made = button('', close, { class: 'button quiet leave', 'aria-label': t('rate.close') });
  made.append(icon(ICONS.close));
  return made;
}

/**
 * Questions to the organiser by themselves. Without a network there is still the field to write one.
 * @param {HTMLElement} body
 * @param {() => Packet | null} inHand
 */
export async function showEnquiries(body, inHand) {
  const asked = await request('GET', 'api/enquiries').catch(() => ({ enquiries: [], published: [], replies: 0, unread: 0 }));
  const view = enquiriesView(asked, inHand, () => showEnquiries(body, inHand));
  view.open = true;
  body.replaceChildren(view);
}

/**
 * @param {HTMLElement} badge
 * @param {Session} session
 * @param {{unread: number, changed: string[]}} found
 */
export function showNews(badge, session, { unread, changed }) {
  const words = [changed.includes(languageOf(session)) && t('rate.panel.changed'), unread > 0 && t('rate.panel.replies', { n: unread })];
  badge.textContent = words.filter(Boolean).join(' · ');
  badge.hidden = !badge.textContent;
}

// --- the guideline and what changed in it

class GuidelineElement extends HTMLElement {
  /** @param {Guideline} guideline */
  set guideline({ html, lang }) {
    this.lang = lang;
    this.replaceChildren(...proseOf(html));
  }
}

/** Safe copies of a fragment's elements. @param {string} html */
export const proseOf = (html) => copies(new DOMParser().parseFromString(html, 'text/html').body);

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

/**
 * @param {Guideline} guideline
 * @param {HTMLElement} body
 */
function changesView({ lang, revision, changes }, body) {
  if (changes.length === 0) return '';
  const list = changes.map(({ kind, html }) => el('li', { class: kind },
    el('b', { text: t(kind === 'added' ? 'rate.panel.added' : 'rate.panel.removed') }),
    el(kind === 'added' ? 'ins' : 'del', { lang }, ...proseOf(html))));
  const seen = button(t('rate.panel.seen'), async () => {
    await request('POST', 'api/acknowledgements', { lang, revision });
    notice.remove();
    body.dispatchEvent(new Event('read', { bubbles: true }));
    body.focus();
  }, { class: 'button primary' });
  const notice = el('section', { class: 'changes', role: 'status' }, el('h2', { text: t('rate.panel.changed') }),
    el('ul', {}, ...list), seen);
  return notice;
}

// --- worked examples

/**
 * @param {Session} session
 * @param {Packet | WorkedExample} example
 * @param {Told[]} answers
 */
export const exampleView = (session, example, answers) => workedExample(session, example, answers);

/**
 * @param {any[]} examples
 * @param {Session} session
 */
function workedView(examples, session) {
  if (examples.length === 0) return '';
  const title = t('rate.panel.examples', { n: examples.length });
  return el('details', { class: 'worked', 'aria-label': title }, el('summary', { text: title }),
    ...examples.map((example) => el('article', { class: 'example' }, example.title && say('h2', example.title),
      ...exampleView(session, example, example.answers), example.note && say('p', example.note, { class: 'note' }))));
}

customElements.define('jb-guideline', GuidelineElement);
