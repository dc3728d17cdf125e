// The stage in hand: answers, what is missing, and the judgement that becomes of it.

import '../browser.js';
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { copyScores } from '../../../src/jurybox/web/rater/static/models/same_as.js';
import { StageInHand, worth } from '../../../src/jurybox/web/rater/static/models/stage.js';
import { Stopwatch } from '../../../src/jurybox/web/rater/static/models/stopwatch.js';
import { uuid } from '../../../src/jurybox/web/rater/static/models/uuid.js';
import { packet, scale, stage } from '../studies.js';

const stopwatch = { elapsed: () => 1234.4 };
const inHand = (ask, of = {}) => new StageInHand(packet('a', of), stage(ask), stopwatch);
const comment = (of = {}) => ({ type: 'comment', id: 'why', prompt: { en: 'Why?' }, about: 'unit', required: false, ...of });
const segments = [{ number: 1, start: 0, end: 1, fields: {} }, { number: 2, start: 1, end: 2, fields: {} }];
const gaps = (held) => held.gaps().map(({ code, question, target }) => [code.replace('answer.', ''), question, target]);

// --- answers

test('nothing is answered at first', () => {
  const held = inHand([scale('q')]);
  assert.equal(held.answer('q', 'A'), null);
  assert.deepEqual(held.wireAnswers(), {});
});

test('each candidate and each question has its own answer', () => {
  const held = inHand([scale('q'), scale('r')]);
  held.setAnswer('q', 'A', 1);
  held.setAnswer('q', 'B', 2);
  held.setAnswer('r', 'A', 3);
  assert.deepEqual(held.wireAnswers(), { q: { A: 1, B: 2 }, r: { A: 3 } });
});

test('an answer can be changed and taken back', () => {
  const held = inHand([scale('q')]);
  held.setAnswer('q', 'A', 1);
  held.setAnswer('q', 'A', 5);
  assert.equal(held.answer('q', 'A'), 5);
  held.setAnswer('q', 'A', null);
  assert.deepEqual([held.answer('q', 'A'), held.wireAnswers()], [null, {}]);
});

test('0 is an answer', () => {
  const held = inHand([scale('q', { about: 'unit' })]);
  held.setAnswer('q', 'unit', 0);
  assert.deepEqual([held.wireAnswers(), gaps(held)], [{ q: { unit: 0 } }, []]);
});

test('questions are about the unit, its segments or its candidates', () => {
  const held = inHand([scale('q'), scale('s', { about: 'segment' }), comment()], { segments });
  assert.deepEqual(['unit', 'segment', 'candidate'].map((about) => held.targets(about)), [['unit'], ['1', '2'], ['A', 'B']]);
  assert.deepEqual(held.questions('segment').map(({ id }) => id), ['s']);
});

test('an output is what a candidate made of a segment; segments around a window are not asked about', () => {
  const around = [...segments, { number: 3, start: null, end: null, fields: {} }];
  const held = inHand([scale('o', { about: 'output' })], { segments: around, window: { first: 2, last: 2, of: 3 } });
  assert.deepEqual([held.targets('output'), held.targets('segment')], [['A.2', 'B.2'], ['2']]);
});

// --- what is missing

test('every target of a required question is asked for', () => {
  const held = inHand([scale('q'), scale('s', { about: 'segment' })], { segments });
  held.setAnswer('q', 'B', 2);
  assert.deepEqual(gaps(held), [['missing', 'q', 'A'], ['missing', 's', '1'], ['missing', 's', '2']]);
});

test('what need not be answered is never missing', () => assert.deepEqual(gaps(inHand([scale('q', { required: false }), comment()])), []));

test('a required comment of spaces is missing, and spaces are never sent', () => {
  const held = inHand([comment({ required: true })]);
  held.setAnswer('why', 'unit', ' \n ');
  assert.deepEqual([gaps(held), held.wireAnswers()], [[['missing', 'why', 'unit']], {}]);
});

test('no tag at all is an answer, in a judgement and not in a draft', () => {
  const held = inHand([{ ...scale('t'), type: 'tags' }]);
  assert.deepEqual([gaps(held), held.wireAnswers(), held.draft().answers], [[], { t: { A: [], B: [] } }, {}]);
});

// --- "cannot judge"

test('a candidate that cannot be judged needs a reason and no answers', () => {
  const held = inHand([scale('q')]);
  held.setAnswer('q', 'B', 2);
  held.setCannot('A', ' ');
  assert.deepEqual(gaps(held), [['cannot_without_reason', '', 'A']]);
  held.setCannot('A', ' unreadable ');
  assert.deepEqual([gaps(held), held.wireAnswers()], [[], { q: { A: { cannot: 'unreadable' }, B: 2 } }]);
});

test('a unit that cannot be judged asks only for the reason, and sends no answers', () => {
  const held = inHand([scale('q')]);
  held.setAnswer('q', 'A', 2);
  held.setCannot('unit', '');
  assert.deepEqual(gaps(held), [['cannot_without_reason', '', 'unit']]);
  held.setCannot('unit', 'broken');
  const { answers, cannot } = held.judgement('en');
  assert.deepEqual([gaps(held), answers, cannot], [[], {}, 'broken']);
});

