import { array, constant, oneof, sample } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chdb, hasChdb, NO_CHDB, startChdb } from '../../../test/support/chdb.ts';
import { isFull } from '../../../test/support/full.ts';
import { compareRuns, suiteOf } from './fixtures/compare-runs.ts';
import { randomSpans, type SpanRow } from './fixtures/random-spans.ts';
import { classesOf, randomSuite } from './fixtures/random-suites.ts';

const COUNT = 60;
/** A run that meets one class of two, and was offered no tool of the other. */
const PLAIN_RUN: readonly SpanRow[] = [
  {
    Timestamp: '2026-04-01 12:00:00',
    SpanId: 'a',
    SpanName: 'chat m',
    SpanAttributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.output.messages':
        '[{"role":"assistant","parts":[{"type":"tool_call","id":"c","name":"get"}]}]',
      'gen_ai.tool.definitions': '[{"type":"function","name":"get"}]',
    },
  },
];
const PROJECTS: readonly (readonly (readonly SpanRow[])[])[] = [
  [PLAIN_RUN],
  ...sample(
    oneof(
      { weight: 20, arbitrary: array(randomSpans, { minLength: 1, maxLength: 5 }) },
      {
        weight: 1,
        arbitrary: constant([
          [{ SpanId: 'a', SpanName: 'GET /', SpanAttributes: { 'http.method': 'GET' } }],
        ]),
      },
    ),
    { numRuns: COUNT - 1, seed: 18 },
  ),
];
const SUITES = sample(randomSuite, { numRuns: COUNT, seed: 19 });
const NEVER_OFFERED = classesOf([['get'], ['absent']], 20);

/** Traces without any span that statements understand: runs of other conventions, and others. */
const FOREIGN: readonly object[] = [
  { 'openinference.span.kind': 'TOOL', 'tool.name': 'search' },
  { 'openinference.span.kind': 'CHAIN' },
  { 'ai.operationId': 'ai.toolCall', 'ai.toolCall.name': 'get' },
  { 'traceloop.span.kind': 'tool', 'traceloop.entity.name': 'get' },
  { 'gen_ai.tool.name': 'shell' },
  { 'gen_ai.request.model': 'm' },
  { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'get' },
  { 'mcp.method.name': 'tools/list' },
  { 'gen_ai.operation.name': 'embeddings', 'gen_ai.request.model': 'm' },
  { 'gen_ai.operation.name': 'novel', 'gen_ai.tool.name': 'get' },
];

/** The columns of the exporter, in the order of its own statement. */
const columnsOf = (attributes: string): string =>
  'Timestamp DateTime64(9), TraceId String, SpanId String, ParentSpanId String, TraceState String, ' +
  'SpanName LowCardinality(String), SpanKind LowCardinality(String), ServiceName LowCardinality(String), ' +
  `ResourceAttributes ${attributes}, ScopeName String, ScopeVersion String, SpanAttributes ${attributes}, ` +
  'Duration UInt64, StatusCode LowCardinality(String), StatusMessage String, ' +
  `Events Nested (Timestamp DateTime64(9), Name LowCardinality(String), Attributes ${attributes})`;

