import type { UsageFigure } from '#core';
import type { CaseColumns } from '#reporters';
import type { Measured } from '../data/islands.ts';

/** How a figure is spread over cases or runs. */
export interface Distribution {
  /** What is counted: `calls per case`. */
  readonly title: string;
  readonly values: readonly number[];
  /** How values are written. */
  readonly unit: 'count' | 'cost' | 'time' | 'share';
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
  measured: Measured,
  columns: CaseColumns | null,
): readonly Distribution[] {
  const all = 'cases' in measured ? ofCases(columns) : ofRuns(measured.listedRuns ?? []);
  return all.filter(({ values }) => values.length >= MIN_VALUES && new Set(values).size > 1);
}

function ofCases(columns: CaseColumns | null): readonly Distribution[] {
  const { passing = [], usage = {} } = columns ?? {};
  const shares = passing.flatMap((one) => (one == null || one.n === 0 ? [] : [one.k / one.n]));
  return [
    { title: 'share of runs that pass, per case', values: shares, unit: 'share' },
    ...(Object.keys(UNITS) as UsageFigure[]).map((figure): Distribution => ({
      title: `${figure} per case`,
      values: (usage[figure] ?? []).filter((value) => value !== null),
      unit: UNITS[figure],
    })),
  ];
}

type Runs = Extract<Measured, { listedRuns?: unknown }>['listedRuns'];

function ofRuns(runs: NonNullable<Runs>): readonly Distribution[] {
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
export interface Bins {
  readonly starts: readonly number[];
  readonly counts: readonly number[];
  readonly step: number;
}

const MAX_BINS = 16;

/** Counts values in bins of equal width, by round numbers. */
export function binsOf(values: readonly number[]): Bins {
  const low = Math.min(...firstAnd(values, Math.min));
  const high = Math.max(...firstAnd(values, Math.max));
  const step = roundStep((high - low) / MAX_BINS || 1);
  const first = Math.floor(low / step) * step;
  const count = Math.floor((high - first) / step) + 1;
  const counts = Array.from({ length: count }, () => 0);
  for (const value of values) {
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

/** Reduced one by one: as arguments of one call 100,000 values are too many. */
function firstAnd(
  values: readonly number[],
  choose: (a: number, b: number) => number,
): readonly number[] {
  const [first] = values;
  return first === undefined ? [] : [values.reduce((a, b) => choose(a, b), first)];
}
