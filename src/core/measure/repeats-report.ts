import { EVIDENCE_CAP } from './evidence-log.ts';
import type { Observation } from '../gates/observation.ts';
import { metricNumber, type MetricSpec, type MetricValue, metricValue } from '../metrics/metric.ts';
import type {
  CaseRepeatsReport,
  RepeatedUnits,
  RepeatsReport,
  TestReport,
} from '../report/report.ts';
import type { Ratio } from '../scoring/scorer.ts';
import {
  isFlaky,
  meanOf,
  passAtK,
  passAtKRoughly,
  passHatK,
  passHatKRoughly,
  type Repeated,
} from '../statistics/repeats.ts';

/** The metrics of tests and cases that ran several times. */
export const REPEATS_METRICS: readonly MetricSpec[] = [
  {
    id: 'repeats.pass_hat_k',
    unit: 'ratio',
    better: 'higher',
    proportion: false,
    summary:
      'chance that k runs of the test, or of a case, all pass; k is the least number of runs',
  },
  {
    id: 'repeats.pass_at_k',
    unit: 'ratio',
    better: 'higher',
    proportion: false,
    summary: 'chance that one of k runs of the test, or of a case, passes',
  },
  {
    id: 'repeats.flaky',
    unit: 'count',
    better: 'lower',
    proportion: false,
    summary: 'whether the test, or how many cases, pass in some runs and fail in others',
  },
];

/** Something that ran, by name. */
export interface NamedRuns extends Repeated {
  readonly name: string;
}

/** More draws add no information, and the exact fractions of a million runs would take minutes. */
const MAX_DRAWS = 1000;

/** What ran several times, and the least number of runs that any of it has, at most `MAX_DRAWS`; null when nothing did. */
function findRepeated<T extends Repeated>(
  units: readonly T[],
): { readonly repeated: readonly T[]; readonly draws: number } | null {
  const repeated = units.filter(({ n }) => n > 1);
  if (repeated.length === 0) return null;
  return { repeated, draws: repeated.reduce((least, { n }) => Math.min(least, n), MAX_DRAWS) };
}

function exactMean(of: typeof passHatK, repeated: readonly Repeated[], draws: number): MetricValue {
  const { num, den } = meanOf(repeated.flatMap((unit) => of(unit, draws) ?? [])) as Ratio;
  return metricValue('ratio', num, den);
}

/** The number of the exact mean; its fraction is only made where a double does not decide how it is rounded. */
function meanNumber(
  [exactly, roughly]: readonly [typeof passHatK, typeof passHatKRoughly],
  repeated: readonly Repeated[],
  draws: number,
): number {
  const sum = repeated.reduce((total, unit) => total + roughly(unit, draws), 0);
  const scaled = (sum / repeated.length) * 10_000 + 0.5;
  const rounded = Math.floor(scaled);
  const isClear = Math.abs(scaled - Math.round(scaled)) > 1e-4;
  return isClear ? rounded / 10_000 : metricNumber(exactMean(exactly, repeated, draws));
}

/** What gates on `REPEATS_METRICS` are judged by. */
export function observeRepeats(
  units: readonly Repeated[],
  whyNone = 'no other gate says which runs pass',
): ReadonlyMap<string, Omit<Observation, 'unmeasured'>> {
  const repeated = findRepeated(units);
  const values = repeated === null ? null : observe(repeated.repeated, repeated.draws);
  const why = units.length === 0 ? whyNone : 'nothing ran twice';
  return new Map(
    REPEATS_METRICS.map((spec, i) => [
      spec.id,
      { spec, value: values?.[i] ?? null, interval: null, why },
    ]),
  );
}

/** As `REPEATS_METRICS` lists them. */
function observe(repeated: readonly Repeated[], draws: number): readonly MetricValue[] {
  return [
    exactMean(passHatK, repeated, draws),
    exactMean(passAtK, repeated, draws),
    metricValue('count', repeated.filter(isFlaky).length),
  ];
}

/** How reliable things with several runs are, without their number; null when there are none. */
function reportUnits(units: readonly NamedRuns[]): (RepeatedUnits & { count: number }) | null {
  const repeatedUnits = findRepeated(units);
  if (repeatedUnits === null) return null;
  const { repeated, draws } = repeatedUnits;
  const flaky = repeated.filter(isFlaky);
  return {
    count: repeated.length,
    k: draws,
    passHatK: meanNumber([passHatK, passHatKRoughly], repeated, draws),
    passAtK: meanNumber([passAtK, passAtKRoughly], repeated, draws),
    flaky: {
      total: flaky.length,
      items: flaky.slice(0, EVIDENCE_CAP).map(({ name, k: passed, n }) => ({ name, k: passed, n })),
    },
  };
}

/** How reliable the tests are that repeat one input; null when there are none. */
export function repeatsReport(tests: readonly TestReport[]): RepeatsReport | null {
  const repeated = tests.filter((test) => test.repeated === true);
  const unitsReport = reportUnits(repeated.map(({ name, passing: { k, n } }) => ({ name, k, n })));
  if (unitsReport === null) return null;
  const { count, ...units } = unitsReport;
  return { tests: count, ...units };
}

/** How reliable the cases with several runs are; null when there are none. */
export function caseRepeatsReport(cases: readonly NamedRuns[]): CaseRepeatsReport | null {
  const unitsReport = reportUnits(cases);
  if (unitsReport === null) return null;
  const { count, ...units } = unitsReport;
  return { cases: count, ...units };
}
