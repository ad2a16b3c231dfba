import { expect, test } from 'vitest';
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
  const [, , , , , missed = [], unexpected = [], others = []] = rows[1] ?? [];
  expect(named(missed)).toEqual(['fetch']);
  expect(named(unexpected)).toEqual(['shell.exec']);
  expect(named(others)).toEqual(['search', 'brave.web_search', 'google.search', 'http.get']);
});

test('a row shows the first gate that did not hold', () => {
  const { rows, words } = indexReport(sampleReport());
  const gate = rows[2]?.[4];
  expect(gate).toEqual([words.indexOf('all_required_calls_made'), '==', 1, 0.6667, 'ratio']);
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
