import { expect, test } from 'vitest';
import { hostileComparison } from '../fixtures/hostile-comparison.ts';
import { largeReport, sampleReport } from '../fixtures/reports.ts';
import { indexReport } from './report-index.ts';

test('evals come first, and each row names what was missed and what was unexpected', () => {
  const { evals, rows, words } = indexReport(sampleReport());
  expect(evals).toBe(1);
  expect(rows.map(([, name]) => name)).toEqual([
    'orders',
    'research-agent picks search then fetch',
    'refunds the right order',
    'answers small talk without a tool',
    'books a table in 東京 🍣',
    'reads the calendar before it writes',
  ]);
  const named = (places: readonly number[]): readonly (string | undefined)[] =>
    places.map((place) => words[place]);
  const [missed = [], unexpected = [], others = []] = (rows[1]?.slice(7) ?? []) as number[][];
  expect(named(missed)).toEqual(['fetch']);
  expect(named(unexpected)).toEqual(['shell.exec']);
  expect(named(others)).toEqual(['search', 'brave.web_search', 'google.search', 'http.get']);
});

test('a row shows the first gate that did not hold', () => {
  const { rows, words } = indexReport(sampleReport());
  const gate = rows[2]?.[4];
  const metric = words.indexOf('all_required_calls_made');
  expect(gate).toEqual([metric, '==', 1, 0.6667, 'ratio', [0.2076, 0.9386], 0]);
});

test('a row counts runs and cases that fail, and gates that did not hold', () => {
  const { rows } = indexReport(sampleReport());
  // Two of five measured cases fail, one could not be measured; one of three runs passes.
  expect(rows[0]?.slice(5, 7)).toEqual([
    [1, 2],
    [2, 5],
  ]);
  expect(rows[2]?.slice(5, 7)).toEqual([
    [2, 3],
    [2, 3],
  ]);
});

test('a row without gates says so', () => {
  const report = sampleReport();
  const tests = report.tests.map((entry) => ({ ...entry, gates: [] }));
  expect(indexReport({ ...report, tests }).rows[1]?.[4]).toBe(0);
});

test('a tool that many tests call is written once', () => {
  const { words } = indexReport(largeReport(50));
  expect(words.filter((word) => word === 'brave.web_search')).toHaveLength(1);
});

test('a comparison is in words, without the comparison itself', () => {
  const baseline = hostileComparison('orders');
  const { about, compared } = indexReport({ ...sampleReport(), baseline });
  expect('baseline' in about).toBe(false);
  expect(compared?.headline).toMatch(/^regression, 8 of 50 tests worse/);
  expect(compared?.parts.map(({ name, worse }) => [name, worse.total])).toEqual([
    ['orders', 8],
    ['orders', 8],
  ]);
  expect(compared?.parts[1]?.details.map(({ title }) => title)).not.toContain('now failing');
});

test('the index keeps warnings, suites and totals but no evidence', () => {
  const report = sampleReport();
  const { about } = indexReport(report);
  expect(about).toEqual({
    schemaVersion: 1,
    verdict: 'fail',
    totals: report.totals,
    issues: report.issues,
    suites: report.suites,
    version: '0.1.0',
    timing: report.timing,
  });
});

test('what runs with several models has a row that leads to each of them', () => {
  const report = sampleReport();
  const [first] = report.tests;
  const [entry] = report.evals;
  if (first === undefined || entry === undefined) throw new Error('the sample is empty');
  const ran = (model: string): { name: string; variant: { of: string; model: string } } => ({
    name: `orders (${model})`,
    variant: { of: 'orders', model },
  });
  const tests = [
    { ...first, ...ran('a') },
    { ...first, ...ran('b'), gates: [], passing: { ...first.passing, k: 3, n: 4 } },
  ];
  const evals = [{ ...entry, ...ran('b') }];
  expect(indexReport(report).variants).toBeUndefined();
  expect(indexReport({ ...report, tests, evals }).variants).toEqual({
    models: ['a', 'b'],
    rows: [
      [
        'orders',
        [
          [1, '75 %'],
          [2, '3/4'],
        ],
      ],
      ['orders', [0, [0, '60 %']]],
    ],
  });
});
