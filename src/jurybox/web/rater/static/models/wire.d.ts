// The types of what passes between page and server: docs/design/wire.md, and the protocol grammar of jurybox.core.
// Made from the Python types by `python -m tools.wire_types`, never by hand. The browser does not load this file.

/** A text per language: {en: "Good", es: "Buena"}. */
export type Text = Record<string, string>;
/** A number, a text, options, an order, tags, marks or a preference: each element knows which its question takes. */
export type Value = any;
/** "unit", a segment number as text, a letter, or a letter with a segment number: "A.3". */
export type Target = string;
export type About = 'unit' | 'segment' | 'candidate' | 'output';
export type Per = 'item' | 'segment' | 'system' | 'output';
export type Way = 'list' | 'stream';
export type MadeBy = 'rater' | 'rule' | 'marks' | 'override' | 'not_asked' | 'kept' | 'changed' | 'removed' | 'added';
export type FieldType = 'text' | 'markdown' | 'code' | 'conversation' | 'table' | 'image' | 'audio' | 'video' | 'people';
export type StudyState = 'draft' | 'open' | 'paused' | 'closed';
export type Verdict = 'agrees' | 'within' | 'off' | 'left';
/** One named value of a scale; `ours` marks texts that the guideline itself does not give. */
export type Level = { value: number; label: Text; definition?: Text; examples?: Text[]; ours: boolean };
export type Anchor = { value: number; label: Text };
export type Option = { id: string; label: Text; definition?: Text };
/** `aliases` are other names under which the tag is known; `counts: false` keeps it out of rates and agreement. */
export type Tag = {
  id: string;
  label: Text;
  definition?: Text;
  examples?: Text[];
  aliases: string[];
  opens_text: boolean;
  counts: boolean;
  ours: boolean;
};
export type Category = { id: string; label: Text; definition?: Text; tags: Tag[] };
/** What a mark is worth (full 1, half 0.5) or costs (minor 1, major 5). */
export type Weight = { id: string; label: Text; definition?: Text; value: number };
/** `weights` names the weights this label may carry; none named means all. With `labels` it is their category. */
export type MarkLabel = {
  id: string;
  label: Text;
  definition?: Text;
  examples?: Text[];
  weights: string[];
  labels: MarkLabel[];
  ours: boolean;
};
/** A stepper that adds up by itself from the marks of another question, for one label. */
export type FromMarks = { question: string; label: string };
/** What must be said to an earlier question: one of some names or numbers, a number in a range, or else anything. */
export type Condition = { question: string; any_of: (string | number)[]; least?: number; most?: number };
/** A question as the protocol writes it; which of the parts below `required` it has depends on `type`. */
export type Question = {
  type: 'scale' | 'slider' | 'stepper' | 'tags' | 'marks' | 'preference' | 'ranking' | 'choice' | 'comment' | 'edit';
  id: string;
  prompt: Text;
  help?: Text;
  about: About;
  required: boolean;
  only_if?: Condition;
  levels?: Level[];
  min?: number;
  max?: number;
  step?: number;
  anchors?: Anchor[];
  from_marks?: FromMarks;
  categories?: Category[];
  field?: string;
  also?: string[];
  labels?: MarkLabel[];
  weights?: Weight[];
  counted?: boolean;
  overlap?: boolean;
  allow_missing?: boolean;
  reasons?: 'none' | 'optional' | 'required';
  none?: Text;
  presets?: Record<string, Record<string, Record<string, number>>>;
  ties?: boolean;
  neither?: boolean;
  mode?: 'full' | 'best-worst';
  options?: Option[];
  least?: number;
  most?: number;
  longest?: number;
  unchanged?: boolean;
};
/** One tag, perhaps with what was written beside it. */
export type TagAnswer = { id: string; text?: string | null };
/** A labelled span of a text in code points. What the text leaves out is at one place, or has None for both. */
export type Mark = {
  start: number | null;
  end: number | null;
  label: string;
  weight?: string | null;
  count?: number;
  field?: string;
  reason?: string | null;
};
/** The candidate that is preferred, or `tie`, or `neither`: all of them are bad. */
export type Better = { better: string };
/** A text as the rater would have it. The server counts how far it is from the one that was shown. */
export type Edited = { text: string; unchanged?: boolean; characters?: number; words?: number; of_characters?: number; of_words?: number };
/** A value with how it came about; an override has its reason. */
export type ValueGiven = {
  value: Value;
  by: MadeBy;
  reason?: string;
  from_suggested?: (number | null)[];
  removed?: number[];
  at_once?: number;
};
export type CannotGiven = { cannot: string };
/** A suggestion that was taken away, and nothing said instead. */
export type RemovedGiven = { by: 'removed' };
export type GivenAnswers = Record<string, Record<string, ValueGiven | CannotGiven | RemovedGiven>>;
export type Answers = Record<string, Record<string, Value>>;
export type Field = {
  type: FieldType;
  label: Text | null;
  lang: string | null;
  per: Per;
  roles?: Record<string, Text>;
  turns?: 'text' | 'markdown';
  difference?: string;
};
export type Stage = { id: string; title: Text | null; show: string[]; ask: Question[] };
export type UnitShape = { segments: number | 'all' };
export type Protocol = { title: Text; fields: Record<string, Field>; stages: Stage[]; unit: UnitShape };
/** Stages that are answered and left; where that is not sure, left is the most that there can be. */
export type Progress = { done: number; left: number; sure: boolean };
/** The study as a rater may know it. */
export type Study = {
  membership: string;
  name: string;
  state: StudyState;
  language: string;
  rater_language: string | null;
  languages: string[];
  guideline_languages: string[];
  protocol: Protocol;
  ways: Way[];
  progress: Progress;
  completion_code: string | null;
  news: number;
  next?: Next;
};
/** When the frames of a clip are shown: begin, end and how many, or where to fetch the steps between them. */
export type Frames = { start?: number; end?: number; count?: number; scale?: number; steps?: number[]; url?: string };
/** A smaller copy of a large picture, for the first look. */
export type Small = { url: string; type: string; width: number; height: number };
/** A picture, sound or video under a URL that says nothing about the file. */
export type Media = { url: string; type: string; width?: number; height?: number; duration?: number; frames?: Frames; small?: Small };
export type Person = { role: string; name: string | null; picture: Media | null };
export type FieldValue = string | Media | Person[];
export type Fields = Record<string, FieldValue>;
export type Segment = { number: number; start: number | null; end: number | null; fields: Fields };
/** Which of the segments are rated; the others are there to be read. `of` counts all segments of the item. */
export type Window = { first: number; last: number; of: number };
export type Candidate = { letter: string; fields: Fields; segments: Fields[] };
/** An answer that a rule gives, and why. */
export type RuleMade = { question: string; target: string; value: Value; because: Text };
export type ExampleNumber = { number: number; of: number };
/** What was not submitted yet. */
export type Draft = { answers: Answers; comment: string | null; cannot?: string | null };
/** One stage of one assignment, with only what the stage shows. */
export type Packet = {
  assignment: string;
  stage: string;
  number: number;
  fields: Fields;
  langs: Record<string, string>;
  segments: Segment[];
  candidates: Candidate[];
  rules: RuleMade[];
  answers: GivenAnswers | null;
  comment: string | null;
  cannot: string | null;
  draft: Draft | null;
  example?: ExampleNumber;
  window?: Window;
  suggested?: Answers;
  returned?: boolean;
};
export type NextState = 'rate' | 'wait' | 'done' | 'closed' | 'before';
/** What comes next, and how the rater stands. */
export type Next = {
  membership: string;
  units: Packet[];
  progress: Progress;
  state: NextState;
  waits?: 'draft' | 'paused' | 'more';
  news?: number;
  completion_code?: string | null;
};
export type OwnState = 'open' | 'done' | 'cannot' | 'withdrawn';
/** One of the rater's own units, in the list of tasks. */
export type Assigned = { assignment: string; number: number; state: OwnState; draft: boolean; stage: string | null; stages: string[] };
export type Assignments = { assignments: Assigned[] };
export type GlimpseScore = { target: string; value: number };
/** What the list shows of a task that was opened; nothing of others. */
export type Glimpse = { assignment: string; words: string | null; lang: string | null; picture: string | null; scores: GlimpseScore[] };
export type Glimpses = { glimpses: Glimpse[] };
/** Of how many tasks the rater has answered something, and in what time. */
export type OwnPace = { tasks: number; elapsed_ms: number };
/** All that a rater has done: tasks, those that could not be judged, and the time. */
export type Summary = { tasks: number; skipped: number; elapsed_ms: number };
/** One answer to a worked example beside what the guideline says. */
export type FeedbackAnswer = {
  question: string;
  target: string;
  given: Value | null;
  value: Value;
  accept: Value[];
  closest: Value;
  pairs: number[][];
  verdict: Verdict;
  why: Text | null;
};
/** What a rater is told right after rating a stage of a worked example. */
export type Feedback = { title: Text | null; note: Text | null; answers: FeedbackAnswer[] };
/** What a judgement is answered with. */
export type Receipt = { id: string; standing: string; state: string; final?: boolean; feedback?: Feedback; next?: Next };
/** What the guideline says an answer should be. */
export type ExpectedAnswer = { question: string; target: string; value: Value; accept: Value[]; why: Text | null };
export type WorkedSegment = { number: number; fields: Fields };
/** A worked example with score and reason, for the panel. */
export type WorkedExample = {
  number: number | null;
  title: Text | null;
  note: Text | null;
  fields: Fields;
  langs: Record<string, string>;
  segments: WorkedSegment[];
  candidates: Candidate[];
  answers: ExpectedAnswer[];
};
export type WorkedExamples = { examples: WorkedExample[] };
/** Replies not read, and languages in which the guideline changed. */
export type News = { news: number; unread: number; changed: string[] };
export type Reply = { text: string; at: string; published: boolean };
export type Enquiry = { id: string; text: string; at: string; replies: Reply[] };
/** What was asked by somebody and answered for all. */
export type PublishedReply = { question: string; text: string; at: string };
export type Enquiries = { enquiries: Enquiry[]; published: PublishedReply[]; replies: number; unread: number };
/** What a rater's browser sends. The id is made there, so sending it again is harmless. */
export type Judgement = {
  id: string;
  assignment: string;
  stage: string;
  answers: Answers;
  cannot: string | null;
  comment: string | null;
  answered_at: string;
  elapsed_ms: number;
  lang: string;
  format: number;
  first: boolean;
};
export type Change = { kind: 'added' | 'removed'; html: string };
/** The guideline, and what changed in it since this rater read it. */
export type Guideline = { lang: string; hash: string; revision: number; html: string; changes: Change[] };
/** One fault, in the words of the server; what was given only where that is the caller's own. */
export type Fault = { code: string; message: string; where: string | null; given: unknown; allowed: unknown; hint: string | null };
/** Every fault of a request; the first of them also by itself. */
export type Problem = { error: Fault; errors: Fault[]; request_id: string };
export type WhatNow = 'pass' | 'again' | 'flag' | 'stop';
/** How one question was answered in a round of worked examples. */
export type QuestionResult = {
  question: string;
  agrees: number;
  within: number;
  off: number;
  near: number[] | null;
  again: (string | number)[];
};
/** A worked example that was rated otherwise, to be read again. */
export type ExampleResult = { number: number; off: number };
export type CalibrationResult = {
  agrees: number;
  within: number;
  of: number;
  passed: boolean;
  now: WhatNow;
  round: number;
  questions: QuestionResult[];
  examples: ExampleResult[];
  completion_code: string | null;
};
/** How many worked examples there are, how often they may be rated, and how the last round went. */
export type AskedCalibration = {
  examples: number;
  rounds: number | null;
  share: number;
  tolerance: number;
  begun: boolean;
  result: CalibrationResult | null;
};
