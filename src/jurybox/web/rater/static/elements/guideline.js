// The panel beside the task: the guideline in the rater's language with what changed in it, a search, worked examples,
// and questions to the organiser. Loaded when first opened, or when there is something new.
//
// <jb-guideline>   guideline   {html, lang} as the server sends it (already sanitised there)
// Module           showIn(body, session, inHand)   fill the panel; inHand() is the packet that is on the page, or null
//                  showNews(badge, session, found)  say on the panel's handle that something is new
//                  proseOf(html), exampleView(session, example, answers)   also for the pages before the tasks
//
// Fragments are parsed into a document that runs nothing; only elements on this list are copied.

/** @import {Guideline, Packet, Question, Value} from '../models/wire.js' */
/** @import {Session} from '../models/session.js' */

import { fieldView } from '../helpers/fields.js';
import { button, el, formatNumber, say, spoken, t, wordsOf } from '../../../static/helpers/page.js';
import { request } from '../models/request.js';
import { enquiriesView } from './guideline/enquiries.js';
import { searchView } from './guideline/search.js';

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
      session.guideline(languageOf(session)), request('GET', 'api/examples'), request('GET', 'api/enquiries'),
    ]);
    const prose = Object.assign(document.createElement('jb-guideline'), { guideline });
    const again = () => showIn(body, session, inHand);
    body.replaceChildren(changesView(guideline, body), searchView(prose), prose, workedView(examples, session),
      enquiriesView(asked, inHand, again));
  } catch {
    body.replaceChildren(el('p', { text: t('rate.guideline_trouble') }));
  }
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
 * An answer in words: the label of a level, an option or a tag; numbers as such.
 * @param {Question | undefined} question
 * @param {Value} value
 * @returns {string}
 */
function valueWords(question, value) {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'number') {
    const level = question?.levels?.find((one) => one.value === value);
    return level ? `${formatNumber(value)} ${wordsOf(level.label)}` : formatNumber(value);
  }
  if (typeof value === 'string') return value;
  const known = [...(question?.options ?? []), ...(question?.categories ?? []).flatMap(({ tags }) => tags)];
  const ids = Array.isArray(value) ? value.flat().map((one) => one.id ?? one) : [value.better ?? JSON.stringify(value)];
  return ids.map((id) => wordsOf(known.find((one) => one.id === id)?.label ?? { en: String(id) })).join(', ') || '–';
}

/**
 * Fields as a task shows them.
 * @param {Session} session
 * @param {Record<string, any>} fields
 * @param {Record<string, string>} [langs]
 */
function fieldViews(session, fields, langs = {}) {
  const specs = session.study?.protocol.fields ?? {};
  return Object.entries(fields).filter(([name]) => name in specs)
    .map(([name, value]) => fieldView({ spec: specs[name], value, lang: langs[name] ?? specs[name].lang ?? null, hasLabel: true }));
}

const VERDICTS = { agrees: 'rate.welcome.agrees', within: 'rate.welcome.within', off: 'rate.welcome.off' };

/**
 * An example with what the guideline says about each candidate or segment; with verdicts, beside what the rater said.
 * @param {Session} session
 * @param {any} example a packet, or what looks like one
 * @param {any[]} answers
 */
export function exampleView(session, { fields, langs, candidates, segments }, answers) {
  const asked = session.study?.protocol.stages.flatMap(({ ask }) => ask) ?? [];
  const answerView = (/** @type {any} */ { question: id, given, value, accept, verdict, why }) => {
    const question = asked.find((one) => one.id === id);
    const says = [value, ...accept].map((one) => valueWords(question, one)).join(` ${t('rate.panel.or')} `);
    return el('li', { class: verdict }, question && say('b', question.prompt),
      verdict && el('span', { class: 'verdict', text: t(VERDICTS[/** @type {keyof typeof VERDICTS} */ (verdict)]) }),
      verdict && el('p', { text: t('rate.welcome.you_said', { value: valueWords(question, given) }) }),
      el('p', { text: t('rate.welcome.guideline_says', { value: says }) }), why && say('p', why));
  };
  const targetView = (/** @type {string} */ target) => {
    const one = candidates.find((/** @type {any} */ each) => each.letter === target);
    const segment = segments?.find((/** @type {any} */ each) => String(each.number) === target);
    const heading = segment ? t('rate.segment', { n: segment.number }) : one && candidates.length > 1 ? target : '';
    const shown = segment ? { ...segment.fields, ...candidates[0]?.segments?.[segment.number - 1] } : one?.fields ?? {};
    return el('section', { class: 'told' }, heading && el('h3', { text: heading }), ...fieldViews(session, shown, langs),
      el('ul', {}, ...answers.filter((answer) => answer.target === target).map(answerView)));
  };
  return [...fieldViews(session, fields, langs), ...new Set(answers.map(({ target }) => target))]
    .map((part) => (typeof part === 'string' ? targetView(part) : part));
}

/**
 * @param {any[]} examples
 * @param {Session} session
 */
function workedView(examples, session) {
  if (examples.length === 0) return '';
  return el('details', { class: 'worked' }, el('summary', { text: t('rate.panel.examples', { n: examples.length }) }),
    ...examples.map((example) => el('article', { class: 'example' }, example.title && say('h2', example.title),
      ...exampleView(session, example, example.answers), example.note && say('p', example.note, { class: 'note' }))));
}

customElements.define('jb-guideline', GuidelineElement);
