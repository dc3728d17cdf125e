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
import { button, el, formatNumber, freshId, say, spoken, t, wordsOf } from '../../../static/helpers/page.js';
import { request } from '../models/request.js';
import { uuid } from '../models/stage.js';

const ALLOWED = new Set([
  'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'P', 'UL', 'OL', 'LI', 'EM', 'STRONG', 'B', 'I', 'CODE', 'PRE', 'BLOCKQUOTE', 'HR', 'BR',
  'TABLE', 'THEAD', 'TBODY', 'TR', 'TH', 'TD', 'DL', 'DT', 'DD', 'A', 'DEL', 'S', 'SUB', 'SUP',
]);
/** The question that is being written, kept while the panel is filled anew; its id is made once, so it arrives once. */
const asking = { id: uuid(), text: '', isOpen: false };

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

// --- search

/** @param {HTMLElement} prose */
function searchView(prose) {
  let found = /** @type {Range[]} */ ([]);
  let at = 0;
  const field = el('input', { type: 'search', 'aria-label': t('rate.panel.find'), placeholder: t('rate.panel.find') });
  const count = el('output', { class: 'count' });
  const turn = (/** @type {number} */ by) => {
    at = found.length > 0 ? (at + by + found.length) % found.length : 0;
    show();
    found[at]?.startContainer.parentElement?.scrollIntoView({ block: 'center' });
  };
  const back = button('↑', () => turn(-1), { class: 'button quiet', 'aria-label': t('rate.panel.previous') });
  const on = button('↓', () => turn(1), { class: 'button quiet', 'aria-label': t('rate.panel.next') });
  function show() {
    const some = found.length > 0;
    count.textContent = field.value.trim() ? (some ? t('rate.panel.found', { number: at + 1, of: found.length }) : t('rate.panel.none')) : '';
    back.disabled = on.disabled = !some;
    if (!('highlights' in CSS)) return;
    CSS.highlights.set('jb-found', new Highlight(...found));
    CSS.highlights.set('jb-at', new Highlight(...found.slice(at, at + 1)));
  }
  field.addEventListener('input', () => {
    found = rangesOf(prose, field.value.trim().toLocaleLowerCase());
    at = 0;
    turn(0);
  });
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    turn(event.shiftKey ? -1 : 1);
  });
  show();
  return el('search', { class: 'find' }, field, count, back, on);
}

/**
 * @param {Node} within
 * @param {string} words
 */
function rangesOf(within, words) {
  const found = /** @type {Range[]} */ ([]);
  const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  while (words && texts.nextNode()) {
    const node = texts.currentNode;
    const text = (node.textContent ?? '').toLocaleLowerCase();
    for (let start = text.indexOf(words); start >= 0; start = text.indexOf(words, start + words.length)) {
      const range = new Range();
      range.setStart(node, start);
      range.setEnd(node, Math.min(start + words.length, node.textContent?.length ?? 0));
      found.push(range);
    }
  }
  return found;
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

// --- questions to the organiser

/**
 * @param {any} asked
 * @param {() => Packet | null} inHand
 * @param {() => Promise<void>} again
 */
function enquiriesView({ enquiries, published, replies, unread }, inHand, again) {
  const id = freshId();
  const field = el('textarea', { id, maxlength: 4000, rows: 3, dir: 'auto' });
  field.value = asking.text;
  field.addEventListener('input', () => (asking.text = field.value));
  const trouble = el('p', { class: 'trouble', role: 'alert' });
  const send = button(t('rate.ask.send'), async () => {
    if (!field.value.trim()) return field.focus();
    const packet = inHand();
    try {
      const about = packet ? { assignment: packet.assignment, stage: packet.stage } : {};
      await request('POST', 'api/enquiries', { id: asking.id, text: field.value, lang: spoken(), ...about });
      Object.assign(asking, { id: uuid(), text: '' });
      await again();
    } catch {
      trouble.textContent = t('rate.ask.trouble');
    }
    return undefined;
  }, { class: 'button' });
  const one = (/** @type {string} */ said, /** @type {string[]} */ answers) => el('li', {}, el('p', { class: 'said', dir: 'auto', text: said }),
    ...answers.map((text) => el('p', { class: 'reply', dir: 'auto', text })),
    answers.length === 0 && el('p', { class: 'note', text: t('rate.ask.waiting') }));
  const own = enquiries.map((/** @type {any} */ each) => one(each.text, each.replies.map((/** @type {{text: string}} */ { text }) => text)));
  const others = published.map((/** @type {any} */ each) => one(each.question, [each.text]));
  const view = el('details', { class: 'enquiries', open: unread > 0 || asking.isOpen },
    el('summary', { text: t('rate.ask.title') }),
    el('label', { for: id, text: t('rate.ask.label') }), field, trouble, send,
    own.length > 0 && el('section', {}, el('h3', { text: t('rate.ask.own') }), el('ul', {}, ...own)),
    others.length > 0 && el('section', {}, el('h3', { text: t('rate.ask.published') }), el('ul', {}, ...others)));
  view.addEventListener('toggle', async () => {
    asking.isOpen = view.open;
    if (!view.open || unread === 0) return;
    unread = 0;
    await request('POST', 'api/acknowledgements', { replies }).catch(() => {});
    view.dispatchEvent(new Event('read', { bubbles: true }));
  });
  return view;
}

customElements.define('jb-guideline', GuidelineElement);
