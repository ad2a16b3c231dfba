import type { Json, JsonObject } from '#core';
import type { NeededColumn, WarehouseStore } from '../store.ts';
import { payloadOf } from './payload.ts';

const REQUIRED: readonly NeededColumn[] = [
  { name: 'id', use: 'the id of a span' },
  { name: 'workspace_id', use: 'the workspace' },
  { name: 'project_id', use: 'the project' },
  { name: 'trace_id', use: 'the run' },
  { name: 'type', use: 'what a span is' },
  { name: 'name', use: 'the name of a tool' },
  { name: 'start_time', use: 'the start of a span' },
  { name: 'input', use: 'the arguments of a call' },
  { name: 'last_updated_at', use: 'which of several states of a row counts' },
];

/** `spans` of Opik. Its ids are text of a fixed length. */
export const opikStore: WarehouseStore = {
  id: 'opik',
  title: 'Opik',
  engine: 'clickhouse',
  tables: ['spans'],
  signature: REQUIRED,
  required: REQUIRED,
  optional: [
    'parent_span_id',
    'end_time',
    'output',
    'metadata',
    'tags',
    'usage',
    'model',
    'provider',
    'total_estimated_cost',
    'error_info',
  ],
  row: {
    run: 'trace_id',
    time: 'start_time',
    id: 'id',
    project: 'project_id',
    scope: 'project_id',
  },
  join: '',
  calls: [
    {
      shape: 'row',
      where: "type = 'tool'",
      tool: 'name',
      server: null,
      arguments: 'input',
      failed: "error_info != ''",
    },
  ],
  replacement: {
    key: ['workspace_id', 'project_id', 'trace_id', 'id'],
    version: 'last_updated_at',
    deleted: null,
  },
  format: 'opik',
  toRecord: (row: JsonObject) => ({
    ...row,
    parent_span_id: withoutPadding(row.parent_span_id),
    input: payloadOf(row.input),
    output: payloadOf(row.output),
    metadata: payloadOf(row.metadata),
    error_info: payloadOf(row.error_info),
  }),
};

/** An absent id of fixed length is all NUL. */
function withoutPadding(value: Json | undefined): Json {
  const text = typeof value === 'string' ? value.replaceAll('\0', '') : '';
  return text === '' ? null : text;
}
