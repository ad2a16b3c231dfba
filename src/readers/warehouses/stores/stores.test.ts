import { describe, expect, test } from 'vitest';
import { type Json, type JsonObject, toNativeTrace, type Trace } from '#core';
import { loadStoreFormat } from '../load-store-format.ts';
import { runByRun } from '../run-by-run.ts';
import { chooseStore } from '../choose-store.ts';
import type { WarehouseStore } from '../store.ts';
import { STORES } from './index.ts';

const AT = '2026-04-01T12:00:00.5Z';
const LATER = '2026-04-01T12:00:02Z';
const CALL = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search' };

/** Rows of a run with the call `search {"q":1}` that succeeds, and the call `fetch` that fails; by the id of the store. */
const ROWS: { readonly [store: string]: readonly JsonObject[] } = {
  otel: [
    {
      TraceId: 'aa',
      SpanId: '01',
      Timestamp: AT,
      SpanName: 'execute_tool search',
      Duration: '1500000',
      SpanAttributes: { ...CALL, 'gen_ai.tool.call.arguments': '{"q":1}' },
      StatusCode: 'Ok',
    },
    {
      TraceId: 'aa',
      SpanId: '02',
      Timestamp: LATER,
      SpanName: 'execute_tool fetch',
      Duration: 1,
      SpanAttributes: { ...CALL, 'gen_ai.tool.name': 'fetch' },
      StatusCode: 'Error',
      'Events.Name': ['exception'],
      'Events.Attributes': [{ 'exception.message': 'boom' }],
    },
  ],
  'otel-json': [
    {
      TraceId: 'aa',
      SpanId: '01',
      Timestamp: AT,
      SpanName: 'execute_tool search',
      SpanAttributes: {
        gen_ai: {
          operation: { name: 'execute_tool' },
          tool: { name: 'search', call: { arguments: { q: 1 } } },
        },
      },
      StatusCode: 'Ok',
      Duration: 5,
    },
    {
      TraceId: 'aa',
      SpanId: '02',
      Timestamp: LATER,
      SpanName: 'execute_tool fetch',
      SpanAttributes: { gen_ai: { operation: { name: 'execute_tool' }, tool: { name: 'fetch' } } },
      StatusCode: 'Error',
      Duration: 5,
    },
  ],
  langfuse: [
    langfuse({ span_id: '1', name: 'search', input: '{"q":1}' }),
    langfuse({ span_id: '2', name: 'fetch', level: 'ERROR', start_time: LATER }),
  ],
  'langfuse-core': [
    langfuse({
      span_id: '0',
      type: 'GENERATION',
      tool_calls: ['{"id":"c1","arguments":"{\\"q\\":1}"}', '{"id":"c2","arguments":"{}"}'],
      tool_call_names: ['search', 'fetch'],
    }),
    langfuse({ span_id: '1', name: 'search', start_time: LATER }),
    langfuse({ span_id: '2', name: 'fetch', level: 'ERROR', start_time: LATER }),
  ],
  'langfuse-v3': [
    langfuse({ id: '1', parent_observation_id: '', name: 'search', input: '{"q":1}' }),
    langfuse({ id: '2', parent_observation_id: null, name: 'fetch', level: 'ERROR' }),
  ],
  signoz: [
    signoz({
      span_id: '1',
      attributes_string: { ...CALL, 'gen_ai.tool.call.arguments': '{"q":1}' },
    }),
    signoz({
      span_id: '2',
      timestamp: LATER,
      has_error: true,
      attributes_string: { ...CALL, 'gen_ai.tool.name': 'fetch' },
      events: ['{"name":"exception","attributeMap":{"exception.message":"boom"}}'],
    }),
  ],
  opik: [
    opik({ id: 'a', name: 'search', input: '{"q":1}' }),
    opik({ id: 'b', name: 'fetch', input: '', start_time: LATER, error_info: '{"message":"no"}' }),
  ],
  weave: [
    weave({ span_id: '1', tool_name: 'search', tool_call_arguments: '{"q":1}' }),
    weave({ span_id: '2', tool_name: 'fetch', started_at: LATER, status_code: 'ERROR' }),
  ],
  laminar: [
    laminar({ span_id: '1', name: 'search', input: '{"q":1}' }),
    laminar({ span_id: '2', name: 'fetch', input: '', start_time: LATER, status: 'error' }),
  ],
  phoenix: [
    phoenix({ span_id: '1', name: 'search', attributes: { input: { value: '{"q":1}' } } }),
    phoenix({ span_id: '2', name: 'fetch', start_time: LATER, status_code: 'ERROR' }),
  ],
};

function langfuse(row: JsonObject): JsonObject {
  const common = { project_id: 'p', trace_id: 'aa', type: 'TOOL', level: 'DEFAULT', output: '"x"' };
  return { ...common, start_time: AT, end_time: LATER, event_ts: AT, is_deleted: 0, ...row };
}

