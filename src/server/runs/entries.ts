import type { EvalReport, Report, TestReport, VerdictCounts } from '#core';
import type { ApiEntry, ApiEntryHead } from '#schema';
import { Problem } from '../http/problem.ts';

/** A test or an eval of a report. */
export type Entry =
  | { readonly kind: 'eval'; readonly measured: EvalReport }
  | { readonly kind: 'test'; readonly measured: TestReport };

/** The tests and evals of a report in the order of lists: evals first. */
export function entriesOf({ evals, tests }: Report): readonly Entry[] {
  return [
    ...evals.map((measured) => ({ kind: 'eval', measured }) as const),
    ...tests.map((measured) => ({ kind: 'test', measured }) as const),
  ];
}

/** The test or eval at a place, counted from 0. */
export function entryAt(report: Report, place: string): Entry {
  const entry = /^\d{1,7}$/.test(place) ? entriesOf(report)[Number(place)] : undefined;
  if (entry === undefined) throw new Problem(404, 'the run has no such test or eval');
  return entry;
}

/** What a list shows of it. */
export function headOf({ kind, measured }: Entry, counts: VerdictCounts | null): ApiEntryHead {
  const { name, verdict, runs, errors, gates } = measured;
  const gate = gates.find(({ outcome }) => outcome !== 'pass') ?? gates[0] ?? null;
  const cases = counts === null ? {} : { cases: counts };
  return { kind, name, verdict, runs, errors, ...cases, gate };
}

/** All of it but its single runs and cases. */
export function describeEntry(entry: Entry): ApiEntry {
  if (entry.kind === 'test') {
    const { listedRuns: _, ...measured } = entry.measured;
    return { kind: 'test', ...measured };
  }
  const { cases: _, caseUsage: __, ...measured } = entry.measured;
  return { kind: 'eval', ...measured };
}
