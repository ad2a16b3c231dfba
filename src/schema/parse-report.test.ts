import type { Report } from '#core';
import { describe, expect, it } from 'vitest';
import { check } from './check.ts';
import { labelledEvalKeys } from './labelled-eval.ts';
import { parseReport } from './parse-report.ts';

const NONE = { pass: 0, fail: 0, error: 0, inconclusive: 0 };

const REPORT: Report = {
  schemaVersion: 1,
  verdict: 'fail',
  tests: [
    {
      name: 'a',
      verdict: 'fail',
      runs: 2,
      errors: 1,
      scores: [
        {
          scorer: 'equal_function_sets',
          key: null,
          tally: { tp: 1, fp: 1, fn: 1 },
          metrics: { 'tool_selection.f1': 50, 'tool_selection.f1_mean': null },
          classes: [{ name: 'fetch', hits: 0, misses: 1, recall: 0, matched_by: [] }],
          calls: [{ run: 2, call: 2, tool: 'shell.exec', verdict: 'unexpected', hint: 'x' }],
          missed: ['fetch'],
          unexpected: ['shell.exec'],
          vacuous: false,
          judged: false,
          callsTotal: { unexpected: 1 },
          misses: { total: 1, items: [{ run: 2, expected: 'fetch' }] },
          intervals: { 'tool_selection.f1': [0.1, 0.9] },
          worst: { run: 2, metric: 'tool_selection.f1', value: 50 },
          vacuousRuns: 0,
          purpose: 'score',
          displayName: null,
          units: { 'tool_selection.f1': 'percent' },
        },
      ],
      gates: [
        {
          metric: 'tool_selection.f1',
          op: 'between',
          value: [80, 100],
          observed: 50,
          pass: false,
          source: 'suite',
          outcome: 'fail',
          unit: 'percent',
          certify: false,
          interval: null,
          note: null,
        },
      ],
      passing: { k: 0, n: 2, rate: 0, interval: [0, 0.7] },
      unmeasured: {
        total: 1,
        items: [{ run: 3, code: 'TRACE_BAD_LINE', message: 'x', where: null }],
      },
      suite: { file: 'whichtool.yaml', line: 2 },
    },
  ],
  evals: [],
  totals: {
    tests: { ...NONE, fail: 1 },
    evals: NONE,
    cases: NONE,
    runs: 2,
    errors: 1,
    calls: 4,
    gates: NONE,
  },
  issues: [{ code: 'X', severity: 'warning', message: 'x', where: null, hint: null }],
  suites: [{ file: 'whichtool.yaml', sha256: 'abc' }],
  version: '0.1.0',
  timing: {},
};

function issuesOf(value: unknown): readonly string[] {
  const parsed = parseReport(typeof value === 'string' ? value : JSON.stringify(value));
  if (parsed.ok) return [];
  return parsed.issues.map(
    ({ code, where, message }) => `${code} ${where?.pointer ?? where?.offset} ${message}`,
  );
}

describe('reading a saved report', () => {
  it('gives back what was written', () => {
    expect(parseReport(JSON.stringify(REPORT))).toEqual({ ok: true, report: REPORT });
  });

  it('reads evals, shards and keys of later versions', () => {
    const [test] = REPORT.tests;
    const cases = [{ id: 'r1', verdict: 'pass' }];
    const call = { case: 'r1', call: 1, tool: 'x', verdict: 'hit' };
    const score = { ...test?.scores[0], calls: [call], worst: null };
    const later = {
      ...REPORT,
      evals: [{ ...test, scores: [score], cases, another: {} }],
      shard: { index: 1, count: 2 },
      extra: 1,
    };
    expect(issuesOf(later)).toEqual([]);
  });

  it('refuses another schema version', () => {
    expect(issuesOf({ ...REPORT, schemaVersion: 2 })).toEqual([
      'REPORT_VERSION /schemaVersion a report of schema version 2; this whichtool reads 1',
    ]);
  });

  it('refuses what is no report, and says where it breaks', () => {
    expect(issuesOf('{')).toHaveLength(1);
    expect(issuesOf('{')[0]).toMatch(/^REPORT_INVALID 1 not JSON/);
    expect(issuesOf('[]')).toEqual(['REPORT_INVALID  this is not a report of whichtool']);
    expect(issuesOf({ tool_calls: [] })).toEqual([
      'REPORT_INVALID  this is not a report of whichtool',
    ]);
    for (const text of ['{', '[]']) {
      const parsed = parseReport(text);
      expect(parsed.ok ? null : parsed.issues[0]?.hint).toBe(
        'a run saves its report with --reporter json=<file>',
      );
    }
    const [test] = REPORT.tests;
    expect(
      issuesOf({
        ...REPORT,
        verdict: 'great',
        tests: [{ ...test, runs: '2' }, 5],
        version: undefined,
      }),
    ).toEqual([
      'REPORT_INVALID  "version" is missing',
      'REPORT_INVALID /verdict "great" cannot stand here',
      'REPORT_INVALID /tests/0/runs this must be integer',
      'REPORT_INVALID /tests/1 this must be object',
    ]);
  });

  it('asks of evidence whose run or case it is', () => {
    const [test] = REPORT.tests;
    const broken = {
      ...test,
      unmeasured: { total: 1, items: [{ code: 'X', message: 'x', where: null }] },
    };
    expect(issuesOf({ ...REPORT, tests: [broken] })).toEqual([
      'REPORT_INVALID /tests/0/unmeasured/items/0 "run" is missing',
    ]);
  });
});

it('reads a confusion matrix of a version that did not compare pairs of tools', () => {
  const accuracy = { k: 1, n: 1, rate: 1, interval: [0.2, 1] };
  const written = { labels: ['a'], matrix: [[1]], accuracy, cells: [], readings: [] };
  const schema = labelledEvalKeys.confusion.optional;
  expect(check(schema, written)).toEqual([]);
  expect(
    check(schema, { ...written, mutual: [{ tools: ['a'], shares: [], rate: null }] }),
  ).not.toEqual([]);
});

it('reads failure modes that redacted values or unobserved calls decide', () => {
  const schema = labelledEvalKeys.failureModes.optional;
  const modes = Object.fromEntries(Object.keys(schema.properties ?? {}).map((key) => [key, null]));
  expect(check(schema, modes)).toEqual([]);
  expect(check(schema, { ...modes, wrong_tool: 'many' })).not.toEqual([]);
});
