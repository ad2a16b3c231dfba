import { type Json, type JsonObject } from '#core';
import { listOf, objectOf } from '../../draft/json-parts.ts';
import { parseText } from '../../spans/parse-text.ts';
import type { NeededColumn, WarehouseStore } from '../store.ts';

const REQUIRED: readonly NeededColumn[] = [
  { name: 'project_id', use: 'the project' },
  { name: 'trace_id', use: 'the run' },
  { name: 'span_id', use: 'the order of spans' },
  { name: 'span_name', use: 'the name of a span' },
  { name: 'started_at', use: 'the start of a span' },
  { name: 'operation_name', use: 'what a span is' },
  { name: 'tool_name', use: 'the name of a tool' },
  { name: 'tool_call_arguments', use: 'the arguments of a call' },
  { name: 'created_at', use: 'which of several states of a row counts' },
];

/** Columns that are attributes of the conventions of OpenTelemetry under another name. */
const ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ['operation_name', 'gen_ai.operation.name'],
  ['provider_name', 'gen_ai.provider.name'],
  ['agent_name', 'gen_ai.agent.name'],
  ['request_model', 'gen_ai.request.model'],
  ['response_model', 'gen_ai.response.model'],
  ['response_id', 'gen_ai.response.id'],
  ['input_tokens', 'gen_ai.usage.input_tokens'],
  ['output_tokens', 'gen_ai.usage.output_tokens'],
  ['conversation_id', 'gen_ai.conversation.id'],
  ['tool_name', 'gen_ai.tool.name'],
  ['tool_call_id', 'gen_ai.tool.call.id'],
  ['tool_call_arguments', 'gen_ai.tool.call.arguments'],
  ['tool_call_result', 'gen_ai.tool.call.result'],
  ['tool_definitions', 'gen_ai.tool.definitions'],
  ['finish_reasons', 'gen_ai.response.finish_reasons'],
  ['error_type', 'error.type'],
]);

/** `spans` of the agents of Weave. */
export const weaveStore: WarehouseStore = {
  id: 'weave',
  title: 'Weave agents',
  engine: 'clickhouse',
  tables: ['spans'],
  signature: REQUIRED,
  required: REQUIRED,
  optional: [
    'parent_span_id',
    'ended_at',
    'status_code',
    'status_message',
    'input_messages',
    'output_messages',
    'attributes_dump',
    ...[...ATTRIBUTES.keys()].filter((name) => !REQUIRED.some((need) => need.name === name)),
  ],
  row: {
    run: 'trace_id',
    time: 'started_at',
    id: 'span_id',
    project: 'project_id',
    scope: 'project_id',
  },
  join: '',
  calls: [
    {
      shape: 'row',
      where: "operation_name = 'execute_tool'",
      tool: 'tool_name',
      server: null,
      arguments: 'tool_call_arguments',
      failed: "(status_code = 'ERROR' OR error_type != '')",
    },
  ],
  replacement: { key: ['project_id', 'trace_id', 'span_id'], version: 'created_at', deleted: null },
  format: 'otlp',
  toRecord: (row: JsonObject) => ({
    traceId: row.trace_id ?? '',
    spanId: row.span_id ?? '',
    parentSpanId: row.parent_span_id ?? '',
    name: row.span_name ?? '',
    startTime: row.started_at ?? null,
    endTime: endOf(row.ended_at),
    attributes: attributesOf(row),
    status: { code: row.status_code ?? '', message: row.status_message ?? '' },
  }),
};

/** A span without an end has the first moment of 1970. */
function endOf(end: Json | undefined): Json {
  return typeof end === 'string' && !end.startsWith('1970-01-01T00:00:00') ? end : null;
}

/** The attributes as they came in, where they were kept; the columns are extracts of them. */
function attributesOf(row: JsonObject): JsonObject {
  const columns = [...ATTRIBUTES].flatMap(([column, key]): [string, Json][] => {
    const value = row[column];
    const isSet = value !== undefined && value !== null && value !== '' && value !== 0;
    return isSet && !(Array.isArray(value) && value.length === 0) ? [[key, value]] : [];
  });
  return {
    ...messagesOf('gen_ai.input.messages', row.input_messages),
    ...messagesOf('gen_ai.output.messages', row.output_messages),
    ...Object.fromEntries(columns),
    ...objectOf(parseText(row.attributes_dump)),
  };
}

/** Messages have a role and their content as text, which may be JSON of parts. */
function messagesOf(key: string, messages: Json | undefined): JsonObject {
  const list = listOf(messages).map((message) => {
    const { role = null, content = null } = objectOf(message);
    return { role, content: parseText(content) ?? null };
  });
  return list.length === 0 ? {} : { [key]: list };
}
