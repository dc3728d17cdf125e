// Markdown inside a block: emphasis, code, links, as runs of the text. What only says how a text looks is in no run.

/** @typedef {{from: number, to: number, styles: string[], removed?: string}} Run a part of the text that is seen, in UTF-16 units; `removed` stood before it in what it is compared with */
/** @typedef {{at: number, text: string, isLazy?: boolean}} Line where it stands in the text, without what belongs to the blocks around it; a lazy one lacks that and goes on with a paragraph all the same */
/** @typedef {{sign: string, from: number, count: number, length: number, canOpen: boolean, canClose: boolean}} Delimiter */
/** @typedef {{at: number, text: number, isImage: boolean, isActive: boolean, delimiters: number}} Bracket */

const PUNCTUATION = /[!-/:-@[-`{-~]/;
const SPACE = /\s/;
const SIGN = /[\p{P}\p{S}]/u;
const ANGLED = /^<((?:[a-z][a-z0-9+.-]{1,31}:[^\s<>]*)|(?:[\w.+-]+@[\w.-]+))>/i;
const TARGET = /^\([ \t\n]*(?:<([^<>\n]*)>|((?:[^\s()<\\]|\\[^\n]|\((?:[^\s()\\]|\\[^\n])*\))*))(?:[ \t\n]+(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t\n]*\)/;
/** An address is looked for in so many characters, and pairs among so many signs: no text keeps a page busy. */
const LONGEST_TARGET = 2_000;
const MOST_SIGNS = 2_000;

/**
 * @param {Line[]} lines of one paragraph, heading or cell
 * @returns {Run[]}
 */
export function inlineRuns(lines) {
  return new Inline(lines).runs();
}

class Inline {
  /** @param {Line[]} lines */
  constructor(lines) {
    const kept = lines.map(({ at, text }, i) => trimmed(at, text, i === lines.length - 1));
    this.source = kept.map(({ text }) => text).join('\n');
    /** Where each character stands in the whole text. @type {number[]} */
    this.places = kept.flatMap(({ at, text }, i) => Array.from({ length: text.length + (i < kept.length - 1 ? 1 : 0) }, (_, n) => at + n));
    this.isShown = new Array(this.source.length).fill(true);
    /** @type {string[][]} */
    this.styles = Array.from(this.isShown, () => []);
    /** @type {Delimiter[]} */
    this.delimiters = [];
    /** @type {Bracket[]} */
    this.brackets = [];
    /** Where runs of backticks of one length stand. @type {Map<number, number[]>} */
    this.ticks = new Map();
    for (const { 0: run, index } of this.source.matchAll(/`+/g)) this.ticks.set(run.length, [...(this.ticks.get(run.length) ?? []), index]);
  }

  /** @returns {Run[]} */
  runs() {
    for (let at = 0; at < this.source.length;) at = this.#step(at);
    this.#pair(0);
    /** @type {Run[]} */
    const runs = [];
    this.places.forEach((place, i) => {
      const last = runs.at(-1);
      if (!this.isShown[i]) return;
      if (last && last.to === place && this.isShown[i - 1] && this.styles[i].join() === last.styles.join()) last.to = place + 1;
      else runs.push({ from: place, to: place + 1, styles: this.styles[i] });
    });
    return runs;
  }

  /** What stands at a place, and where it goes on behind it. @param {number} at @returns {number} */
  #step(at) {
    const { source } = this;
    const sign = source[at];
    if (sign === '\\') return this.#escaped(at);
    if (sign === '`') return this.#code(at);
    if (sign === '<') return this.#angled(at);
    if (sign === '[') return this.#opened(at, at + 1, false);
    if (sign === '!' && source[at + 1] === '[') return this.#opened(at, at + 2, true);
    if (sign === ']') return this.#closed(at);
    if (sign === '*' || sign === '_' || sign === '~') return this.#delimiter(at);
    if (sign === ' ') return this.#spaces(at);
    return at + 1;
  }

  /** @param {number} from @param {number} to */
  #hide(from, to) {
    this.isShown.fill(false, from, to);
  }

  /** @param {number} from @param {number} to @param {string} style */
  #style(from, to, style) {
    for (let i = from; i < to; i += 1) this.styles[i].push(style);
  }

  /** @param {number} at */
  #escaped(at) {
    const next = this.source[at + 1] ?? '';
    if (next === '\n') this.#style(at + 1, at + 2, 'break');
    if (next !== '\n' && !PUNCTUATION.test(next)) return at + 1;
    this.#hide(at, at + 1);
    return at + 2;
  }

  /** Two spaces and more at the end of a line end it. @param {number} at */
  #spaces(at) {
    const [run] = /** @type {RegExpExecArray} */ (/^ +/.exec(this.source.slice(at)));
    if (run.length > 1 && this.source[at + run.length] === '\n') {
      this.#hide(at, at + run.length);
      this.#style(at + run.length, at + run.length + 1, 'break');
    }
    return at + run.length;
  }

  /** @param {number} at */
  #code(at) {
    const [run] = /** @type {RegExpExecArray} */ (/^`+/.exec(this.source.slice(at)));
    const from = at + run.length;
    const end = this.ticks.get(run.length)?.find((place) => place >= from);
    if (end === undefined) return from;
    const inner = this.source.slice(from, end);
    const isPadded = /^[ \n].*[ \n]$/s.test(inner) && inner.trim() !== '';
    this.#hide(at, from + (isPadded ? 1 : 0));
    this.#hide(end - (isPadded ? 1 : 0), end + run.length);
    this.#style(from, end, 'code');
    return end + run.length;
  }

  /** An address in angle brackets. @param {number} at */
  #angled(at) {
    const found = ANGLED.exec(this.source.slice(at, at + LONGEST_TARGET));
    if (!found) return at + 1;
    this.#hide(at, at + 1);
    this.#style(at + 1, at + 1 + found[1].length, 'link');
    this.#hide(at + found[0].length - 1, at + found[0].length);
    return at + found[0].length;
  }

  /** @param {number} at @param {number} text where what it holds begins @param {boolean} isImage */
  #opened(at, text, isImage) {
    this.brackets.push({ at, text, isImage, isActive: true, delimiters: this.delimiters.length });
    return text;
  }

  /** A link or a picture, if an address follows. Both are shown as words with their address: nothing is fetched. @param {number} at */
  #closed(at) {
    const bracket = this.brackets.pop();
    const found = bracket?.isActive ? TARGET.exec(this.source.slice(at + 1, at + 1 + LONGEST_TARGET)) : null;
    if (!bracket || !found) return at + 1;
    const address = found[1] ?? found[2] ?? '';
    const from = at + 1 + found[0].indexOf(address, 1);
    const end = at + 1 + found[0].length;
    const isSame = this.source.slice(bracket.text, at) === address;
    this.#pair(bracket.delimiters);
    this.#hide(bracket.at, bracket.text);
    this.#hide(at, isSame ? end : from);
    this.#hide(from + address.length, end);
    this.#style(bracket.text, at, bracket.isImage ? 'image' : 'link');
    if (!isSame) this.#style(from, from + address.length, 'address');
    if (!bracket.isImage) for (const outer of this.brackets) outer.isActive = outer.isImage && outer.isActive;
    return end;
  }

  /** @param {number} at */
  #delimiter(at) {
    const { source } = this;
    const sign = source[at];
    let end = at;
    while (source[end] === sign) end += 1;
    const [before, after] = [source[at - 1] ?? ' ', source[end] ?? ' '].map((each, i) => (i === 0 ? characterBefore(source, at, each) : String.fromCodePoint(source.codePointAt(end) ?? 32)));
    const isLeft = !SPACE.test(after) && (!SIGN.test(after) || SPACE.test(before) || SIGN.test(before));
    const isRight = !SPACE.test(before) && (!SIGN.test(before) || SPACE.test(after) || SIGN.test(after));
    const isWordy = sign !== '_';
    const length = end - at;
    if (sign !== '~' || length === 2) {
      this.delimiters.push({
        sign, from: at, count: length, length,
        canOpen: isLeft && (isWordy || !isRight || SIGN.test(before)),
        canClose: isRight && (isWordy || !isLeft || SIGN.test(after)),
      });
    }
    return end;
  }

  /** Emphasis among the delimiters from one on, by the rules of CommonMark. @param {number} first */
  #pair(first) {
    const { delimiters } = this;
    for (let c = first; c < Math.min(delimiters.length, first + MOST_SIGNS); c += 1) {
      while (delimiters[c].canClose && delimiters[c].count > 0 && this.#close(first, c));
    }
    delimiters.length = first;
  }

  /** @param {number} first @param {number} c the one that closes @returns {boolean} whether it closed something */
  #close(first, c) {
    const { delimiters } = this;
    const closer = delimiters[c];
    let o = c - 1;
    while (o >= first && !isPair(delimiters[o], closer)) o -= 1;
    if (o < first) return false;
    const opener = delimiters[o];
    const used = opener.count > 1 && closer.count > 1 ? 2 : 1;
    const from = opener.from + opener.count;
    this.#style(from, closer.from, closer.sign === '~' ? 's' : used === 2 ? 'strong' : 'em');
    this.#hide(from - used, from);
    this.#hide(closer.from, closer.from + used);
    opener.count -= used;
    closer.count -= used;
    closer.from += used;
    for (const between of delimiters.slice(o + 1, c)) between.count = 0;
    return true;
  }
}

/** @param {Delimiter} opener @param {Delimiter} closer */
function isPair(opener, closer) {
  if (opener.sign !== closer.sign || !opener.canOpen || opener.count === 0) return false;
  if (!opener.canClose && !closer.canOpen) return true;
  return (opener.length + closer.length) % 3 !== 0 || (opener.length % 3 === 0 && closer.length % 3 === 0);
}

/** The whole character before a place. @param {string} source @param {number} at @param {string} unit */
function characterBefore(source, at, unit) {
  return /[\udc00-\udfff]/.test(unit) ? source.slice(at - 2, at) : unit;
}

/** A line without the spaces around it; of the last one also those behind it. @param {number} at @param {string} text @param {boolean} isLast */
function trimmed(at, text, isLast) {
  const start = text.length - text.trimStart().length;
  return { at: at + start, text: isLast ? text.trim() : text.slice(start) };
}
