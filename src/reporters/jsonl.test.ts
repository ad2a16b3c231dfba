import type { Report } from '#core';
import { expect, test } from 'vitest';
import { evidenceReport, manyRunsReport } from './fixtures/evidence-report.ts';
import { sampleReport } from './fixtures/reports.ts';
import { jsonl } from './jsonl.ts';

function read(report: Report): Record<string, unknown>[] {
  const text = [...jsonl(report, { color: false, width: 80 })].join('');
  return text
    .trimEnd()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line));
}

const records = read(sampleReport());

test('there is a line for each test, eval and case, and a summary at the end', () => {
  expect(records.map((record) => record['kind'])).toEqual([
    'test',
    'test',
    'test',
    'test',
    'test',
    'eval',
    'case',
    'case',
    'case',
    'case',
    'case',
    'case',
    'summary',
  ]);
});

test('a line holds all of its test', () => {
  const [first] = sampleReport().tests;
  expect(records[0]).toEqual({ kind: 'test', ...first });
});

test('a case says which eval it belongs to, and the eval leaves its cases to their lines', () => {
  expect(records[7]).toEqual({ kind: 'case', eval: 'orders', id: 'order-2', verdict: 'fail' });
  expect(records[5]).not.toHaveProperty('cases');
});

test('the summary has the verdict and the totals', () => {
  expect(records[12]).toMatchObject({
    kind: 'summary',
    schemaVersion: 1,
    verdict: 'fail',
    totals: { runs: 13, calls: 25 },
  });
});

test('a case has its evidence as columns, and whole', () => {
  const found = read(evidenceReport()).find(({ id }) => id === 'c33');
  expect(Object.keys(found ?? {})).toEqual([
    'kind',
    'eval',
    'id',
    'verdict',
    'where',
    'question',
    'expected',
    'called',
    'evidence',
  ]);
  expect(found).toMatchObject({
    where: 'traces/prod.jsonl:33',
    question: 'what about order A-33?',
    expected: 'get_order_status {"order_id":"A-33","lang":"en"}',
    called: 'get_order_status {"order_id":"A-1","lang":"en"}',
    evidence: { calls: [{ verdict: 'mismatch' }] },
  });
});

test('a listed run has a line of its own, and is not in the line of its test', () => {
  const [first, second] = read(manyRunsReport());
  expect(first).not.toHaveProperty('listedRuns');
  expect(second).toMatchObject({
    kind: 'run',
    test: 'research-agent picks search then fetch',
    run: 15,
    verdict: 'fail',
    called: 'brave.web_search {"q":"announcement"}; shell.exec {"command":"curl"}',
    expected: 'search; fetch',
  });
});
