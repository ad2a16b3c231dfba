import { isJsonObject, type Json, type JsonObject } from '#core';
import { listOf } from '../../draft/json-parts.ts';
import { textOf } from '../../draft/text-of.ts';
import { flattenAttributes } from './flatten-attributes.ts';
import { addNanos } from './nanos.ts';

/** A row of the exporter as a span: the columns have what OTLP has, and a duration in the place of the end. */
export function toSpan(row: JsonObject): JsonObject {
  const start = textOf(row.Timestamp);
  return {
    traceId: textOf(row.TraceId) ?? '',
    spanId: textOf(row.SpanId) ?? '',
    parentSpanId: textOf(row.ParentSpanId) ?? '',
    name: textOf(row.SpanName) ?? '',
    kind: row.SpanKind ?? '',
    startTime: start,
    endTime: start === null ? null : addNanos(start, row.Duration),
    attributes: flattenAttributes(row.SpanAttributes),
    resource: { attributes: withService(row) },
    scope: { name: row.ScopeName ?? '' },
    status: { code: row.StatusCode ?? '', message: row.StatusMessage ?? '' },
    events: eventsOf(row['Events.Name'], row['Events.Attributes']),
  };
}

function withService({ ResourceAttributes, ServiceName }: JsonObject): JsonObject {
  const attributes = flattenAttributes(ResourceAttributes);
  if (!isJsonObject(attributes)) return {};
  const service = textOf(ServiceName);
  return service === null ? attributes : { 'service.name': service, ...attributes };
}

/** The columns of nested rows are lists of the same length. */
function eventsOf(names: Json | undefined, attributes: Json | undefined): Json {
  const values = listOf(attributes);
  return listOf(names).map((name, at) => ({
    name,
    attributes: flattenAttributes(values[at]),
  }));
}
