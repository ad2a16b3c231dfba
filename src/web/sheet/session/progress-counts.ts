import type { CaseProgress } from './case-entry.ts';

/** How many cases are in each state. */
export type ProgressCounts = Readonly<Record<CaseProgress, number>>;

/** Counts the states of cases. */
export function countProgress(states: readonly CaseProgress[]): ProgressCounts {
  const counts = { open: 0, draft: 0, skipped: 0, saved: 0, changed: 0, unsure: 0 };
  for (const state of states) counts[state] += 1;
  return counts;
}

/** What is left when no case is open, in words. */
export function endWords({ skipped, unsure }: ProgressCounts): string {
  const left = [
    ...(skipped === 0 ? [] : [`${skipped} skipped`]),
    ...(unsure === 0 ? [] : [`${unsure} unsure`]),
  ];
  return left.length === 0 ? 'It was the last open one.' : `No case is open; ${left.join(', ')}.`;
}
