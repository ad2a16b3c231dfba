import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { metricNumber, type MetricValue } from '../metrics/metric.ts';
import { caseRepeatsReport, observeRepeats, repeatsReport } from './repeats-report.ts';
import type { TestReport } from '../report/report.ts';
import { shareReport } from '../report/share-report.ts';

function test(name: string, k: number, n: number): TestReport {
  return {
    name,
    verdict: 'pass',
    runs: n,
    errors: 0,
    repeated: true,
    scores: [],
    gates: [],
    passing: shareReport(k, n),
    unmeasured: { total: 0, items: [] },
    suite: null,
  };
}

it('says how reliable tests with several runs are, and which are flaky', () => {
  // R25 and R26 at k = 4, with a test that ran once beside them.
  const tests = [4, 3, 2, 0, 4].map((k, i) => test(`t${i}`, k, 4));
  expect(repeatsReport([...tests, test('once', 0, 1)])).toEqual({
    tests: 5,
    k: 4,
    passHatK: 0.4,
    passAtK: 0.8,
    flaky: {
      total: 2,
      items: [
        { name: 't1', k: 3, n: 4 },
        { name: 't2', k: 2, n: 4 },
      ],
    },
  });
});

it('says nothing where each test ran once', () => {
  expect(repeatsReport([test('once', 1, 1), test('never', 0, 0)])).toBeNull();
});

it('says nothing of tests whose runs may have different inputs', () => {
  const { repeated: _, ...unrelated } = test('two hundred traces', 150, 200);
  expect(repeatsReport([unrelated])).toBeNull();
  expect(repeatsReport([unrelated, test('repeated', 2, 2)])).toMatchObject({ tests: 1, k: 2 });
});

it('draws at most a thousand of very many runs', () => {
  // C(1999, 1000) / C(2000, 1000) is one half.
  const result = repeatsReport([test('many', 1999, 2000), test('more', 1_000_000, 1_000_000)]);
  expect(result).toMatchObject({ k: 1000, passHatK: 0.75, passAtK: 1 });
});

it('says the same of cases', () => {
  const cases = [
    { name: 'a', k: 2, n: 2 },
    { name: 'b', k: 1, n: 3 },
    { name: 'once', k: 0, n: 1 },
  ];
  // pass^2 of b is 0, pass@2 of b is 1 - C(2, 2) / C(3, 2).
  expect(caseRepeatsReport(cases)).toEqual({
    cases: 2,
    k: 2,
    passHatK: 0.5,
    passAtK: 0.8333,
    flaky: { total: 1, items: [{ name: 'b', k: 1, n: 3 }] },
  });
  const values = [...observeRepeats(cases).values()].map(({ value }) => value);
  expect(values).toEqual([
    { unit: 'ratio', num: 3n, den: 6n },
    { unit: 'ratio', num: 5n, den: 6n },
    { unit: 'count', num: 1n, den: 1n },
  ]);
});

it('rounds as the exact fractions do, of which it makes no use', () => {
  const unit = fc
    .tuple(fc.integer({ min: 2, max: 60 }), fc.nat(), fc.boolean())
    .map(([n, k, isLarge]) => {
      const runs = isLarge ? n * 101 : n;
      return { name: 'u', k: k % (runs + 1), n: runs };
    });
  fc.assert(
    fc.property(fc.array(unit, { minLength: 1, maxLength: 6 }), (units) => {
      const result = caseRepeatsReport(units);
      const exact = [...observeRepeats(units).values()].map(({ value }) =>
        metricNumber(value as MetricValue),
      );
      expect([result?.passHatK, result?.passAtK, result?.flaky.total]).toEqual(exact);
    }),
  );
});
