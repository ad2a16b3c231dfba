import { type Json, type JsonObject } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { textOf } from '../../draft/text-of.ts';
import { parseText } from '../../spans/parse-text.ts';
import type { NeededColumn, WarehouseStore } from '../store.ts';
import { payloadOf } from './payload.ts';

const REQUIRED: readonly NeededColumn[] = [
  { name: 'span_id', use: 'the order of spans' },
  { name: 'project_id', use: 'the project' },
  { name: 'trace_id', use: 'the run' },
  { name: 'span_type', use: 'what a span is' },
  { name: 'name', use: 'the name of a tool' },
  { name: 'start_time', use: 'the start of a span' },
  { name: 'input', use: 'the arguments of a call' },
  { name: 'attributes', use: 'the attributes of a span' },
];

/** `spans` of Laminar. A body that it keeps once for several spans is in another table and not read from here. */
export const laminarStore: WarehouseStore = {
  id: 'laminar',
  title: 'Laminar',
  engine: 'clickhouse',
  tables: ['spans'],
  signature: REQUIRED,
  required: REQUIRED,
  optional: [
    'parent_span_id',
    'end_time',
    'output',
    'status',
    'model',
    'request_model',
    'response_model',
    'provider',
    'input_tokens',
    'output_tokens',
    'total_cost',
    'session_id',
    'user_id',
  ],
  row: {
    run: 'toString(trace_id)',
    time: 'start_time',
    id: 'toString(span_id)',
    project: 'toString(project_id)',
    scope: 'toString(project_id)',
  },
  join: '',
  calls: [
    {
      shape: 'row',
      where: 'span_type = 6',
      tool: 'name',
      server: null,
      arguments: 'input',
      failed: "status = 'error'",
    },
  ],
  replacement: null,
  format: 'opik',
  toRecord: (row: JsonObject) => ({
    id: textOf(row.span_id) ?? '',
    trace_id: textOf(row.trace_id) ?? '',
    project_id: textOf(row.project_id) ?? '',
    parent_span_id: isNil(row.parent_span_id) ? null : (row.parent_span_id ?? null),
    name: row.name ?? '',
    type: typeOf(row.span_type),
    start_time: row.start_time ?? null,
    end_time: row.end_time ?? null,
    input: payloadOf(row.input),
    output: payloadOf(row.output),
    model: firstText(row.response_model, row.model, row.request_model),
    provider: row.provider ?? null,
    usage: {
      prompt_tokens: row.input_tokens ?? null,
      completion_tokens: row.output_tokens ?? null,
    },
    total_estimated_cost: row.total_cost ?? null,
    metadata: objectOf(parseText(row.attributes)),
    error_info: row.status === 'error' ? { exception_type: 'error', message: 'it failed' } : null,
  }),
};

/** Models, evaluations of them, and cached answers are numbered; all other types are steps of a program. */
function typeOf(type: Json | undefined): string {
  const number = Number(type);
  return number === 1 || number === 8 ? 'llm' : number === 6 ? 'tool' : 'general';
}

function isNil(id: Json | undefined): boolean {
  return id === '' || id === '00000000-0000-0000-0000-000000000000';
}

function firstText(...values: readonly (Json | undefined)[]): string | null {
  for (const value of values) {
    const text = textOf(value);
    if (text !== null) return text;
  }
  return null;
}
