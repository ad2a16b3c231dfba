import { EVIDENCE_CAP } from './evidence-log.ts';
import { metricNumber, metricValue } from './metric.ts';
import type { RepeatsReport, TestReport } from './report.ts';
import type { Ratio } from './scorer.ts';
import { isFlaky, meanOf, passAtK, passHatK } from './statistics/repeats.ts';

/** How reliable the tests with several runs are; null when there are none. */
export function repeatsReport(tests: readonly TestReport[]): RepeatsReport | null {
  const repeated = tests.filter(({ passing }) => passing.n > 1);
  if (repeated.length === 0) return null;
  const k = repeated.reduce((least, { passing }) => Math.min(least, passing.n), Infinity);
  const flaky = repeated.filter(({ passing }) => isFlaky(passing));
  const mean = (of: typeof passHatK): number => {
    const { num, den } = meanOf(repeated.flatMap(({ passing }) => of(passing, k) ?? [])) as Ratio;
    return metricNumber(metricValue('ratio', num, den));
  };
  return {
    tests: repeated.length,
    k,
    passHatK: mean(passHatK),
    passAtK: mean(passAtK),
    flaky: {
      total: flaky.length,
      items: flaky
        .slice(0, EVIDENCE_CAP)
        .map(({ name, passing }) => ({ name, k: passing.k, n: passing.n })),
    },
  };
}
