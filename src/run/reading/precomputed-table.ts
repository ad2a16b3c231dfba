import type { ToolRef } from '#core';
import type { CountedKind, TakerSpec } from '#readers';
import type { View } from './tool-views.ts';

/** What was computed of one test from the runs of the first jobs, for later ones; plain data. */
export interface PrecomputedTest {
  readonly spec: TakerSpec;
  /** What a run must show so that something of it is kept, as in `SHOWN`. */
  readonly wanted: number;
  readonly views: readonly View[];
}

/** What was computed from the first jobs, by the places of tests; plain data. */
export interface PrecomputedTable {
  /** By the numbers that views have for them. */
  readonly tools: readonly ToolRef[];
  readonly tests: readonly (readonly [test: number, precomputed: PrecomputedTest])[];
  /** Whose the runs of a name are; null is those without one. */
  readonly names: readonly (readonly [claim: number, name: string | null, test: number])[];
}

/** The same with other numbers for its tools; tools without a number are dropped. */
export function renumber(
  precomputed: PrecomputedTest,
  numbers: readonly number[],
): PrecomputedTest {
  const views = precomputed.views
    .map(([tool, known]): View => [numbers[tool] ?? -1, known])
    .filter(([tool]) => tool >= 0);
  return { ...precomputed, views };
}

/** Runs that were counted and not scored; plain data. */
export interface CountedRuns {
  /** By the numbers that calls have for them. */
  readonly tools: readonly ToolRef[];
  /** The places of tests, by their takers. */
  readonly tests: readonly number[];
  readonly kinds: readonly CountedKind[];
}
