import type { Issue, RecordedEval, RecordedTest, Report, ScoredExtent, ToolSpec } from '#core';

/** A suite of the project in the list. */
export interface ApiSuiteHead {
  /** Its path from the root of the project: what it is opened by. */
  readonly file: string;
  readonly tests: readonly string[];
  readonly evals: readonly string[];
  /** What is wrong with it; empty where it can be run. */
  readonly issues: readonly Issue[];
}

/** A test or an eval with its recorded runs, or why they cannot be scored again in a page. */
export interface ApiRecordedItem {
  readonly kind: 'test' | 'eval';
  readonly name: string;
  readonly recorded: RecordedTest | RecordedEval | null;
  readonly obstacle: string | null;
}

/** A suite with all that its report follows from. */
export interface ApiSuite {
  readonly file: string;
  readonly text: string;
  /** Of the bytes of the file: what is written must be a change of these. */
  readonly sha256: string;
  /** The tools of the file that `catalog` names. */
  readonly catalog: readonly ToolSpec[] | null;
  readonly items: readonly ApiRecordedItem[];
  /** What `run` reports, without texts; null where nothing can be scored again. */
  readonly report: Pick<Report, 'tests' | 'evals'> | null;
}

/** How much of runs is sent. */
export type ApiExtent = ScoredExtent;

/** The text that replaces a suite. */
export interface ApiSuiteChange {
  readonly text: string;
  /** Of the file that was changed. */
  readonly sha256: string;
}
