// Words and spans of texts, counted in code points.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lengthOf, piecesOf, selectedSpan, wordsIn } from '../../../src/jurybox/web/rater/static/helpers/spans.js';
import { speak } from '../../../src/jurybox/web/static/helpers/page.js';
import { without } from '../browser.js';

speak('en', { 'language.quoting': 'de en fr' });

const words = (text, lang = 'en') => wordsIn(text, lang).filter(({ isWord }) => isWord).map((word) => word.text);
/** Whatever the words are: they are the text, without a gap, in code points. */
function isWhole(text, found, first = 0) {
  assert.equal(found.map((word) => word.text).join(''), text);
  found.reduce((end, word) => (assert.equal(word.start, end), word.end), first);
  assert.equal(found.at(-1)?.end ?? first, first + Array.from(text).length);
}

test('a text is its words and what stands between them', () => {
  const found = wordsIn('Well, yes.', 'en');
  isWhole('Well, yes.', found);
  assert.deepEqual(found.map(({ text, isWord }) => [text, isWord]), [['Well', true], [',', true], [' ', false], ['yes', true], ['.', true]]);
});

test('an emoji of several code points is one word and counts as many', () => {
  const family = '👩‍👩‍👧';
  const found = wordsIn(`a ${family} b`, 'en');
  isWhole(`a ${family} b`, found);
  assert.deepEqual(found.find(({ text }) => text === family), { start: 2, end: 7, text: family, isWord: true });
});

test('a letter with its accents stays one word', () => {
  const text = 'cafe\u0301 na\u0308ive';
  assert.deepEqual(words(text), ['cafe\u0301', 'na\u0308ive']);
  assert.equal(wordsIn(text, 'fr')[0].end, 5);
});

test('right-to-left text is counted as it is written', () => {
  const found = wordsIn('שלום עולם', 'he');
  isWhole('שלום עולם', found);
  assert.deepEqual(found.filter(({ isWord }) => isWord).map(({ start, end }) => [start, end]), [[0, 4], [5, 9]]);
});

test('Chinese is cut into words though it has no spaces', () => {
  const found = wordsIn('我喜欢猫。', 'zh');
  isWhole('我喜欢猫。', found);
  assert.ok(found.length > 2);
});

test('characters beyond the first plane count once', () => {
  assert.deepEqual([lengthOf('𠮷野家'), '𠮷野家'.length], [3, 4]);
  assert.equal(wordsIn('𠮷 a', 'ja').at(-1)?.start, 2);
});

test('half a character counts as one', () => assert.equal(lengthOf('a\ud83d'), 2));

test('a part of a text begins where it is said to begin', () => {
  const found = wordsIn('two three', 'en', 100);
  isWhole('two three', found, 100);
  assert.equal(found[0].start, 100);
});

test('an empty text has no words', () => assert.deepEqual(wordsIn('', 'en'), []));

test('a glottal stop belongs to its word where the language has them', () => {
  assert.deepEqual(words("le ch'íich'o' ku", 'yua'), ['le', "ch'íich'o'", 'ku']);
  assert.deepEqual(words("'a'e au", 'haw'), ["'a'e", 'au']);
});

test('quotation marks stay outside where apostrophes quote', () => {
  assert.deepEqual(words("so 'good' it is", 'en'), ['so', "'", 'good', "'", 'it', 'is']);
});

test('an apostrophe inside a word never cuts it', () => {
  assert.deepEqual(words("don't", 'en'), ["don't"]);
  assert.deepEqual(words("don't", null), ["don't"]);
});

test('a language that the browser does not know is cut by the common rules', () => {
  assert.deepEqual(words('one two', 'not a tag'), ['one', 'two']);
});

test('a browser without a segmenter cuts the same plain text alike', () => {
  const text = "I don't know 1.5 cafe\u0301s, 👩‍👩‍👧 你好 😀";
  const back = without('Intl', {});
  const found = wordsIn(text, 'en');
  back();
  isWhole(text, found);
  assert.deepEqual(found.filter(({ isWord }) => isWord).map((word) => word.text),
    ['I', "don't", 'know', '1.5', 'cafe\u0301s', ',', '👩‍👩‍👧', '你', '好', '😀']);
});

const word = { start: 10, end: 16, text: 'a😀bcde', isWord: true };
const mark = (start, end, label = 'x') => ({ start, end, label });

test('a word without marks is one piece', () => {
  assert.deepEqual(piecesOf(word, [], null), [{ start: 10, end: 16, text: 'a😀bcde', marks: [], isChosen: false }]);
});

test('a word is cut where marks begin and end, in code points', () => {
  const [first, second] = [mark(0, 12), mark(11, 14, 'y')];
  assert.deepEqual(piecesOf(word, [first, second], null).map(({ text, marks }) => [text, marks]),
    [['a', [first]], ['😀', [first, second]], ['bc', [second]], ['de', []]]);
});

test('the chosen span cuts too, and says what is chosen', () => {
  assert.deepEqual(piecesOf(word, [], { start: 12, end: 30 }).map(({ text, isChosen }) => [text, isChosen]), [['a😀', false], ['bcde', true]]);
});

test('a mark of what is missing touches no word', () => {
  assert.deepEqual(piecesOf(word, [mark(null, null)], null).map(({ marks }) => marks), [[]]);
});

test('marks outside of a word leave it whole', () => {
  assert.equal(piecesOf(word, [mark(0, 10), mark(16, 20)], { start: 2, end: 3 }).length, 1);
});

// --- the browser's selection; a container whose text is one node

/** A document in which UTF-16 units from..to of the container's text are selected. */
function selecting(text, from, to, of = {}) {
  const [node, container] = [{}, { contains: (other) => other === node }];
  const range = { startContainer: node, startOffset: from, endContainer: node, endOffset: to, intersectsNode: () => true, ...of };
  globalThis.getSelection = () => ({ rangeCount: 1, isCollapsed: from === to, getRangeAt: () => range });
  globalThis.document.createRange = () => ({ setStart() {}, setEnd(_, offset) { this.end = offset; }, toString() { return text.slice(0, this.end); } });
  return selectedSpan(container, text);
}

test('what is selected is a span in code points', () => assert.deepEqual(selecting('😀😀 good 😀', 5, 9), { start: 3, end: 7 }));
test('white space at the ends of a selection is not chosen', () => assert.deepEqual(selecting('ab  cd  ef', 2, 8), { start: 4, end: 6 }));
test('a selection of white space is none', () => assert.equal(selecting('ab  cd', 2, 4), null));
test('a tap selects nothing', () => assert.equal(selecting('ab', 1, 1), null));
test('a selection elsewhere is none', () => assert.equal(selecting('ab cd', 0, 2, { intersectsNode: () => false }), null));
test('what is selected beyond the text ends with it', () => {
  assert.deepEqual(selecting('😀 cd', 3, 0, { endContainer: {} }), { start: 2, end: 4 });
  assert.deepEqual(selecting('😀 cd', 99, 2, { startContainer: {} }), { start: 0, end: 1 });
});
