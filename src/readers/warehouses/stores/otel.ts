import type { JsonObject } from '#core';
import type { NeededColumn, WarehouseStore } from '../store.ts';
import { toSpan } from './otel-span.ts';

const COMMON: readonly NeededColumn[] = [
  { name: 'TraceId', use: 'the run' },
  { name: 'SpanId', use: 'the order of spans' },
  { name: 'Timestamp', use: 'the start of a span' },
  { name: 'SpanName', use: 'the name of a span' },
];

const SHARED = {
  engine: 'clickhouse',
  tables: ['otel_traces'],
  optional: [
    'ParentSpanId',
    'SpanKind',
    'ServiceName',
    'ScopeName',
    'Duration',
    'StatusCode',
    'StatusMessage',
    'ResourceAttributes',
    'Events.Name',
    'Events.Attributes',
  ],
  row: { run: 'TraceId', time: 'Timestamp', id: 'SpanId', project: 'ServiceName', scope: null },
  join: '',
  replacement: null,
  format: 'otlp',
} as const;

/** The calls of spans by the conventions of OpenTelemetry; `attribute` is the text of an attribute. */
function callsOf(attribute: (key: string) => string): WarehouseStore['calls'] {
  return [
    {
      shape: 'row',
      where: `${attribute('gen_ai.operation.name')} = 'execute_tool'`,
      tool: attribute('gen_ai.tool.name'),
      server: attribute('mcp.server.name'),
      arguments: attribute('gen_ai.tool.call.arguments'),
      failed: `(StatusCode = 'Error' OR ${attribute('error.type')} != '')`,
    },
  ];
}

const mapText = (key: string): string => `SpanAttributes['${key}']`;
const jsonText = (key: string): string => `toString(SpanAttributes.\`${key}\`)`;

/** The table of the OpenTelemetry ClickHouse exporter, with attributes as maps of text (the default form). */
export const otelMapStore: WarehouseStore = {
  ...SHARED,
  id: 'otel',
  title: 'OpenTelemetry ClickHouse exporter (map)',
  signature: [
    { name: 'SpanAttributes', use: 'the attributes of a span', type: /^Map\(/ },
    { name: 'SpanName', use: 'the name of a span' },
  ],
  required: [
    ...COMMON,
    { name: 'SpanAttributes', use: 'the attributes of a span', type: /^Map\(/ },
  ],
  calls: callsOf(mapText),
  offered: mapText('gen_ai.tool.definitions'),
  toRecord: (row: JsonObject) => toSpan(row),
};

/** The table of the OpenTelemetry ClickHouse exporter with `json: true`: attributes are JSON columns. */
export const otelJsonStore: WarehouseStore = {
  ...SHARED,
  id: 'otel-json',
  title: 'OpenTelemetry ClickHouse exporter (JSON)',
  signature: [
    { name: 'SpanAttributes', use: 'the attributes of a span', type: /^(?:JSON|Object)/ },
    { name: 'SpanName', use: 'the name of a span' },
  ],
  required: [
    ...COMMON,
    { name: 'SpanAttributes', use: 'the attributes of a span', type: /^(?:JSON|Object)/ },
  ],
  calls: callsOf(jsonText),
  offered: jsonText('gen_ai.tool.definitions'),
  toRecord: (row: JsonObject) => toSpan(row),
};
