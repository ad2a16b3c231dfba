import { expect, it } from 'vitest';
import type { EvalReport, Report, TestReport } from '#core';
import { findMissingTraces, openinference } from './annotations.ts';
import { otlp } from './logs.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const OPTIONS = { color: false, width: 100 };
const score = {
  scorer: 'equal_function_sets',
  key: null,
  metrics: { 'tool_selection.f1': 50, 'tool_selection.order_violations': null },
  missed: ['fetch'],
  unexpected: ['shell.exec'],
  notMeasured: { 'tool_selection.order_violations': 'no times' },
};
const part = { verdict: 'fail', runs: 1, errors: 0, scores: [score], gates: [] };
const report = {
  version: '1.2.3',
  suites: [{ file: 'whichtool.yaml', sha256: 'abc' }],
  tests: [
    {
      ...part,
      name: 'searches',
      gates: [{ metric: 'tool_selection.f1', pass: false }],
      listedRuns: [
        { run: 1, verdict: 'fail', evidence: { where: 'spans.json:1', trace: TRACE } },
        { run: 2, verdict: 'error', evidence: { where: 'runs.json:1' } },
      ],
    } as unknown as TestReport,
  ],
  evals: [
    {
      ...part,
      name: 'orders',
      cases: [
        {
          id: 'a',
          verdict: 'pass',
          evidence: {
            where: 'spans.json:2',
            trace: TRACE,
            expected: { calls: [{ tool: 'get' }], agreed: ['ann', 'bob'] },
          },
        },
      ],
    } as unknown as EvalReport,
  ],
} as unknown as Report;

type Values = Readonly<Record<string, string | number>>;

interface Attribute {
  readonly key: string;
  readonly value: { stringValue?: string; doubleValue?: number; intValue?: string };
}

function valuesOf({ attributes }: { attributes: readonly Attribute[] }): Values {
  return Object.fromEntries(
    attributes.map(({ key, value: { stringValue, doubleValue, intValue } }) => [
      key,
      stringValue ?? doubleValue ?? Number(intValue),
    ]),
  );
}

it('writes an event for each run, case and metric, with the trace that it is about', () => {
  const { resourceLogs } = JSON.parse([...otlp(report, OPTIONS)].join('')) as {
    resourceLogs: {
      scopeLogs: { logRecords: { traceId?: string; attributes: Attribute[] }[] }[];
    }[];
  };
  const records = resourceLogs[0]?.scopeLogs[0]?.logRecords ?? [];
  const shown = records.map((record) => {
    const values = valuesOf(record);
    return [
      values['gen_ai.evaluation.name'],
      values['gen_ai.evaluation.score.value'],
      values['gen_ai.evaluation.score.label'],
      record.traceId,
    ];
  });
  const f1 = ['tool_selection.f1', 50, undefined, undefined];
  const order = ['tool_selection.order_violations', undefined, 'not measured', undefined];
  const whole = ['whichtool.verdict', 0, 'fail', undefined];
  expect(shown).toEqual([
    ['whichtool.verdict', 0, 'fail', TRACE],
    ['whichtool.verdict', undefined, 'error', undefined],
    whole,
    f1,
    order,
    ['whichtool.verdict', 1, 'pass', TRACE],
    whole,
    f1,
    order,
  ]);
  expect(valuesOf(records[2] ?? { attributes: [] })).toMatchObject({
    'gen_ai.evaluation.explanation': 'gates that did not hold: tool_selection.f1',
    'whichtool.test': 'searches',
    'whichtool.suite.sha256': 'abc',
  });
  expect(valuesOf(records[1] ?? { attributes: [] })['error.type']).toBe('not_measured');
  expect(valuesOf(records[3] ?? { attributes: [] })['gen_ai.evaluation.explanation']).toBe(
    'missed: fetch; unexpected: shell.exec',
  );
});

it('annotates the traces that runs came from, with labels of people', () => {
  const text = [...openinference(report, OPTIONS)].join('');
  const { resourceSpans } = JSON.parse(text) as {
    resourceSpans: {
      scopeSpans: { spans: { traceId: string; spanId: string; attributes: Attribute[] }[] }[];
    }[];
  };
  const spans = resourceSpans[0]?.scopeSpans[0]?.spans ?? [];
  expect(spans.map(({ traceId }) => traceId)).toEqual([TRACE, TRACE]);
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(2);
  expect(spans.every(({ spanId }) => /^[0-9a-f]{16}$/.test(spanId))).toBe(true);
  expect(valuesOf(spans[0] ?? { attributes: [] })).toMatchObject({
    'annotations.0.annotation.score': 0,
    'annotations.0.annotation.label': 'fail',
    'annotations.0.annotation.annotator_kind': 'CODE',
  });
  expect(valuesOf(spans[1] ?? { attributes: [] })).toMatchObject({
    'annotations.1.annotation.label': 'get',
    'annotations.1.annotation.annotator_kind': 'HUMAN',
    'annotations.1.annotation.identifier': 'ann, bob',
  });
  expect([...openinference(report, OPTIONS)].join('')).toBe(text);
});

it('runs that did not come from OpenTelemetry are reported, as they have no annotation', () => {
  expect(findMissingTraces(report)).toBeNull();
  const text = JSON.stringify(report).replaceAll(/"trace":"[0-9a-f]{32}",?/g, '');
  const other = JSON.parse(text.replaceAll(',}', '}')) as typeof report;
  expect(findMissingTraces(other)).toContain('no run has a trace id');
  expect([...openinference(other, OPTIONS)].join('')).toContain('"spans":[]');
});
