import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Chdb, hasChdb, NO_CHDB, startChdb } from '../../../../test/support/chdb.ts';
import { isFull } from '../../../../test/support/full.ts';
import { readCalls, readNative } from '../fixtures/read-address.ts';

const isSkipped = !isFull || !hasChdb;

describe.skipIf(isSkipped)(`the current ClickHouse${hasChdb ? '' : `: ${NO_CHDB}`}`, () => {
  let engine: Chdb;
  const at = (path: string): string => `clickhouse://127.0.0.1:${engine.port}/default/${path}`;
  const insert = (table: string, rows: readonly object[]): Promise<string> =>
    engine.query(
      `INSERT INTO ${table} FORMAT JSONEachRow ${rows.map((row) => JSON.stringify(row)).join('\n')}`,
    );

  beforeAll(async () => {
    engine = await startChdb();
  });
  afterAll(() => engine.stop());

  test.each([
    ['map', 'Map(LowCardinality(String), String)'],
    ['json', 'JSON'],
  ])('the table of the OpenTelemetry exporter in its %s form', async (form, attributes) => {
    const table = `otel_${form}`;
    await engine.query(
      `CREATE TABLE ${table} (Timestamp DateTime64(9), TraceId String, SpanId String, ParentSpanId String, ` +
        'SpanName LowCardinality(String), SpanKind LowCardinality(String), ServiceName LowCardinality(String), ' +
        `ResourceAttributes ${attributes}, ScopeName String, SpanAttributes ${attributes}, Duration UInt64, ` +
        'StatusCode LowCardinality(String), StatusMessage String, ' +
        `Events Nested (Timestamp DateTime64(9), Name LowCardinality(String), Attributes ${attributes})) ` +
        'ENGINE = MergeTree ORDER BY (ServiceName, SpanName, toDateTime(Timestamp))',
    );
    const span = (id: string, tool: string, more: object = {}): object => ({
      Timestamp: `2026-04-01 12:00:0${id}.123456789`,
      TraceId: 'aa11',
      SpanId: id,
      SpanName: `execute_tool ${tool}`,
      ServiceName: 'shop',
      SpanAttributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': tool,
        'gen_ai.tool.call.arguments': '{"q":"it\'s"}',
      },
      Duration: 1_500_000,
      StatusCode: 'Ok',
      ...more,
    });
    await insert(table, [
      span('2', 'fetch', {
        StatusCode: 'Error',
        'Events.Timestamp': ['2026-04-01 12:00:02'],
        'Events.Name': ['exception'],
        'Events.Attributes': [{ 'exception.message': 'boom' }],
      }),
      span('1', 'search'),
      span('3', 'late', { TraceId: 'bb22', ServiceName: 'other' }),
    ]);
    expect(await readNative(at(`${table}?project=shop`))).toMatchObject([
      {
        id: 'aa11',
        tool_calls: [
          { name: 'search', arguments: { q: "it's" }, status: 'ok', duration_ms: 1.5 },
          { name: 'fetch', status: 'error' },
        ],
      },
    ]);
    const window = 'since=2026-04-01T12:00:02.200Z&until=2026-04-01T12:00:04Z&limit=5';
    expect(await readCalls(at(`${table}?${window}`))).toEqual(['bb22: late']);
  });

  test('the events of Langfuse, replaced and deleted', async () => {
    await engine.query(
      'CREATE TABLE events_core (project_id String, trace_id String, span_id String, parent_span_id String, ' +
        'start_time DateTime64(6), end_time Nullable(DateTime64(6)), name String, type LowCardinality(String), ' +
        'level LowCardinality(String), tool_definitions Map(String, String), tool_calls Array(String), ' +
        'tool_call_names Array(String), event_ts DateTime64(3), is_deleted UInt8) ' +
        'ENGINE = ReplacingMergeTree(event_ts, is_deleted) ORDER BY (project_id, span_id)',
    );
    const row = (id: string, ts: number, more: object): object => ({
      project_id: 'p',
      trace_id: 't',
      span_id: id,
      start_time: '2026-04-01 12:00:00',
      end_time: '2026-04-01 12:00:01',
      type: 'GENERATION',
      level: 'DEFAULT',
      event_ts: `2026-04-01 12:00:0${ts}`,
      ...more,
    });
    const calls = {
      tool_calls: ['{"id":"c","arguments":"{\\"q\\":1}"}'],
      tool_call_names: ['search'],
    };
    await insert('events_core', [row('a', 1, {}), row('b', 1, { type: 'TOOL', name: 'gone' })]);
    await insert('events_core', [
      row('a', 2, { ...calls, tool_definitions: { search: '{"description":"d"}' } }),
      row('b', 2, { type: 'TOOL', name: 'gone', is_deleted: 1 }),
    ]);
    expect(await readNative(at('events_core'))).toMatchObject([
      {
        id: 't',
        tool_calls: [{ name: 'search', arguments: { q: 1 } }],
        tools: [{ name: 'search' }],
      },
    ]);
  });
});
