import {
  type CaseReport,
  type EvalReport,
  FAILURE_MODES,
  USAGE_FIGURES,
  type UsageFigure,
} from '#core';
import type { ModeSummary, UsageOfCases } from '#schema';

/** Failure modes that some case shows or that were not measured; null where the eval does not measure them. */
export function summariseModes(measured: EvalReport): readonly ModeSummary[] | null {
  const { failureModes } = measured;
  if (failureModes === undefined) return null;
  return FAILURE_MODES.filter((mode) => failureModes[mode] !== 0).map((mode) => ({
    mode,
    cases: failureModes[mode],
    usage: sumUsage(measured, ({ modes = [] }) => modes.includes(mode)),
  }));
}

/** What the cases that pass used. */
export function usageOfPassing(measured: EvalReport): UsageOfCases | null {
  return sumUsage(measured, ({ verdict }) => verdict === 'pass');
}

/** A figure that some of the cases do not record has no sum: half of a figure is not the figure. */
function sumUsage(
  { cases, caseUsage = {} }: EvalReport,
  isCounted: (listed: CaseReport) => boolean,
): UsageOfCases | null {
  const places: number[] = [];
  for (const [place, listed] of cases.entries()) if (isCounted(listed)) places.push(place);
  if (places.length === 0) return null;
  const sums: Partial<Record<UsageFigure, number>> = {};
  for (const figure of USAGE_FIGURES) {
    const column = caseUsage[figure];
    if (column === undefined) continue;
    const sum = places.reduce((total, place) => total + (column[place] ?? Number.NaN), 0);
    if (Number.isSafeInteger(sum)) sums[figure] = sum;
  }
  return { cases: places.length, sums };
}
