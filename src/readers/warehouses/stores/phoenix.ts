import type { Json, JsonObject } from '#core';
import { plainText } from '../../draft/plain-text.ts';
import { parseText } from '../../spans/parse-text.ts';
import type { NeededColumn, WarehouseStore } from '../store.ts';

const REQUIRED: readonly NeededColumn[] = [
  { name: 'trace_rowid', use: 'the run' },
  { name: 'span_id', use: 'the order of spans' },
  { name: 'span_kind', use: 'what a span is' },
  { name: 'name', use: 'the name of a span' },
  { name: 'start_time', use: 'the start of a span' },
  { name: 'attributes', use: 'the attributes of a span' },
];

/** `spans` of Phoenix on PostgreSQL; the id of a trace and the name of its project are in tables beside it. */
export const phoenixStore: WarehouseStore = {
  id: 'phoenix',
  title: 'Phoenix',
  engine: 'postgres',
  tables: ['spans'],
  signature: REQUIRED,
  required: REQUIRED,
  optional: ['parent_id', 'end_time', 'events', 'status_code', 'status_message'],
  row: {
    run: 'joined_trace.trace_id',
    time: 'base.start_time',
    id: 'base.span_id',
    project: 'joined_project.name',
    scope: null,
  },
  join:
    'JOIN {schema}.traces joined_trace ON joined_trace.id = base.trace_rowid ' +
    'JOIN {schema}.projects joined_project ON joined_project.id = joined_trace.project_rowid',
  calls: [
    {
      shape: 'row',
      where: "base.span_kind = 'TOOL'",
      tool: "coalesce(base.attributes #>> '{tool,name}', base.name)",
      server: null,
      arguments: "base.attributes #>> '{input,value}'",
      failed: "base.status_code = 'ERROR'",
    },
  ],
  replacement: null,
  format: 'openinference',
  toRecord: (row: JsonObject, run: string) => ({
    name: row.name ?? '',
    context: {
      trace_id: run === '' ? plainText(row.trace_rowid) : run,
      span_id: row.span_id ?? '',
    },
    parent_id: row.parent_id ?? null,
    span_kind: row.span_kind ?? null,
    start_time: row.start_time ?? null,
    end_time: row.end_time ?? null,
    status_code: row.status_code ?? 'UNSET',
    status_message: row.status_message ?? '',
    attributes: json(row.attributes),
    events: json(row.events) ?? [],
  }),
};

function json(value: Json | undefined): Json {
  return parseText(value) ?? null;
}
