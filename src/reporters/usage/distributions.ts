import type { CaseReport, EvalReport, TestReport, UsageColumns, UsageFigure } from '#core';

/** How a figure is spread over cases or runs: a histogram, and where most values end. */
export interface Distribution extends Bins {
  /** What is counted: `calls per case`. */
  readonly title: string;
  /** How values are written. */
  readonly unit: 'count' | 'cost' | 'time' | 'share';
  readonly median: number;
  /** The value that 95 % of all do not exceed. */
  readonly high: number;
}

interface Figure extends Pick<Distribution, 'title' | 'unit'> {
  readonly values: readonly number[];
}

/** What cases used, and how many of their runs pass, by column. */
export interface CaseFigures {
  readonly passing?: readonly (CaseReport['passing'] | null)[];
  readonly usage?: UsageColumns;
}

const UNITS: Readonly<Record<UsageFigure, Distribution['unit']>> = {
  calls: 'count',
  tokens: 'count',
  cost: 'cost',
  time: 'time',
};

/** Fewer values are read in the list. */
const MIN_VALUES = 5;

/** What cases or runs used, and which share of the runs of each case passes, where there is enough to draw. */
export function distributionsOf(
  measured: TestReport | EvalReport,
  figures: CaseFigures,
): readonly Distribution[] {
  const all = 'cases' in measured ? ofCases(figures) : ofRuns(measured.listedRuns ?? []);
  return all.flatMap(({ title, unit, values }) => {
    const sorted = Float64Array.from(values).sort();
    if (sorted.length < MIN_VALUES || sorted[0] === sorted.at(-1)) return [];
    return [{ title, unit, ...binsOf(sorted), median: at(sorted, 0.5), high: at(sorted, 0.95) }];
  });
}

function at(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function ofCases({ passing = [], usage = {} }: CaseFigures): readonly Figure[] {
  const shares = passing.flatMap((share) =>
    share == null || share.n === 0 ? [] : [share.k / share.n],
  );
  return [
    { title: 'share of runs that pass, per case', values: shares, unit: 'share' },
    ...(Object.keys(UNITS) as UsageFigure[]).map((figure): Figure => ({
      title: `${figure} per case`,
      values: (usage[figure] ?? []).filter((value) => value !== null),
      unit: UNITS[figure],
    })),
  ];
}

function ofRuns(runs: NonNullable<TestReport['listedRuns']>): readonly Figure[] {
  const of = (figure: 'tokens' | 'cost' | 'durationMs'): readonly number[] =>
    runs.flatMap(({ evidence }) => evidence[figure] ?? []);
  const calls = runs.flatMap(({ evidence: { calls: listed, moreCalls = 0 } }) =>
    listed === undefined ? [] : [listed.length + moreCalls],
  );
  return [
    { title: 'calls per listed run', values: calls, unit: 'count' },
    { title: 'tokens per listed run', values: of('tokens'), unit: 'count' },
    { title: 'cost per listed run', values: of('cost').map((cost) => cost * 1e9), unit: 'cost' },
    { title: 'time per listed run', values: of('durationMs'), unit: 'time' },
  ];
}

/** Bars of a histogram: at most so many, each from its start up to the next. */
interface Bins {
  readonly starts: readonly number[];
  readonly counts: readonly number[];
  readonly step: number;
}

const MAX_BINS = 16;

/** Counts sorted values in bins of equal width, by round numbers. */
function binsOf(sorted: Float64Array): Bins {
  const [low = 0] = sorted;
  const high = sorted.at(-1) ?? 0;
  const step = roundStep((high - low) / MAX_BINS || 1);
  const first = Math.floor(low / step) * step;
  const count = Math.floor((high - first) / step) + 1;
  const counts = Array.from({ length: count }, () => 0);
  for (const value of sorted) {
    const bin = Math.min(Math.floor((value - first) / step), count - 1);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return { starts: counts.map((_, i) => first + i * step), counts, step };
}

/** 1, 2 or 5 times a power of ten. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((each) => each * power >= least) ?? 10;
  return factor * power;
}
