// The stage in hand: what was shown, what is answered so far, and the judgement that becomes of it. Knows no DOM.

/** @import {About, Answers, Candidate, Judgement, Mark, Packet, Question} from './wire.js' */
/** @import {RuleMade, Segment, Stage, Target, Value} from './wire.js' */
/** @import {Stopwatch} from './stopwatch.js' */
/** @import {Gap} from './gaps.js' */

import { gapOf, reasonGaps } from './gaps.js';
import { typeOf } from './question_types.js';
import { uuid } from './uuid.js';

/** Entered by conditions.js, suggestions.js, same_as.js and difference.js, where a stage has any. */
export const HOOKS = {
  /** @type {(inHand: StageInHand, question: Question, target: Target) => boolean} */
  isAsked: () => true,
  /** @type {(inHand: StageInHand, question: Question, target: Target) => string | null} */
  gap: () => null,
  /** @type {(value: Value | null, inHand: StageInHand, question: Question, target: Target) => Value | null} */
  sent: (value) => value,
  /** @type {(cell: any, inHand: StageInHand, question: string, target: Target) => any} */
  restored: (cell) => cell,
  /** @type {(task: any) => void} */
  follow: () => {},
  /** @type {(card: any, questions: Question[]) => Node | null} */
  sameAs: () => null,
  /** @type {((before: string, after: string) => any[]) | null} the runs of the second */
  difference: null,
};

export class StageInHand {
  /** @type {Answers} */
  #answers = {};
  /** Reasons why a target cannot be judged, by target; `unit` stands for everything.
   * @type {Record<Target, string>} */
  #cannot = {};
  comment = '';

  /**
   * @param {Packet} packet
   * @param {Stage} stage
   * @param {Stopwatch} stopwatch
   */
  constructor(packet, stage, stopwatch) {
    this.packet = packet;
    this.stage = stage;
    this.stopwatch = stopwatch;
    const said = packet.draft ?? packet; // a correction that was begun goes on
    this.#restore(said.answers ?? {});
    this.comment = said.comment ?? '';
    if (said.cannot) this.#cannot.unit = said.cannot;
  }

  /** @returns {Candidate[]} */
  get candidates() {
    return this.packet.candidates;
  }

  /** @returns {Segment[]} */
  get segments() {
    return this.packet.segments ?? [];
  }

  /** The segments that are rated; the others stand around them to be read. */
  get rated() {
    const { first = 1, last = Infinity } = this.packet.window ?? {};
    return this.segments.filter(({ number }) => number >= first && number <= last);
  }

  /**
   * @param {About} about
   * @returns {Target[]}
   */
  targets(about) {
    if (about === 'unit') return ['unit'];
    const letters = this.candidates.map(({ letter }) => letter);
    if (about === 'candidate') return letters;
    return this.rated.flatMap(({ number }) => (about === 'segment' ? [String(number)] : letters.map((letter) => `${letter}.${number}`)));
  }

  /** @param {About} about */
  questions(about) {
    return this.stage.ask.filter((question) => question.about === about);
  }

  /**
   * @param {string} question
   * @param {Target} target
   * @returns {RuleMade | null}
   */
  rule(question, target) {
    return this.packet.rules?.find((rule) => rule.question === question && rule.target === target) ?? null;
  }

  /**
   * @param {string} question
   * @param {Target} target
   * @returns {Value | null}
   */
  answer(question, target) {
    return this.rule(question, target)?.value ?? this.#answers[question]?.[target] ?? null;
  }

