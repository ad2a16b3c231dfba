import type { Report } from '#core';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { csv } from './csv.ts';
import { evidenceReport, manyRunsReport } from './fixtures/evidence-report.ts';
import { gate } from './fixtures/parts.ts';
import { hostileReport, PAYLOADS, sampleReport } from './fixtures/reports.ts';

function read(report: Report): Record<string, string>[] {
  const text = [...csv(report, { color: false, width: 80 })].join('');
  return parse<Record<string, string>>(text, { columns: true });
}

test('a row holds a metric of a test and the gate on it', () => {
  const row = read(sampleReport()).find((each) => each['metric'] === 'tool_selection.f1');
  expect(row).toEqual({
    kind: 'test',
    name: 'research-agent picks search then fetch',
    scorer: 'equal_function_sets',
    key: '',
    metric: 'tool_selection.f1',
    unit: 'percent',
    observed: '75',
    op: '>=',
    value: '80',
    value_to: '',
    outcome: 'fail',
    source: 'suite',
    interval_low: '',
    interval_high: '',
    verdict: 'fail',
    runs: '2',
    errors: '0',
    suite_file: 'whichtool.yaml',
    suite_line: '2',
    tool: '',
    called: '',
    display_name: '',
    judged: '',
    case: '',
    where: '',
    question: '',
    expected: '',
    answer: '',
    model: '',
  });
});

test('a range has two values, and a metric without a gate none', () => {
  const rows = read(sampleReport());
  const range = rows.find((row) => row['metric'] === 'num_unrequired_calls');
  expect([range?.['op'], range?.['value'], range?.['value_to']]).toEqual(['between', '0', '2']);
  const free = rows.find((row) => row['metric'] === 'tool_selection.recall');
  expect([free?.['op'], free?.['value'], free?.['outcome']]).toEqual(['', '', '']);
});

test('two gates on one metric are two rows', () => {
  const report = sampleReport();
  const [first] = report.tests;
  if (first === undefined) throw new Error('the sample has tests');
  const gates = [
    gate('tool_selection.f1', '>=', 80, 75, 'fail'),
    gate('tool_selection.f1', '<=', 99, 75, 'pass'),
  ];
  const rows = read({ ...report, tests: [{ ...first, gates }], evals: [] });
  const ops = rows.filter((row) => row['metric'] === 'tool_selection.f1').map((row) => row['op']);
  expect(ops).toEqual(['>=', '<=']);
});

test('a gate on something that was not measured, and a test with nothing at all, have a row too', () => {
  const report = sampleReport();
  const [first] = report.tests;
  if (first === undefined) throw new Error('the sample has tests');
  const gates = [gate('no_tool.rate', '==', 1, null, 'error', { unit: 'ratio' })];
  const rows = read({
    ...report,
    tests: [
      { ...first, scores: [], gates },
      { ...first, name: 'bare', scores: [], gates: [] },
    ],
    evals: [],
  });
  expect(rows.map((row) => [row['name'], row['metric'], row['observed'], row['outcome']])).toEqual([
    ['research-agent picks search then fetch', 'no_tool.rate', 'not measured', 'error'],
    ['bare', '', '', ''],
  ]);
});

test('a case has a row with its evidence, after the figures of its eval', () => {
  const rows = read(evidenceReport());
  const cases = rows.filter((row) => row['kind'] === 'case');
  expect(cases).toHaveLength(38);
  expect(rows.slice(-38)).toEqual(cases);
  expect(cases[0]).toMatchObject({
    name: 'orders',
    metric: '',
    verdict: 'fail',
    runs: '',
    case: 'c1',
    where: 'traces/prod.jsonl:1',
    question: "where's my package?",
    expected: 'get_order_status {"order_id":"A-1"}',
    called: 'get_order_history {"user_id":"U-1"}',
    answer: 'Your package left the warehouse this morning.',
    model: 'gpt-5-mini',
  });
  expect(cases.find((row) => row['case'] === 'c28')?.['expected']).toBe('(none)');
  expect(cases.find((row) => row['case'] === 'c32')?.['called']).toBe('(none)');
});

test('a listed run of a test has a row, too', () => {
  const runs = read(manyRunsReport()).filter((row) => row['kind'] === 'run');
  expect(runs.map((row) => row['case'])).toEqual(
    Array.from({ length: 13 }, (_, i) => String(15 * (i + 1))),
  );
  expect(runs[0]?.['where']).toBe('traces/research.jsonl:15');
});

test.each(PAYLOADS)('%j makes no cell a formula, no row longer and no row more', (payload) => {
  const text = [...csv(hostileReport(payload), { color: false, width: 80 })].join('');
  const rows = parse(text);
  // A header, then four tests and one eval, each with two metrics, one of them under three gates, and twelve runs or
  // eleven cases with evidence; four figures of a tool and two cells.
  expect(rows).toHaveLength(1 + 4 * (4 + 12) + (4 + 11) + 4 + 2);
  for (const row of rows) {
    expect(row).toHaveLength(29);
    for (const cell of row) expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠\t\r]/);
  }
});
