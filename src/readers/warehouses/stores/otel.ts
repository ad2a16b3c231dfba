import type { JsonObject } from '#core';
import type { NeededColumn, WarehouseStore } from '../store.ts';
import { type GenAiColumns, genAiCalls, genAiCounts } from './genai-counts.ts';
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

/** What statements need of both forms. */
const SPAN = {
  span: 'SpanId',
  parent: 'ParentSpanId',
  name: 'SpanName',
  scope: 'ScopeName',
  isError: "StatusCode = 'Error'",
  hasMessageEvents: "arrayExists(_event -> _event != 'exception', `Events.Name`)",
  needs: ['ParentSpanId', 'ScopeName', 'StatusCode', 'Events.Name'],
} as const;

const mapText = (key: string): string => `SpanAttributes['${key}']`;
const MAP: GenAiColumns = { ...SPAN, attribute: mapText, keys: 'mapKeys(SpanAttributes)' };

const jsonText = (key: string): string => `ifNull(toString(SpanAttributes.\`${key}\`), '')`;
const JSON_FORM: GenAiColumns = {
  ...SPAN,
  attribute: jsonText,
  keys: 'JSONAllPaths(SpanAttributes)',
};

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
  calls: genAiCalls(MAP),
  counted: genAiCounts(MAP),
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
  calls: genAiCalls(JSON_FORM),
  counted: genAiCounts(JSON_FORM),
  toRecord: (row: JsonObject) => toSpan(row),
};
