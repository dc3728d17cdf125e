// A worked example with what the guideline says of each candidate or segment, and why; right after it was rated beside what
// the rater said. Loaded with the panel, and with what comes before the first task.
//
// Module   workedExample(session, example, answers)   the example: a packet, or what looks like one

/** @import {Candidate, ExpectedAnswer, Fields, FeedbackAnswer, Packet, Question, Value, WorkedExample} from '../models/wire.js' */
/** @import {Session} from '../models/session.js' */
/** @typedef {ExpectedAnswer & Partial<FeedbackAnswer>} Told what the guideline says; with a verdict, also what the rater said */
/** @typedef {{words: string, lang: string | null}} MarkedText */

import { fieldView } from '../helpers/fields.js';
import { el, formatNumber, say, t, wordsOf } from '../../../static/helpers/page.js';
import { markedTexts } from './marked_texts.js';

const VERDICTS = {
  agrees: { sign: '✓', words: 'rate.welcome.agrees' },
  within: { sign: '≈', words: 'rate.welcome.within' },
  off: { sign: '✗', words: 'rate.welcome.off' },
  left: { sign: '–', words: 'rate.welcome.left' },
};

/** As a sign and a word. @param {keyof typeof VERDICTS} verdict */
function verdictView(verdict) {
  const { sign, words } = VERDICTS[verdict];
  return el('span', { class: `verdict ${verdict}` }, el('span', { 'aria-hidden': 'true', text: `${sign} ` }), t(words));
}

/**
 * @param {Session} session
 * @param {Packet | WorkedExample} example
 * @param {Told[]} answers
 * @returns {Node[]}
 */
export function workedExample(session, { fields, langs, candidates, segments }, answers) {
  const asked = session.study?.protocol.stages.flatMap(({ ask }) => ask) ?? [];
  const questionOf = (/** @type {Told} */ { question }) => asked.find(({ id }) => id === question);
  const targetView = (/** @type {string} */ target) => {
    const said = answers.filter((answer) => answer.target === target);
    const { one, at, heading } = placeOf(target, candidates, segments);
    const shown = at >= 0 ? { ...segments[at].fields, ...(one ?? candidates[0])?.segments?.[at] } : one?.fields ?? {};
    const marked = said.map((answer) => questionOf(answer)).flatMap((question) => (question?.labels ? [question.field ?? 'output'] : [])); // another text that is marked stands above as well
    const textIn = (/** @type {string} */ name) => ({ words: String(shown[name] ?? fields[name] ?? ''), lang: langs[name] ?? null });
    const rest = Object.fromEntries(Object.entries(shown).filter(([name]) => !marked.includes(name)));
    return el('section', { class: 'told' }, heading && el('h3', { text: heading }), ...fieldViews(session, rest, langs),
      answerTable(said.map((answer) => ({ answer, question: questionOf(answer) })), textIn));
  };
  const targets = [...new Set(answers.map(({ target }) => target))];
  return [...fieldViews(session, fields, langs), ...targets.map(targetView)];
}

/**
 * Of whom and of what an answer is: "A" of a candidate, "2" of a segment, "A.2" of what a candidate made of it.
 * @param {string} target
 * @param {Candidate[]} candidates
 * @param {{number: number}[]} segments
 */
function placeOf(target, candidates, segments) {
  const [first, second] = target.split('.');
  const one = candidates.find(({ letter }) => letter === first);
  const at = segments.findIndex(({ number }) => String(number) === (second ?? first));
  const words = at >= 0 ? t('rate.segment', { n: segments[at].number }) : '';
  const heading = one && candidates.length > 1 ? target.replace('.', ' · ') : words;
  return { one, at, heading };
}

/**
 * Fields as a task shows them.
 * @param {Session} session
 * @param {Fields} fields
 * @param {Record<string, string>} langs
 */
function fieldViews(session, fields, langs) {
  const specs = session.study?.protocol.fields ?? {};
  return Object.entries(fields).filter(([name]) => name in specs).flatMap(([name, value]) =>
    fieldView({ spec: specs[name], value, lang: langs[name] ?? specs[name].lang ?? null, hasLabel: true }) ?? []);
}

// Roles are said although the elements have them: on a narrow screen the style makes blocks of them, which takes them away.

/**
 * Question by question: what the rater said where they did, what the guideline says, whether that agrees, and why.
 * @param {{answer: Told, question: Question | undefined}[]} rows
 * @param {(field: string) => MarkedText} textIn
 */
function answerTable(rows, textIn) {
  const isRated = rows.some(({ answer }) => answer.verdict);
  const heads = [t('rate.welcome.question'), isRated && t('rate.welcome.you'), t('rate.welcome.guideline'), isRated && t('rate.welcome.verdict')];
  const head = el('tr', { role: 'row' }, ...heads.map((text) => text && el('th', { role: 'columnheader', scope: 'col', text })));
  return el('table', { class: 'answers', role: 'table' }, el('thead', { role: 'rowgroup' }, head),
    ...rows.map(({ answer, question }) => el('tbody', { role: 'rowgroup', class: answer.verdict }, answerRow(answer, question),
      ...[question?.labels && markedTexts(question, answer, textIn), answer.why && say('p', answer.why)]
        .map((more) => more && el('tr', { role: 'row' }, el('td', { role: 'cell', class: 'wide', colspan: heads.filter(Boolean).length }, more))))));
}

/**
 * @param {Told} answer
 * @param {Question | undefined} question
 */
function answerRow({ given, value, accept, verdict }, question) {
  const says = [...new Set([value, ...accept].map((one) => valueWords(question, one)))].join(` ${t('rate.panel.or')} `);
  const cell = (/** @type {string} */ name, /** @type {string} */ text) => el('td', { role: 'cell', 'data-name': name, text });
  const prompt = question ? say('th', question.prompt, { role: 'rowheader', scope: 'row' }) : el('th', { role: 'rowheader' });
  return el('tr', { role: 'row' }, prompt,
    verdict && cell(t('rate.welcome.you'), valueWords(question, given)), cell(t('rate.welcome.guideline'), says),
    verdict && el('td', { role: 'cell' }, verdictView(verdict)));
}

/** Where no candidate is the better one. @type {Record<string, string>} */
const NO_WINNER = { tie: 'rate.tie', neither: 'rate.both_bad' };

/**
 * An answer in words: the label of a level, an option or a tag; numbers as such; of marks how many.
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
  if (question?.labels) return t('rate.welcome.marks', { n: value.length });
  if (value.better) return t(NO_WINNER[value.better] ?? 'rate.better', { letter: value.better });
  if (Array.isArray(value[0])) return value.map((/** @type {string[]} */ group) => group.join(' = ')).join(' > ');
  const known = [...(question?.options ?? []), ...(question?.categories ?? []).flatMap(({ tags }) => tags)];
  const ids = value.map((/** @type {any} */ one) => one.id ?? one);
  return ids.map((/** @type {string} */ id) => wordsOf(known.find((one) => one.id === id)?.label ?? { en: id })).join(', ') || '–';
}
