import { isJsonObject, type Json, type JsonObject } from '#core';
import { type Attributes, readAttributes } from './attributes.ts';
import { readJaegerSpan } from './jaeger.ts';
import { foldRow, isTableRow } from './table-row.ts';
import { readLogRecord, readSpan, type Span } from './span.ts';

/** Takes the spans of a record. */
export interface SpanSink {
  span(span: Span): void;
  /** A log record, shaped as a span of no length. */
  log(span: Span): void;
  /** A record of another signal. */
  other(): void;
  /** Something in the place of a span that is none. */
  bad(pointer: string, message: string): void;
}

/** Unpacks a record: OTLP, Jaeger, a list or page of spans, or one span. */
export function unpack(record: Json, sink: SpanSink): void {
  if (!isJsonObject(record)) sink.bad('', 'a span must be an object');
  else if (isOtlp(record)) unpackOtlp(record, sink);
  else if (Array.isArray(record.data)) unpackData(record.data, sink);
  else if (isJaegerTrace(record)) unpackJaeger(record, '', sink);
  else if (Array.isArray(record.spans)) unpackSpans(record.spans, '/spans', null, sink);
  else unpackSpan(record, '', null, sink);
}

/** Whether a record is one of OTLP's, of whatever signal. */
export function isOtlp(record: JsonObject): boolean {
  return 'resourceSpans' in record || 'resourceLogs' in record || 'resourceMetrics' in record;
}

/** Whether a record is a trace of Jaeger's. */
export function isJaegerTrace(record: JsonObject): boolean {
  return typeof record.traceID === 'string' && Array.isArray(record.spans);
}

const SIGNALS = [
  { outer: 'resourceSpans', scopes: ['scopeSpans', 'instrumentationLibrarySpans'], inner: 'spans' },
  {
    outer: 'resourceLogs',
    scopes: ['scopeLogs', 'instrumentationLibraryLogs'],
    inner: 'logRecords',
  },
] as const;

function unpackOtlp(record: JsonObject, sink: SpanSink): void {
  if ('resourceMetrics' in record) sink.other();
  for (const { outer, scopes, inner } of SIGNALS) {
    for (const [resource, at] of itemsOf(record[outer], `/${outer}`, sink)) {
      const attributes = isJsonObject(resource.resource)
        ? readAttributes(resource.resource.attributes)
        : null;
      const scope = scopes.find((key) => resource[key] !== undefined) ?? scopes[0];
      for (const [one, place] of itemsOf(resource[scope], `${at}/${scope}`, sink)) {
        if (inner === 'spans')
          unpackSpans(one.spans, `${place}/spans`, attributes ?? new Map(), sink);
        else unpackLogs(one.logRecords, `${place}/logRecords`, attributes, sink);
      }
    }
  }
}

function unpackLogs(
  list: Json | undefined,
  pointer: string,
  resource: Attributes | null,
  sink: SpanSink,
): void {
  for (const [item, at] of itemsOf(list, pointer, sink)) {
    const log = readLogRecord(item, resource);
    if (log === null) sink.bad(`${at}/attributes`, 'attributes must be a list of keys and values');
    else sink.log(log);
  }
}

/** Traces of Jaeger's, or a page of Phoenix's spans. */
function unpackData(list: readonly Json[], sink: SpanSink): void {
  for (const [item, at] of itemsOf(list, '/data', sink)) {
    if (isJaegerTrace(item)) unpackJaeger(item, at, sink);
    else unpackSpan(item, at, null, sink);
  }
}

function unpackJaeger(trace: JsonObject, pointer: string, sink: SpanSink): void {
  for (const [item, at] of itemsOf(trace.spans, `${pointer}/spans`, sink)) {
    const span = readJaegerSpan(item, trace.processes);
    if (span === null) sink.bad(`${at}/tags`, 'tags must be a list of keys and values');
    else sink.span(span);
  }
}

function unpackSpans(
  list: Json | undefined,
  pointer: string,
  resource: Attributes | null,
  sink: SpanSink,
): void {
  for (const [item, at] of itemsOf(list, pointer, sink)) unpackSpan(item, at, resource, sink);
}

function unpackSpan(
  item: JsonObject,
  pointer: string,
  resource: Attributes | null,
  sink: SpanSink,
): void {
  const isSpan = typeof item.name === 'string' || item.attributes !== undefined;
  const span = isSpan ? readSpan(isTableRow(item) ? foldRow(item) : item, resource) : null;
  if (span !== null) sink.span(span);
  else if (isSpan) sink.bad(`${pointer}/attributes`, 'attributes must be a list or an object');
  else
    sink.bad(pointer, 'this is neither OTLP (resourceSpans) nor a span with a name and attributes');
}

/** The objects of a list with their places; whatever else is there is said to be wrong. */
function itemsOf(
  list: Json | undefined,
  pointer: string,
  sink: SpanSink,
): (readonly [JsonObject, string])[] {
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) {
    sink.bad(pointer, 'this must be a list');
    return [];
  }
  return (list as readonly Json[]).flatMap((item, index) => {
    if (isJsonObject(item)) return [[item, `${pointer}/${index}`] as const];
    sink.bad(`${pointer}/${index}`, 'this must be an object');
    return [];
  });
}
