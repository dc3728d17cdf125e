// The stage in hand: what was shown, what is answered so far, and the judgement that becomes of it. Knows no DOM.

/** @import {About, Answers, Candidate, Judgement, Mark, Packet, Question} from './wire.js' */
/** @import {RuleMade, Segment, Stage, Target, Value} from './wire.js' */
/** @import {Stopwatch} from './stopwatch.js' */

import { isScore, typeOf } from './question_types.js';

/** @typedef {{code: string, question: string, target: Target}} Gap something that must be answered before submitting */

/** Entered by conditions.js, where a stage has any. */
export const CONDITIONS = {
  /** @type {(inHand: StageInHand, question: Question, target: Target) => boolean} */
  isAsked: () => true,
  /** @type {(task: any) => void} */
  follow: () => {},
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

  /**
   * @param {About} about
   * @returns {Target[]}
   */
  targets(about) {
    if (about === 'unit') return ['unit'];
    return about === 'segment' ? this.segments.map((s) => String(s.number)) : this.candidates.map((c) => c.letter);
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
   * Take over the scores of another candidate. Where this one has marks that add up to something else, the copy is an
   * overwriting, for which `reason` stands.
   * @param {Target} from
   * @param {Target} to
   * @param {string} reason
   */
  copyScores(from, to, reason) {
    for (const question of this.questions('candidate').filter(isScore)) {
      const value = plainNumber(this.answer(question.id, from));
      if (value === null || this.rule(question.id, to)) continue;
      const sum = this.sum(question, to);
      const isOverride = sum !== null && sum !== value;
      this.setAnswer(question.id, to, isOverride ? { value, by: 'override', reason } : value);
    }
  }

  /**
   * @param {Question} question
   * @param {Target} target
   */
  isAsked(question, target) {
    return CONDITIONS.isAsked(this, question, target);
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
      const code = gapOf(question, this.answer(question.id, target) ?? typeOf(question).nothing(question));
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
    const value = this.answer(question.id, target);
    if (value !== null) return typeOf(question).isBlank(value) ? null : value;
    return isDraft ? null : typeOf(question).nothing(question);
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
        else this.setAnswer(question, target, unwrapped(cell));
      }
    }
  }
}

/** Whether a stage was submitted before, so that submitting it again corrects it. @param {Packet} packet */
export const isAnswered = (packet) => packet.answers !== null || packet.cannot !== null;

/** A version 4 UUID. crypto.randomUUID is not there on plain http. */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** A stored cell {value, by} as the value that is sent; an overwriting stays what it is. @param {any} cell */
const unwrapped = (cell) => (isCell(cell) && cell.by !== 'override' ? cell.value : cell);

/** @param {any} cell */
const isCell = (cell) => cell !== null && typeof cell === 'object' && 'value' in cell && 'by' in cell;

/** @param {any} value */
const plainNumber = (value) => (isCell(value) ? value.value : value);

/**
 * What a mark adds: its weight times its count.
 * @param {Question} question
 * @param {Mark} mark
 */
export function worth(question, mark) {
  return (question.weights?.find((weight) => weight.id === mark.weight)?.value ?? 1) * (mark.count ?? 1);
}

/**
 * @param {Question} question
 * @param {Value | null} value
 * @returns {string | null} the code of what is missing
 */
function gapOf(question, value) {
  const isEmpty = value === null || typeOf(question).isBlank(value);
  if (isEmpty) return question.required ? 'answer.missing' : null;
  const lack = typeOf(question).lack(question, value);
  if (lack) return lack;
  return value.by === 'override' && !value.reason.trim() ? 'answer.override_without_reason' : null;
}

/** @param {Record<Target, string>} reasons @returns {Gap[]} */
function reasonGaps(reasons) {
  const empty = Object.entries(reasons).filter(([, reason]) => !reason.trim());
  return empty.map(([target]) => ({ code: 'answer.cannot_without_reason', question: '', target }));
}
