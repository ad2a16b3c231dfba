import type { ScoreReport, Share } from './score-report.ts';

/** A labelled argument of a tool in numbers, over the calls of it that were rightly chosen. */
export interface ArgumentReport {
  readonly tool: string;
  readonly argument: string;
  /** How often it is equal, of the calls whose label has it. */
  readonly match: Share;
  /** How often it is left out, of another JSON type, or another value of that type. */
  readonly missing: number;
  readonly otherType: number;
  readonly otherValue: number;
  /** How often a call has it whose label does not. */
  readonly unexpected: number;
  /** Calls of which that is not known: the argument is redacted, or the run is partial. */
  readonly unknown?: number;
}

/** Which of several ways of making the runs of a test or an eval this is. */
export interface Variant {
  /** The test or eval as it is declared. */
  readonly of: string;
  readonly model: string;
  /** How many distractors its runs are offered, where they are made with several counts. */
  readonly distractors?: number;
  /** The test or eval that is made with these counts. */
  readonly sweep?: string;
}

/** A test or an eval with more and more distractors. */
export interface SweepReport {
  readonly name: string;
  readonly model: string;
  /** What the shares are of: `tool_name_match`, or `passing` without labels. */
  readonly metric: string;
  /** The fewest distractors first. */
  readonly points: readonly SweepPoint[];
  /** The same cases with the fewest and the most distractors; null of a test, whose runs are not paired. */
  readonly ends: SweepEnds | null;
}

export interface SweepPoint {
  /** The name of the test or eval in this report. */
  readonly name: string;
  readonly distractors: number;
  /** How many there were in the pool, where that is fewer; null where it is not recorded. */
  readonly drawn: number | null;
  /** The fewest and the most tools that runs were offered; null where it is not recorded. */
  readonly offered: readonly [fewest: number, most: number] | null;
  /** Runs that could not be measured: the share is of the others. */
  readonly errors: number;
  readonly share: Share;
}

/** Cases that pass with the fewest distractors and fail with the most, and the other way; McNemar's exact p. */
export interface SweepEnds {
  readonly cases: number;
  readonly lost: number;
  readonly gained: number;
  /** Rounded up to four decimals. */
  readonly p: number;
}

/** One scorer over the rows or tests with a tag. */
export type TagScore = Pick<
  ScoreReport,
  'scorer' | 'key' | 'tally' | 'metrics' | 'units' | 'intervals' | 'notMeasured'
>;

/** The rows of an eval with a tag. Figures are of the rows as they are, without weights. */
export interface TagReport {
  readonly tag: string;
  readonly cases: number;
  /** Measured runs, and runs that could not be measured. */
  readonly runs: number;
  readonly errors: number;
  /** The share of runs that pass alone. */
  readonly passing: Share;
  readonly scores: readonly TagScore[];
}

/** The tests with a tag: how many pass, and what their scorers counted in all. */
export interface TestTagReport extends Pick<TagReport, 'tag' | 'runs' | 'errors' | 'scores'> {
  readonly tests: Share;
}
