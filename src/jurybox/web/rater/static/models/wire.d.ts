// The types of what passes between page and server: docs/design/wire.md, and the protocol grammar of jurybox.core.
// Types only: the browser never loads this file.

/** A text per language: {en: "Good", es: "Buena"}. */
export type Text = Record<string, string>;
export type About = 'unit' | 'segment' | 'candidate';
/** "unit", a segment number as text, or a letter. */
export type Target = string;

export interface Level { value: number; label: Text; definition?: Text | null; examples?: Text[] }
export interface Option { id: string; label: Text; definition?: Text | null }
export interface Tag { id: string; label: Text; definition?: Text | null; examples?: Text[]; opens_text?: boolean; aliases?: string[] }
export interface Category { id: string; label: Text; definition?: Text | null; tags: Tag[] }
export interface Weight { id: string; label: Text; definition?: Text | null; value: number }
export interface MarkLabel { id: string; label: Text; definition?: Text | null; examples?: Text[]; weights?: string[] }
export interface Anchor { value: number; label: Text }

/** A question as the protocol writes it; which of the optional parts are there depends on `type`. */
export interface Question {
  type: 'scale' | 'slider' | 'stepper' | 'tags' | 'marks' | 'preference' | 'ranking' | 'choice' | 'comment';
  id: string;
  prompt: Text;
  help?: Text | null;
  about: About;
  required: boolean;
  levels?: Level[];
  min?: number; max?: number | null; step?: number; anchors?: Anchor[];
  from_marks?: { question: string; label: string } | null;
  categories?: Category[];
  field?: string; labels?: MarkLabel[]; weights?: Weight[]; counted?: boolean; overlap?: boolean; allow_missing?: boolean;
  ties?: boolean; mode?: 'full' | 'best-worst';
  options?: Option[]; least?: number | null; most?: number;
  longest?: number;
}

export interface TagAnswer { id: string; text?: string }
export interface Mark { start: number | null; end: number | null; label: string; weight?: string; count?: number }
export interface Override { value: number; by: 'override'; reason: string }
/** number | tags | marks | {better} | [[letters]] | [option ids] | text | override: as it is sent, without `cannot`. */
export type Value = any;
export type Answers = Record<string, Record<Target, Value>>;

export interface Field { type: 'text' | 'image' | 'audio' | 'video' | 'people'; label?: Text | null; lang?: string | null }
export interface Stage { id: string; title: Text | null; show: string[]; ask: Question[] }
export interface Protocol { title: Text; fields: Record<string, Field>; stages: Stage[] }
export interface Progress { done: number; left: number }

export interface Study {
  membership: string; ways: ('list' | 'stream')[];
  name: string; state: 'draft' | 'open' | 'closed'; language: string; languages: string[]; guideline_languages: string[];
  protocol: Protocol; progress: Progress; completion_code: string | null;
  /** The first units, where they came with the study. */
  next?: Next;
}

export interface Media { url: string; type: string; width?: number; height?: number; duration?: number; frames?: Frames; small?: Small }
/** A smaller copy of a large picture, for the first look. */
export interface Small { url: string; type: string; width: number; height: number }
/** When the frames of a clip are shown: three numbers, or the steps between them, or where to fetch these. */
export interface Frames { start?: number; end?: number; count?: number; scale?: number; steps?: number[]; url?: string }
export interface Person { role: string; name: string | null; picture: Media | null }
export type FieldValue = string | Media | Person[] | null | undefined;
export type Fields = Record<string, FieldValue>;

export interface Segment { number: number; start: number | null; end: number | null; fields: Fields }
export interface Candidate { letter: string; fields: Fields; segments?: Fields[] }
export interface RuleMade { question: string; target: Target; value: Value; because: Text }

export interface Packet {
  assignment: string; stage: string; number: number;
  fields: Fields; langs?: Record<string, string>;
  segments?: Segment[]; candidates: Candidate[]; rules?: RuleMade[];
  answers: Answers | null; comment: string | null; cannot: string | null;
  draft: Draft | null;
  /** A worked example, before the first task. */
  example?: { number: number; of: number };
}

export interface Draft { answers: Answers; comment: string | null; cannot?: string | null }

/** One of the rater's own units, in the list of tasks. */
export interface Assigned {
  assignment: string; number: number; state: 'open' | 'done' | 'cannot' | 'withdrawn'; draft: boolean; stage: string | null; stages: string[];
}

export interface Next {
  membership: string;
  units: Packet[]; progress: Progress; state: 'rate' | 'wait' | 'done' | 'closed' | 'before'; news?: number; completion_code?: string | null;
}

export interface Judgement {
  format: 1; id: string; assignment: string; stage: string; answers: Answers;
  cannot: string | null; comment: string | null; answered_at: string; elapsed_ms: number; lang: string;
}

export interface Fault { code: string; message: string; where: string; given?: unknown; allowed?: unknown; hint?: string | null }
/** The guideline, and what changed in it since this rater read it. */
export interface Guideline {
  html: string; lang: string; hash: string; revision: number; changes: { kind: 'added' | 'removed'; html: string }[];
}
