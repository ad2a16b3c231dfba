import type { Verdict } from '#core';

/**
 * When a run was made and of what: from the history or from flags. It is shown on a page and is not a part of the
 * report, which has the same bytes whenever it is made.
 */
export interface Provenance {
  /** ISO 8601, or the words of a flag. */
  readonly date?: string;
  readonly commit?: string;
  readonly branch?: string;
  /** What the history calls the run. */
  readonly name?: string;
  /** Earlier runs of the same suites and this one, the oldest first. */
  readonly trend?: readonly TrendPoint[];
}

/** A run of the history. */
export interface TrendPoint {
  readonly id: number;
  readonly date: string;
  readonly commit: string | null;
  readonly verdict: Verdict;
  /** Cases, or tests and evals where there are none, that pass, of how many. */
  readonly passing: readonly [k: number, n: number];
  /** What is counted. */
  readonly noun: 'case' | 'test';
}