describe.skipIf(!isFull || !hasChdb)(
  `spans that are counted${hasChdb ? '' : `: ${NO_CHDB}`}`,
  () => {
    let engine: Chdb;
    beforeAll(async () => {
      engine = await startChdb();
    });
    afterAll(() => engine.stop());

    it.each([
      ['map', 'Map(LowCardinality(String), String)'],
      ['json', 'JSON'],
    ])(
      'in the %s form have the verdicts, exit codes and warnings of streamed ones',
      async (form, attributes) => {
        const table = `spans_${form}`;
        await engine.query(
          `CREATE TABLE ${table} (${columnsOf(attributes)}) ENGINE = MergeTree ORDER BY (ServiceName, SpanName, toDateTime(Timestamp))`,
        );
        const rows = PROJECTS.flatMap((runs, project) =>
          runs.flatMap((spans, run) =>
            spans.map((span) => ({
              ...span,
              TraceId: `${project}-${run}`,
              ServiceName: `p${project}`,
            })),
          ),
        );
        await engine.query(
          `INSERT INTO ${table} FORMAT JSONEachRow ${rows.map((row) => JSON.stringify(row)).join('\n')}`,
        );
        const seen = new Map<string, number>();
        for (const [i, { scorers, rules }] of SUITES.entries()) {
          const one = i === 0 ? NEVER_OFFERED : scorers[0]!;
          const suite = await suiteOf({ ...rules, tests: [{ name: 'only', ...one }] });
          if (suite === null) continue;
          const address = `clickhouse://127.0.0.1:${engine.port}/default/${table}?project=p${i}`;
          const { streamed, counted, why } = await compareRuns(suite, address);
          expect({ i, why, ...counted }).toEqual({ i, why, ...streamed });
          const key = `${why.length > 0 ? 'streamed' : 'counted'} ${counted.exit}`;
          seen.set(key, (seen.get(key) ?? 0) + 1);
        }
        for (const key of ['counted 0', 'counted 1', 'counted 3', 'counted 5'])
          expect([...seen.keys()]).toContain(key);
      },
      600_000,
    );

    it.each([
      ['map', 'Map(LowCardinality(String), String)'],
      ['json', 'JSON'],
    ])(
      'in the %s form of other conventions are read',
      async (form, attributesType) => {
        const table = `foreign_${form}`;
        await engine.query(
          `CREATE TABLE ${table} (${columnsOf(attributesType)}) ENGINE = MergeTree ORDER BY (ServiceName, SpanName, toDateTime(Timestamp))`,
        );
        const suite = (await suiteOf({
          tests: [{ name: 'only', ...classesOf([['get'], ['find']], 20) }],
        }))!;
        const traces = FOREIGN.flatMap((attributes, i) => [
          ...PLAIN_RUN.map((row) => ({ ...row, TraceId: `plain ${i}`, ServiceName: `f${i}` })),
          {
            ...PLAIN_RUN[0],
            SpanName: 'x',
            SpanAttributes: attributes,
            TraceId: `foreign ${i}`,
            ServiceName: `f${i}`,
          },
        ]);
        await engine.query(
          `INSERT INTO ${table} FORMAT JSONEachRow ${traces.map((row) => JSON.stringify(row)).join('\n')}`,
        );
        for (const [i, attributes] of FOREIGN.entries()) {
          const address = `clickhouse://127.0.0.1:${engine.port}/default/${table}?project=f${i}`;
          const { streamed, counted, why } = await compareRuns(suite, address);
          expect({ attributes, why, ...counted }).toEqual({ attributes, why: [], ...streamed });
        }
      },
      120_000,
    );

    it('of Langfuse are not passed where no run was offered a class', async () => {
      await engine.query(
        'CREATE TABLE events_core (project_id String, trace_id String, span_id String, parent_span_id String, ' +
          'start_time DateTime64(6), type LowCardinality(String), name String, level LowCardinality(String), ' +
          'event_ts DateTime64(3), is_deleted UInt8, tool_definitions Map(String, String), ' +
          'tool_calls Array(String), tool_call_names Array(String)) ' +
          'ENGINE = ReplacingMergeTree(event_ts, is_deleted) ORDER BY (project_id, trace_id, span_id)',
      );
      const row = {
        project_id: 'p',
        span_id: 'a',
        start_time: '2026-04-01 12:00:00',
        type: 'GENERATION',
        name: 'chat',
        level: 'DEFAULT',
        event_ts: '2026-04-01 12:00:00',
        tool_calls: ['{"id":"c","arguments":"{}"}'],
        tool_call_names: ['get'],
      };
      const offer = (trace: string, tools: object): string =>
        JSON.stringify({ ...row, trace_id: trace, tool_definitions: tools });
      const insert = (...rows: readonly string[]): Promise<string> =>
        engine.query(`INSERT INTO events_core FORMAT JSONEachRow ${rows.join('\n')}`);
      const suite = (await suiteOf({ tests: [{ name: 'only', ...NEVER_OFFERED }] }))!;
      const address = `clickhouse://127.0.0.1:${engine.port}/default/events_core`;
      await insert(offer('t1', { get: '{}' }), offer('t2', { get: '{}', mcp__a__b: '{}' }));
      const without = await compareRuns(suite, address);
      expect(without).toMatchObject({ counted: without.streamed, why: [] });
      expect(without.counted.exit).toBe(5);
      await insert(offer('t3', { absent: '{}' }));
      const offered = await compareRuns(suite, address);
      expect(offered).toMatchObject({ counted: offered.streamed, why: [] });
      expect(offered.counted.exit).toBe(0);
    });
  },
);