test('who can judge after all finds the answers as they were', () => {
  const held = inHand([scale('q', { about: 'unit' })]);
  held.setAnswer('q', 'unit', 2);
  held.setCannot('unit', 'broken');
  held.setCannot('unit', null);
  assert.deepEqual([held.cannot('unit'), held.judgement('en').answers], [null, { q: { unit: 2 } }]);
});

// --- rules

const rules = [{ question: 'q', target: 'A', value: 1, because: { en: 'It repeats the source.' } }];

test('what a rule answers is shown, not asked for and not sent', () => {
  const held = inHand([scale('q')], { rules });
  held.setAnswer('q', 'B', 3);
  assert.deepEqual([held.answer('q', 'A'), gaps(held), held.wireAnswers()], [1, [], { q: { B: 3 } }]);
});

test('a rule wins over what was answered', () => {
  const held = inHand([scale('q')], { rules });
  held.setAnswer('q', 'A', 5);
  assert.equal(held.answer('q', 'A'), 1);
});

// --- marks and the steppers that add up from them

const marks = { ...scale('m', { required: false }), type: 'marks', weights: [{ id: 'minor', value: 1 }, { id: 'major', value: 5 }] };
const errors = { ...scale('n'), type: 'stepper', from_marks: { question: 'm', label: 'error' } };
const mark = (of = {}) => ({ start: 0, end: 1, label: 'error', ...of });

test('a mark is worth its weight times its count', () => {
  assert.deepEqual([mark(), mark({ weight: 'major' }), mark({ weight: 'major', count: 3 })].map((one) => worth(marks, one)), [1, 5, 15]);
});

test('a stepper adds up the marks of its label, candidate by candidate', () => {
  const held = inHand([marks, errors]);
  held.setAnswer('m', 'A', [mark({ weight: 'major' }), mark(), mark({ label: 'praise', weight: 'major' })]);
  assert.deepEqual(held.recount('m', 'A').map(({ id }) => id), ['n']);
  assert.deepEqual([held.answer('n', 'A'), held.answer('n', 'B')], [6, null]);
});

test('without marks there is no sum, and marks of other labels sum to 0', () => {
  const held = inHand([marks, errors]);
  assert.equal(held.sum(errors, 'A'), null);
  held.setAnswer('m', 'A', [mark({ label: 'praise' })]);
  assert.equal(held.sum(errors, 'A'), 0);
});

test('what a rater wrote over the sum stays when the marks change, and needs a reason', () => {
  const held = inHand([marks, errors]);
  held.setAnswer('m', 'A', [mark({ weight: 'minor' })]);
  held.setAnswer('n', 'A', { value: 3, by: 'override', reason: ' ' });
  held.recount('m', 'A');
  assert.equal(held.answer('n', 'A').value, 3);
  assert.deepEqual(gaps(held).filter(([, , target]) => target === 'A'), [['override_without_reason', 'n', 'A']]);
});

test('the scores of another candidate can be taken over, but not its marks', () => {
  const held = inHand([marks, errors, scale('q')]);
  held.setAnswer('m', 'A', [mark()]);
  held.setAnswer('n', 'A', 1);
  held.setAnswer('q', 'A', 4);
  copyScores(held, 'A', 'B', 'same as A');
  assert.deepEqual([held.answer('m', 'B'), held.answer('n', 'B'), held.answer('q', 'B')], [null, 1, 4]);
});

test('a score taken over against the own marks is an overwriting with its reason', () => {
  const held = inHand([marks, errors]);
  held.setAnswer('n', 'A', 7);
  held.setAnswer('m', 'B', [mark()]);
  copyScores(held, 'A', 'B', 'same as A');
  assert.deepEqual(held.answer('n', 'B'), { value: 7, by: 'override', reason: 'same as A' });
});

test('neither a rule nor what is unanswered is written over by a copy', () => {
  const held = inHand([scale('q'), scale('r')], { rules });
  held.setAnswer('q', 'B', 5);
  held.setAnswer('r', 'A', 2);
  copyScores(held, 'B', 'A', '');
  assert.deepEqual([held.answer('q', 'A'), held.answer('r', 'A')], [1, 2]);
});

// --- drafts and corrections

test('a draft is taken up where it was left', () => {
  const before = inHand([scale('q'), comment()]);
  before.setAnswer('q', 'A', 3);
  before.setCannot('B', 'cut off');
  before.comment = ' odd ';
  const again = inHand([scale('q'), comment()], { draft: before.draft() });
  assert.deepEqual([again.answer('q', 'A'), again.cannot('B'), again.comment], [3, 'cut off', 'odd']);
});

test('a draft keeps that the unit cannot be judged', () => {
  const before = inHand([scale('q')]);
  before.setCannot('unit', 'broken');
  assert.equal(inHand([scale('q')], { draft: before.draft() }).cannot('unit'), 'broken');
});

