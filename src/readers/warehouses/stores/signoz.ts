import type { JsonObject } from '#core';
import { listOf } from '../../draft/json-parts.ts';
import { textOf } from '../../draft/text-of.ts';
import { parseText } from '../../spans/parse-text.ts';
import { objectOf } from '../../draft/json-parts.ts';
import type { NeededColumn, WarehouseStore } from '../store.ts';
import { flattenAttributes } from './flatten-attributes.ts';
import { addNanos } from './nanos.ts';

const REQUIRED: readonly NeededColumn[] = [
  { name: 'trace_id', use: 'the run' },
  { name: 'span_id', use: 'the order of spans' },
  { name: 'timestamp', use: 'the start of a span' },
  { name: 'name', use: 'the name of a span' },
  { name: 'attributes_string', use: 'the attributes of a span', type: /^Map\(/ },
];

const attribute = (key: string): string => `attributes_string['${key}']`;

/** `signoz_index_v3` and its distributed table. */
export const signozStore: WarehouseStore = {
  id: 'signoz',
  title: 'SigNoz',
  engine: 'clickhouse',
  tables: ['distributed_signoz_index_v3', 'signoz_index_v3'],
  signature: REQUIRED,
  required: REQUIRED,
  optional: [
    'parent_span_id',
    'kind_string',
    'duration_nano',
    'status_code_string',
    'status_message',
    'has_error',
    'attributes_number',
    'attributes_bool',
    'attributes',
    'resources_string',
    'events',
  ],
  row: {
    run: 'trace_id',
    time: 'timestamp',
    id: 'span_id',
    project: "resources_string['service.name']",
    scope: null,
  },
  join: '',
  calls: [
    {
      shape: 'row',
      where: `${attribute('gen_ai.operation.name')} = 'execute_tool'`,
      tool: attribute('gen_ai.tool.name'),
      server: attribute('mcp.server.name'),
      arguments: attribute('gen_ai.tool.call.arguments'),
      failed: `(has_error OR ${attribute('error.type')} != '')`,
    },
  ],
  replacement: null,
  format: 'otlp',
  toRecord(row: JsonObject): JsonObject {
    const start = textOf(row.timestamp);
    return {
      traceId: row.trace_id ?? '',
      spanId: row.span_id ?? '',
      parentSpanId: row.parent_span_id ?? '',
      name: row.name ?? '',
      kind: row.kind_string ?? '',
      startTime: start,
      endTime: start === null ? null : addNanos(start, row.duration_nano),
      attributes: {
        ...flattenAttributes(row.attributes),
        ...objectOf(row.attributes_bool),
        ...objectOf(row.attributes_number),
        ...objectOf(row.attributes_string),
      },
      resource: { attributes: flattenAttributes(row.resources_string) },
      status: { code: statusOf(row), message: row.status_message ?? '' },
      events: listOf(row.events).map(eventOf),
    };
  },
};

function statusOf({ status_code_string: code, has_error: hasError }: JsonObject): string {
  if (typeof code === 'string' && code !== '') return code;
  return hasError === true || hasError === 1 ? 'Error' : 'Unset';
}

/** An event is JSON text: `{ name, timeUnixNano, attributeMap }`. */
function eventOf(text: unknown): JsonObject {
  const event = objectOf(parseText(text as string));
  return { name: event.name ?? '', attributes: objectOf(event.attributeMap) };
}
