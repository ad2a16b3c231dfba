import { EVIDENCE_CAP } from './evidence-log.ts';
import type { Observation } from './gate-report.ts';
import { metricNumber, type MetricSpec, type MetricValue, metricValue } from './metric.ts';
import type { CaseRepeatsReport, RepeatedUnits, RepeatsReport, TestReport } from './report.ts';
import type { Ratio } from './scorer.ts';
import { isFlaky, meanOf, passAtK, passHatK, type Repeated } from './statistics/repeats.ts';

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

/** What several runs of the same things tell, exactly. */
interface Repeats {
  readonly count: number;
  /** The least number of runs that any of them has, at most 1000. */
  readonly k: number;
  /** As `REPEATS_METRICS` lists them. */
  readonly values: readonly [MetricValue, MetricValue, MetricValue];
}

/** More draws tell no more, and the exact fractions of a million runs would take minutes. */
const MOST_DRAWS = 1000;

/** Only what ran several times counts; null when nothing did. */
function measureRepeats(units: readonly Repeated[]): Repeats | null {
  const repeated = units.filter(({ n }) => n > 1);
  if (repeated.length === 0) return null;
  const k = repeated.reduce((least, { n }) => Math.min(least, n), MOST_DRAWS);
  const mean = (of: typeof passHatK): MetricValue => {
    const { num, den } = meanOf(repeated.flatMap((unit) => of(unit, k) ?? [])) as Ratio;
    return metricValue('ratio', num, den);
  };
  const flaky = metricValue('count', repeated.filter(isFlaky).length);
  return { count: repeated.length, k, values: [mean(passHatK), mean(passAtK), flaky] };
}

/** What gates on `REPEATS_METRICS` are judged by. */
export function observeRepeats(
  units: readonly Repeated[],
): ReadonlyMap<string, Omit<Observation, 'unmeasured'>> {
  const values = measureRepeats(units)?.values;
  const why = units.length === 0 ? 'no other gate says which runs pass' : 'nothing ran twice';
  return new Map(
    REPEATS_METRICS.map((spec, i) => [
      spec.id,
      { spec, value: values?.[i] ?? null, interval: null, why },
    ]),
  );
}

/** How reliable things with several runs are, without their number; null when there are none. */
function reportUnits(units: readonly NamedRuns[]): (RepeatedUnits & { count: number }) | null {
  const measured = measureRepeats(units);
  if (measured === null) return null;
  const { count, k, values } = measured;
  const flaky = units.filter(isFlaky);
  return {
    count,
    k,
    passHatK: metricNumber(values[0]),
    passAtK: metricNumber(values[1]),
    flaky: {
      total: flaky.length,
      items: flaky.slice(0, EVIDENCE_CAP).map(({ name, k: passed, n }) => ({ name, k: passed, n })),
    },
  };
}

/** How reliable the tests with several runs are; null when there are none. */
export function repeatsReport(tests: readonly TestReport[]): RepeatsReport | null {
  const found = reportUnits(tests.map(({ name, passing: { k, n } }) => ({ name, k, n })));
  if (found === null) return null;
  const { count, ...units } = found;
  return { tests: count, ...units };
}

/** How reliable the cases with several runs are; null when there are none. */
export function caseRepeatsReport(cases: readonly NamedRuns[]): CaseRepeatsReport | null {
  const found = reportUnits(cases);
  if (found === null) return null;
  const { count, ...units } = found;
  return { cases: count, ...units };
}
