import type { ToolRef } from '#core';
import type { CountedSequence, CountingSpec, SequenceKey } from '../scanner/run-counter.ts';
import type { ListedLine } from './listed-line.ts';
import type { ToolFact } from './tool-facts.ts';

/** The part of a table about one test; plain data. */
export interface PrecomputedTest {
  readonly spec: CountingSpec;
  /** The evidence that is still accepted: bits of `EVIDENCE`. Runs with such evidence are not counted. */
  readonly evidence: number;
  readonly facts: readonly ToolFact[];
  /** Whether later runs may be listed, and the call sequences of which none is. */
  readonly lists: boolean;
  readonly settled: readonly SequenceKey[];
}

/** What the first jobs showed, so that threads can count the runs of later ones; plain data. */
export interface PrecomputedTable {
  /** By the numbers that they have in `facts`. */
  readonly tools: readonly ToolRef[];
  readonly tests: readonly (readonly [test: number, precomputed: PrecomputedTest])[];
  /** The test of runs by the name they record; null for runs without a name. */
  readonly names: readonly (readonly [claim: number, name: string | null, test: number])[];
}

/** The same with other numbers for its tools; tools without a number are dropped. */
export function renumber(
  precomputed: PrecomputedTest,
  numbers: readonly number[],
): PrecomputedTest {
  const facts = precomputed.facts
    .map(([tool, bits]): ToolFact => [numbers[tool] ?? -1, bits])
    .filter(([tool]) => tool >= 0);
  return { ...precomputed, facts };
}

/** Runs that were counted and not scored; plain data. */
export interface CountedRuns {
  /** By the numbers that they have in `calls`. */
  readonly tools: readonly ToolRef[];
  /** The places of tests, by their numbers. */
  readonly tests: readonly number[];
  readonly sequences: readonly CountedSequence[];
  /** The runs that may be listed. */
  readonly listed: readonly ListedLine[];
}