  /**
   * @param {string} question
   * @param {Target} target
   * @param {Value | null} value
   */
  setAnswer(question, target, value) {
    const cells = (this.#answers[question] ??= {});
    if (value === null) delete cells[target];
    else cells[target] = value;
  }

  /** @param {Target} target */
  cannot(target) {
    return this.#cannot[target] ?? null;
  }

  /**
   * @param {Target} target
   * @param {string | null} reason
   */
  setCannot(target, reason) {
    if (reason === null) delete this.#cannot[target];
    else this.#cannot[target] = reason;
  }

  /**
   * What the marks of a target add up to for this stepper; null when there are none.
   * @param {Question} stepper
   * @param {Target} target
   */
  sum(stepper, target) {
    const source = this.stage.ask.find((question) => question.id === stepper.from_marks?.question);
    /** @type {Mark[] | null} */
    const marks = source ? this.answer(source.id, target) : null;
    if (!source || !marks || marks.length === 0) return null;
    return marks.filter((mark) => mark.label === stepper.from_marks?.label).reduce((sum, mark) => sum + worth(source, mark), 0);
  }

  /**
   * Bring the steppers that add up from this question to its sums. Overwritten ones stay as the rater wrote them.
   * @param {string} marks
   * @param {Target} target
   * @returns {Question[]} the steppers it concerns
   */
  recount(marks, target) {
    const steppers = this.stage.ask.filter((question) => question.from_marks?.question === marks);
    for (const stepper of steppers) {
      const isOverride = this.answer(stepper.id, target)?.by === 'override';
      if (!isOverride) this.setAnswer(stepper.id, target, this.sum(stepper, target));
    }
    return steppers;
  }

  /**
   * @param {Question} question
   * @param {Target} target
   */
  isAsked(question, target) {
    return HOOKS.isAsked(this, question, target);
  }

  /** Everything that still keeps the judgement from being sent. @returns {Gap[]} */
  gaps() {
    if (this.#cannot.unit !== undefined) return reasonGaps({ unit: this.#cannot.unit });
    return [...reasonGaps(this.#cannot), ...this.stage.ask.flatMap((question) => this.#questionGaps(question))];
  }

  /** How many answers are asked for, and how many of them are there. */
  answered() {
    const asked = this.stage.ask.filter(({ required }) => required).flatMap((question) => this.targets(question.about)
      .filter((target) => !this.rule(question.id, target) && this.isAsked(question, target)).map((target) => `${question.id} ${target}`));
    const gaps = new Set(this.gaps().map(({ question, target }) => `${question} ${target}`));
    return { done: asked.filter((cell) => !gaps.has(cell)).length, of: asked.length };
  }

  /** @param {Question} question */
  #questionGaps(question) {
    return this.targets(question.about).flatMap((target) => {
      if (this.#cannot[target] !== undefined || this.rule(question.id, target) || !this.isAsked(question, target)) return [];
      const code = HOOKS.gap(this, question, target) ?? gapOf(question, this.answer(question.id, target) ?? typeOf(question).nothing(question));
      return code ? [{ code, question: question.id, target }] : [];
    });
  }

  /** The answers as they are sent. With `isDraft` what was not touched stays away. @param {boolean} isDraft */
  wireAnswers(isDraft = false) {
    /** @type {Answers} */
    const wire = {};
    for (const question of this.stage.ask) {
      for (const target of this.targets(question.about)) {
        const value = this.#wireValue(question, target, isDraft);
        if (value !== null) (wire[question.id] ??= {})[target] = value;
      }
    }
    return wire;
  }

  /**
   * @param {Question} question
   * @param {Target} target
   * @param {boolean} isDraft
   */
  #wireValue(question, target, isDraft) {
    if (this.rule(question.id, target) || !(isDraft || this.isAsked(question, target))) return null;
    const reason = this.#cannot[target];
    if (reason !== undefined) return reason.trim() ? { cannot: reason.trim() } : null;
    const said = this.answer(question.id, target);
    const value = said === null ? isDraft ? null : typeOf(question).nothing(question) : typeOf(question).isBlank(said) ? null : said;
    return HOOKS.sent(value, this, question, target);
  }

  /** What is not submitted yet, for the server to keep. */
  draft() {
    const cannot = this.#cannot.unit?.trim() || null;
    return { answers: this.wireAnswers(true), comment: this.comment.trim() || null, cannot };
  }

  /**
   * @param {string} lang the language in which everything was shown
   * @returns {Judgement}
   */
  judgement(lang) {
    const cannot = this.#cannot.unit?.trim() || null;
    return {
      format: 1,
      id: uuid(),
      assignment: this.packet.assignment,
      stage: this.packet.stage,
      answers: cannot ? {} : this.wireAnswers(),
      cannot,
      comment: this.comment.trim() || null,
      answered_at: new Date().toISOString(),
      elapsed_ms: Math.round(this.stopwatch.elapsed()),
      lang,
      first: !isAnswered(this.packet),
    };
  }

  /** @param {Answers} answers */
  #restore(answers) {
    for (const [question, cells] of Object.entries(answers)) {
      for (const [target, cell] of Object.entries(cells)) {
        if (cell !== null && typeof cell === 'object' && 'cannot' in cell) this.#cannot[target] = cell.cannot;
        else this.setAnswer(question, target, unwrapped(HOOKS.restored(cell, this, question, target)));
      }
    }
  }
}

/** Whether a stage was submitted before, so that submitting it again corrects it. @param {Packet} packet */
export const isAnswered = (packet) => packet.answers !== null || packet.cannot !== null;

/** A stored cell {value, by} as the value that is sent; an overwriting stays what it is. @param {any} cell */
const unwrapped = (cell) => (isCell(cell) && cell.by !== 'override' ? cell.value : cell);

/** @param {any} cell */
export const isCell = (cell) => cell !== null && typeof cell === 'object' && 'value' in cell && 'by' in cell;

/**
 * What a mark adds: its weight times its count.
 * @param {Question} question
 * @param {Mark} mark
 */
export function worth(question, mark) {
  return (question.weights?.find((weight) => weight.id === mark.weight)?.value ?? 1) * (mark.count ?? 1);
}