test('a correction begins with what was sent, as the server keeps it', () => {
  const answers = { q: { A: { value: 2, by: 'rater' }, B: { cannot: 'cut off' } }, n: { A: { value: 3, by: 'override', reason: 'r' } } };
  const held = inHand([scale('q'), errors], { answers, comment: 'so' });
  assert.deepEqual([held.answer('q', 'A'), held.cannot('B'), held.answer('n', 'A'), held.comment],
    [2, 'cut off', { value: 3, by: 'override', reason: 'r' }, 'so']);
});

test('a correction that was begun goes on with its draft', () => {
  const held = inHand([scale('q')], { answers: { q: { A: 1, B: 2 } }, comment: 'old', draft: { answers: { q: { A: 5 } }, comment: null } });
  assert.deepEqual([held.answer('q', 'A'), held.answer('q', 'B'), held.comment], [5, null, '']);
});

test('what is asked for and what is answered is counted', () => {
  const rules = [{ question: 'ruled', target: 'A', value: 1, because: { en: 'why' } }, { question: 'ruled', target: 'B', value: 1, because: { en: 'why' } }];
  const held = inHand([scale('q'), scale('ruled'), scale('free', { required: false }), comment({ required: true })], { rules });
  assert.deepEqual(held.answered(), { done: 0, of: 3 });
  held.setAnswer('q', 'A', 1);
  held.setAnswer('free', 'A', 1);
  assert.deepEqual(held.answered(), { done: 1, of: 3 });
  held.setCannot('B', 'empty');
  held.setAnswer('why', 'unit', 'so');
  assert.deepEqual(held.answered(), { done: 3, of: 3 });
});

// --- the judgement

test('a judgement names what it is about, when, how long and in which language', () => {
  const held = inHand([scale('q', { about: 'unit' })]);
  held.setAnswer('q', 'unit', 2);
  held.comment = '  ';
  const { id, answered_at: at, ...made } = held.judgement('es');
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.ok(Math.abs(new Date(at).getTime() - Date.now()) < 5_000);
  assert.deepEqual(made, {
    format: 1, assignment: 'a', stage: 'first', answers: { q: { unit: 2 } }, cannot: null, comment: null, elapsed_ms: 1234, lang: 'es', first: true,
  });
});

test('a correction is not sent as the first', () => {
  assert.equal(inHand([scale('q')], { answers: {} }).judgement('en').first, false);
  assert.equal(inHand([scale('q')], { answers: {}, cannot: 'why' }).judgement('en').first, false);
});

test('no two judgements have the same id', () => assert.equal(new Set(Array.from({ length: 500 }, uuid)).size, 500));

test('the stopwatch counts only while the page can be seen', () => {
  let now = 0;
  const clock = mock.method(performance, 'now', () => now);
  const hide = (hidden) => (Object.assign(document, { hidden }), document.dispatchEvent(new Event('visibilitychange')));
  const watch = new Stopwatch();
  now = 1_000;
  hide(true);
  now = 60_000;
  assert.equal(watch.elapsed(), 1_000);
  hide(false);
  now = 60_500;
  assert.equal(watch.elapsed(), 1_500);
  watch.restart();
  assert.equal(watch.elapsed(), 0);
  clock.mock.restore();
});

// --- nothing to mark is said

const errorMarks = { ...scale('m'), type: 'marks', labels: [{ id: 'error' }], weights: [{ id: 'minor', value: 1 }] };

test('marks that are asked for are unanswered until a mark is made or none is said', () => {
  const held = inHand([errorMarks]);
  const [target] = held.targets('candidate');
  assert.equal(held.gaps()[0].code, 'answer.missing');
  assert.equal(held.wireAnswers().m, undefined);
  held.setAnswer('m', target, []);
  assert.deepEqual(held.wireAnswers().m[target], []);
});

test('marks that may be left out are sent as none, unless the protocol has a word for it', () => {
  const [optional, said] = [inHand([{ ...errorMarks, required: false }]), inHand([{ ...errorMarks, required: false, none: { en: 'No errors' } }])];
  assert.ok(Object.values(optional.wireAnswers().m).every((marks) => marks.length === 0));
  assert.deepEqual([said.gaps(), said.wireAnswers()], [[], {}]);
});

test('a mark without a weight, a label or the reason that is asked for keeps the judgement back', () => {
  const code = (question, mark) => {
    const held = inHand([question]);
    for (const target of held.targets('candidate')) held.setAnswer('m', target, [{ start: 0, end: 1, label: 'error', weight: 'minor', ...mark }]);
    return held.gaps()[0]?.code;
  };
  assert.equal(code(errorMarks, {}), undefined);
  assert.equal(code(errorMarks, { weight: undefined }), 'answer.mark_without_weight');
  assert.equal(code(errorMarks, { label: '' }), 'answer.mark_without_weight');
  assert.equal(code({ ...errorMarks, reasons: 'required' }, { reason: ' ' }), 'answer.mark_without_reason');
  assert.equal(code({ ...errorMarks, reasons: 'required' }, { reason: 'odd' }), undefined);
});
