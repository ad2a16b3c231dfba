import type { Verdict } from '#core';
import type { Text } from './text.ts';

/** How bad something is, or how prominent it is. */
export type Tone = Verdict | 'warning' | 'plain' | 'quiet' | 'strong';

/** How much a sink shows: `brief` is one screen of a terminal, `full` a page, or a terminal with `--verbose`. */
export type Density = 'brief' | 'full';

/** Which density shows a block; both where it is absent. */
export interface Sized {
  readonly detail?: Density;
}

/** How many entries each density shows. */
export interface Cap {
  readonly brief: number;
  readonly full: number;
  /** Of a page that can be searched; as `full` where it is absent. */
  readonly page?: number;
}

/** Entries of which some are only counted: `and 3 more tools with faults, see --json`. */
export interface Capped {
  /** How many there are, with those that are not listed. */
  readonly total?: number;
  readonly cap?: Cap;
  /** What further entries are: `tool`. */
  readonly noun?: string;
  /** What is said after that: ` with faults`. */
  readonly tail?: string;
  /** Where the others are, as a flag; for a brief sink. */
  readonly see?: string;
}

/** The verdict and what it rests on: the first block of a document. */
export interface Headline {
  readonly kind: 'headline';
  /** The command; null for a run. */
  readonly command: string | null;
  readonly tone: Tone;
  /** Null where nothing was judged. */
  readonly verdict: string | null;
  /** Where a brief sink shows the verdict: a long output ends with it. */
  readonly isVerdictLast?: boolean;
  /** Why, what decided it first. */
  readonly parts: readonly Text[];
}

/** Short facts in one line. */
export interface Facts extends Sized {
  readonly kind: 'facts';
  readonly tone?: Tone;
  /** Whether it starts with the mark of its tone. */
  readonly isMarked?: boolean;
  /** A word or two before the facts. */
  readonly lead?: Text;
  readonly parts: readonly Text[];
}

/** Names, each with a text. */
export interface Fields extends Sized {
  readonly kind: 'fields';
  readonly rows: readonly { readonly name: Text; readonly text: Text; readonly tone?: Tone }[];
}

/** What a column contains, and what happens where there is no room for it. */
export interface Column {
  readonly name: Text;
  /** Names are cut in the middle, `text` at its end, numbers and prose never; prose continues below its row. */
  readonly kind: 'name' | 'text' | 'number' | 'prose';
  /** Dropped first where there is no room. */
  readonly isOptional?: boolean;
  readonly isQuiet?: boolean;
}

/** A cell of a table. */
export interface Cell {
  readonly text: Text;
  /** Where there is no room for the text. */
  readonly short?: string;
  readonly tone?: Tone;
  /** Whether it starts with the mark of its tone. */
  readonly isMarked?: boolean;
}

/** A row, and a note that belongs to it. */
export interface Row {
  readonly cells: readonly (Cell | Text)[];
  readonly note?: Text;
}

/** A table with as many rows as fit. */
export interface Table extends Sized, Capped {
  readonly kind: 'table';
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** A brief sink shows no heads: the cells say what they are. */
  readonly isHeadless?: boolean;
  /** Columns that do not fit beside each other continue in further tables. */
  readonly isSplit?: boolean;
}

/** Counts of what was expected (rows) by what was called (columns). */
export interface Matrix extends Sized {
  readonly kind: 'matrix';
  readonly labels: readonly string[];
  readonly counts: readonly (readonly number[])[];
  readonly cap: Cap;
}

/** An entry of a list. */
export interface Item {
  /** What it is, in a word of ours. */
  readonly label?: string;
  readonly tone?: Tone;
  readonly isMarked?: boolean;
  readonly text: Text;
  /** Where, or how often. */
  readonly aside?: Text;
  readonly details?: readonly Text[];
}

/** A list, with lines of its own or in one line. */
export interface List extends Sized, Capped {
  readonly kind: 'list';
  readonly title?: Text;
  readonly items: readonly Item[];
  /** `lines` wraps entries, `rows` cuts each to one line, `inline` puts them beside each other. */
  readonly layout: 'lines' | 'rows' | 'inline';
  /** Of all entries beside each other. */
  readonly tone?: Tone;
  readonly hasBullets?: boolean;
}

/** A run or a case: what was asked, what was done, and where it is recorded. */
export interface CaseEntry {
  readonly tone: Tone;
  /** What the user asked; absent where it is not recorded. */
  readonly question?: Text;
  /** Its name, shown in the place of a question. */
  readonly id: Text;
  /** What happened, and what was expected; blank where it is not recorded. */
  readonly outcome: Text;
  /** Never cut: a person opens it. */
  readonly where?: Text;
  /** More about it, where there is room. */
  readonly details: readonly CaseDetail[];
}

/** A line below a run or a case. */
export interface CaseDetail {
  readonly name: string;
  readonly text: Text;
}

/** Runs or cases, one line each: those that say most first. */
export interface Cases extends Sized, Capped {
  readonly kind: 'cases';
  readonly title: Text;
  readonly entries: readonly CaseEntry[];
  readonly cap: Cap;
  /** Whether a page shows those that a brief sink lists without unfolding. */
  readonly isOpen: boolean;
}

/** One sentence or more. */
export interface Note extends Sized {
  readonly kind: 'note';
  readonly text: Text;
  readonly tone?: Tone;
  readonly isMarked?: boolean;
  /** Belongs to the block before it. */
  readonly isAttached?: boolean;
}

/** Lines to copy, never wrapped. Each line begins with our own text. */
export interface Code extends Sized {
  readonly kind: 'code';
  readonly title?: Text;
  readonly language: 'yaml' | 'diff';
  readonly lines: readonly Text[];
}

/** Blocks that belong together, under a title. */
export interface Group extends Sized {
  readonly kind: 'group';
  readonly tone: Tone;
  readonly isMarked?: boolean;
  readonly title: Text;
  /** Where it is declared. */
  readonly place?: Text;
  readonly total?: number;
  /** A page shows only its title until it is opened. */
  readonly isFolded?: boolean;
  readonly blocks: readonly Block[];
}

/** Groups that may be many: made only as far as they are shown. */
export interface Series extends Sized {
  readonly kind: 'series';
  readonly groups: Iterable<Group>;
  readonly total: number;
  readonly cap: Cap;
  readonly noun: string;
  readonly see: string;
}

/** A part of a document. */
export type Block =
  | Headline
  | Facts
  | Fields
  | Table
  | Matrix
  | List
  | Cases
  | Note
  | Code
  | Group
  | Series;

/** What a report says, in order, for every sink. */
export interface Document {
  /** The version that made the report. */
  readonly version: string | null;
  readonly blocks: Iterable<Block>;
}

/** What the place a document is shown in can do. */
export interface SinkOptions {
  readonly color: boolean;
  /** Columns of the terminal; pages do not use it. */
  readonly width: number;
  /** Whether a terminal shows all that a page shows. */
  readonly isVerbose?: boolean;
}

/** Turns a document into a stream of text. Pure: the same document gives the same bytes, always. */
export type Sink = (document: Document, options: SinkOptions) => Iterable<string>;
