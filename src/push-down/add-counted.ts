import { emptyTrace, plainCall, type TestSums, type ToolCall, type ToolRef } from '#core';
import type { CountPlan } from './plan-counts.ts';

/** Runs that a database counted together. */
export interface CountedRuns {
  /** How many calls each kind has in each of the runs, or whether it has any; the last entry is of all other tools. */
  readonly calls: readonly number[];
  readonly runs: number;
  /** The calls of all kinds in all of the runs, other tools included. */
  readonly total: number;
  /** Whether only a part of each run is recorded. */
  readonly isPartial: boolean;
  /** Whether each run records which tools it was offered. */
  readonly isOffered: boolean;
}

/** Adds runs that were counted to the sums of a test: a run with the same calls is scored once by its scorers. */
export function addCounted(sums: TestSums, plan: CountPlan, counted: CountedRuns): void {
  const { calls, runs, total, isPartial, isOffered } = counted;
  const tools: readonly ToolRef[] = [...plan.kinds.map(({ tool }) => tool), plan.other];
  const made = tools.flatMap((tool, i) => repeat(plainCall(tool), calls[i] ?? 0));
  const trace = { ...emptyTrace(), calls: made };
  const outcome = sums.measure.score(isPartial ? { ...trace, partial: true } : trace);
  sums.numbers.skip(0, runs);
  const moreRepeats = total - made.length * runs;
  sums.addAlike(outcome, { times: runs, moreRepeats, first: null, isPartial, isOffered });
}

function repeat(call: ToolCall, times: number): readonly ToolCall[] {
  return Array.from({ length: times }, () => call);
}
