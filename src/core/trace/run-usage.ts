import type { Trace } from './trace.ts';

/** What runs use, in the order in which it is shown. */
export const USAGE_FIGURES = ['calls', 'tokens', 'cost', 'time'] as const;

/** Calls, tokens in and out, cost in billionths, and milliseconds: whole numbers, so that sums are exact. */
export type UsageFigure = (typeof USAGE_FIGURES)[number];

/** Sums over runs; what some run does not record is absent. */
export type UsageTotals = Readonly<Partial<Record<UsageFigure, number>>>;

/** The sums of each case, in the order of the cases; null where some run of a case does not record it. */
export type UsageColumns = Readonly<Partial<Record<UsageFigure, readonly (number | null)[]>>>;

/** Money is counted in billionths. */
export const BILLION = 1_000_000_000;

/** What a run used; the figures of a partial run are not known. */
export function usageOfRun(trace: Trace, calls: number): UsageTotals {
  if (trace.partial === true) return {};
  const tokens = tokensOf(trace);
  const cost = trace.usage?.cost ?? null;
  const { durationMs } = trace;
  return {
    calls,
    ...(tokens === null ? {} : { tokens }),
    ...(cost === null ? {} : { cost: Math.round(cost * BILLION) }),
    ...(durationMs === undefined ? {} : { time: Math.round(durationMs) }),
  };
}

/** Tokens in and out; null where either is not recorded, for half of a figure is not the figure. */
export function tokensOf({ usage }: Trace): number | null {
  if (usage === null || usage.inputTokens === null || usage.outputTokens === null) return null;
  return Math.round(usage.inputTokens + usage.outputTokens);
}

/** Adds two sums; null is the sum of no run. Beyond 2^53 a sum depends on its order, and is left out. */
export function addUsage(sum: UsageTotals | null, more: UsageTotals): UsageTotals {
  if (sum === null) return more;
  const both: Partial<Record<UsageFigure, number>> = {};
  for (const figure of USAGE_FIGURES) {
    const total = (sum[figure] ?? Number.NaN) + (more[figure] ?? Number.NaN);
    if (Number.isSafeInteger(total)) both[figure] = total;
  }
  return both;
}

/** The sums of cases as columns; a figure that no case has is left out. */
export function usageColumns(cases: readonly (UsageTotals | null)[]): UsageColumns {
  const columns: Partial<Record<UsageFigure, readonly (number | null)[]>> = {};
  for (const figure of USAGE_FIGURES) {
    const column = cases.map((caseUsage) => caseUsage?.[figure] ?? null);
    if (column.some((value) => value !== null)) columns[figure] = column;
  }
  return columns;
}