function signoz(row: JsonObject): JsonObject {
  return { trace_id: 'aa', timestamp: AT, name: 'execute_tool', duration_nano: '5', ...row };
}

function opik(row: JsonObject): JsonObject {
  const ids = { workspace_id: 'w', project_id: 'p', trace_id: 'aa', parent_span_id: '\0\0' };
  const times = { start_time: AT, end_time: LATER, last_updated_at: AT };
  return { ...ids, ...times, type: 'tool', output: '{"output":"x"}', error_info: '', ...row };
}

function weave(row: JsonObject): JsonObject {
  return {
    project_id: 'p',
    trace_id: 'aa',
    span_name: 'execute_tool',
    operation_name: 'execute_tool',
    started_at: AT,
    ended_at: LATER,
    created_at: AT,
    status_code: 'OK',
    error_type: '',
    tool_call_arguments: '',
    ...row,
  };
}

function laminar(row: JsonObject): JsonObject {
  const ids = { project_id: 'p', trace_id: 'aa' };
  const times = { start_time: AT, end_time: LATER };
  return { ...ids, ...times, span_type: 6, output: '"x"', status: '', attributes: '{}', ...row };
}

function phoenix(row: JsonObject): JsonObject {
  const { attributes = {}, name = '', ...rest } = row;
  return {
    trace_rowid: 1,
    span_kind: 'TOOL',
    start_time: AT,
    end_time: LATER,
    status_code: 'OK',
    name,
    attributes: { tool: { name }, ...(attributes as JsonObject) },
    events: [],
    ...rest,
  };
}

async function read(store: WarehouseStore, rows: readonly JsonObject[]): Promise<Json[]> {
  const format = runByRun(await loadStoreFormat(store), store.id);
  const traces: Trace[] = [];
  const assembler = format.open({
    trace: (trace) => traces.push(trace),
    error: (issue) => expect(issue).toBeNull(),
    warn: (issue) => expect(issue).toBeNull(),
  });
  for (const row of rows) {
    const value = store.toRecord(row, 'aa');
    // A record must be one that the format knows.
    expect(format.sniff(value)).not.toBe('none');
    assembler.add(value, { file: 'x?run=aa' });
  }
  for (const _ of assembler.end() ?? []);
  return traces.map((trace) => JSON.parse(JSON.stringify(toNativeTrace(trace))) as Json);
}

describe.each(STORES.map((store) => [store.id, store] as const))('%s', (id, store) => {
  const rows = ROWS[id] ?? [];

  test('rows become the calls of a run', async () => {
    expect(await read(store, rows)).toMatchObject([
      {
        id: 'aa',
        tool_calls: [
          { name: 'search', arguments: { q: 1 }, status: 'ok' },
          { name: 'fetch', status: 'error' },
        ],
      },
    ]);
  });

  test('is recognised by its columns, and a missing one is named', () => {
    const columns = new Map(store.required.map(({ name, type }) => [name, sample(type)]));
    const table = { engine: store.engine, name: store.tables[0]!, columns, label: 'x' } as const;
    expect(chooseStore(table, { store: null, mapping: null }).id).toBe(id);
    for (const { name } of store.required) {
      const rest = new Map([...columns].filter(([column]) => column !== name));
      expect(() => chooseStore({ ...table, columns: rest }, { store: id, mapping: null })).toThrow(
        `no column "${name}"`,
      );
    }
  });
});

function sample(type: RegExp | undefined): string {
  return type === undefined ? 'String' : type.test('Map(') ? 'Map(String, String)' : 'JSON';
}

test('answers of Laminar that are kept in another table make a run partial, with a warning', async () => {
  const store = STORES.find(({ id }) => id === 'laminar')!;
  const format = runByRun(await loadStoreFormat(store), store.id);
  const traces: Trace[] = [];
  const output = {
    trace: (trace: Trace) => traces.push(trace),
    error: (issue: object) => expect(issue).toBeNull(),
    warn: (issue: object) => expect(issue).toBeNull(),
  };
  const hashed = { span_type: 1, name: 'chat', output: '', output_message_hashes: ['h1'] };
  const assembler = format.open(output);
  for (const row of [
    laminar({ span_id: '1', ...hashed }),
    laminar({ span_id: '2', name: 'search', input: '{}', start_time: LATER }),
  ])
    assembler.add(store.toRecord(row, 'aa'), { file: 'x?run=aa' });
  for (const _ of assembler.end() ?? []);
  expect(traces).toMatchObject([
    { partial: true, issues: [{ code: 'READ_ANSWER_MISSING' }], calls: [{ name: 'search' }] },
  ]);
  // Without a tool that ran, nothing says what was called.
  const alone = format.open(output);
  alone.add(store.toRecord(laminar({ span_id: '1', ...hashed }), 'aa'), { file: 'x?run=aa' });
  for (const _ of alone.end() ?? []);
  expect(traces[1]).toMatchObject({ fault: { code: 'READ_ANSWER_MISSING' }, calls: [] });
});
