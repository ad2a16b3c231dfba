import { BILLION, type FailureMode, type UsageFigure } from '#core';
import type { EntrySummary, UsageOfCases } from '#schema';

/** A tool over all tests and evals of a run. */
export interface WorstTool {
  readonly name: string;
  readonly missed: number;
  /** Null where a report does not count it. */
  readonly expected: number | null;
  readonly instead: { readonly name: string; readonly count: number } | null;
  /** The place of the test or eval that missed it most. */
  readonly place: number;
}

/** Tools that were missed, the most frequent first: counts of one name add. */
export function worstTools(entries: readonly EntrySummary[]): readonly WorstTool[] {
  const sums = new Map<string, WorstTool & { readonly most: number }>();
  for (const { place, tools } of entries)
    for (const { name, missed, expected, instead } of tools) {
      const sum = sums.get(name);
      const isMost = sum === undefined || missed > sum.most;
      sums.set(name, {
        name,
        missed: (sum?.missed ?? 0) + missed,
        expected:
          sum?.expected === null || expected === null ? null : (sum?.expected ?? 0) + expected,
        instead: isMost ? instead : sum.instead,
        place: isMost ? place : sum.place,
        most: isMost ? missed : sum.most,
      });
    }
  return [...sums.values()].toSorted((a, b) => b.missed - a.missed);
}

/** A failure mode over all evals of a run. */
export interface ModeShare {
  readonly mode: FailureMode;
  /** Null is "not measured" in some eval. */
  readonly cases: number | null;
  /** Of how many measured cases. */
  readonly of: number;
  /** What its cases used per case, against those that pass; null where that is not recorded. */
  readonly cost: ModeCost | null;
  /** The place of the eval with most of them. */
  readonly place: number;
}

/** What cases used per case. */
export interface ModeCost {
  readonly figure: UsageFigure;
  readonly value: number;
  /** Of the cases that pass; null where there are none. */
  readonly passing: number | null;
}

/** Failure modes, the most frequent first, then those that were not measured. */
export function modeShares(entries: readonly EntrySummary[]): readonly ModeShare[] {
  const measured = entries.filter(({ modes }) => modes !== null);
  const of = measured.reduce((sum, { runs }) => sum + runs, 0);
  const passing = addUsage(measured.map(({ passingUsage }) => passingUsage));
  const ids = new Set(measured.flatMap(({ modes }) => modes?.map(({ mode }) => mode) ?? []));
  const shares = [...ids].map((mode): ModeShare => {
    const summaries = measured.flatMap(({ place, modes }) => {
      const summary = modes?.find((each) => each.mode === mode);
      return summary === undefined ? [] : [{ place, ...summary }];
    });
    const most = summaries.toSorted((a, b) => (b.cases ?? 0) - (a.cases ?? 0))[0];
    const isMeasured = summaries.every(({ cases }) => cases !== null);
    return {
      mode,
      cases: isMeasured ? summaries.reduce((sum, { cases }) => sum + (cases ?? 0), 0) : null,
      of,
      cost: costOf(addUsage(summaries.map(({ usage }) => usage)), passing),
      place: most?.place ?? 0,
    };
  });
  return shares.toSorted((a, b) => (b.cases ?? -1) - (a.cases ?? -1));
}

/** Money where it is recorded, otherwise tokens, time or calls. */
const FIGURES: readonly UsageFigure[] = ['cost', 'tokens', 'time', 'calls'];

function costOf(usage: UsageOfCases | null, passing: UsageOfCases | null): ModeCost | null {
  if (usage === null) return null;
  for (const figure of FIGURES) {
    const sum = usage.sums[figure];
    if (sum === undefined) continue;
    const other = passing?.sums[figure];
    const unit = figure === 'cost' ? BILLION : 1;
    return {
      figure,
      value: sum / usage.cases / unit,
      passing: passing === null || other === undefined ? null : other / passing.cases / unit,
    };
  }
  return null;
}

/** Sums of several evals; a figure that one of them lacks is left out. */
function addUsage(parts: readonly (UsageOfCases | null)[]): UsageOfCases | null {
  const known = parts.filter((part) => part !== null);
  if (known.length === 0) return null;
  const sums: Partial<Record<UsageFigure, number>> = {};
  for (const figure of FIGURES) {
    const values = known.map((part) => part.sums[figure]);
    if (values.every((value) => value !== undefined))
      sums[figure] = values.reduce((sum, value) => sum + value, 0);
  }
  return { cases: known.reduce((sum, { cases }) => sum + cases, 0), sums };
}
