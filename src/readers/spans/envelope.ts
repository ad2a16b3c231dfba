import { isJsonObject, type Json, type JsonObject } from '#core';
import { type Attributes, readAttributes } from './attributes.ts';
import { readJaegerSpan } from './jaeger.ts';
import { foldRow, isTableRow } from './table-row.ts';
import { readLogRecord, readSpan, scopeOf, type Span } from './span.ts';

/** Receives the spans of a record. */
export interface SpanSink {
  /** `item` is the span as it was written; `wrap` makes a record of such items, and is null where each is a record. */
  span(span: Span, item: JsonObject, wrap: WrapSpans | null): void;
  /** A log record, shaped as a span of no length. */
  log(span: Span, item: JsonObject, wrap: WrapSpans): void;
  /** A record of another signal. */
  other(): void;
  /** A value in the place of a span that is not a span. */
  bad(pointer: string, message: string): void;
}

/** Makes a record of spans, with what was written once for all of them. */
export type WrapSpans = (items: readonly JsonObject[]) => JsonObject;

/** Unpacks a record: OTLP, Jaeger, a list or page of spans, or a single span. */
export function unpack(record: Json, sink: SpanSink): void {
  if (!isJsonObject(record)) sink.bad('', 'a span must be an object');
  else if (isOtlp(record)) unpackOtlp(record, sink);
  else if (Array.isArray(record.data)) unpackData(record.data, sink);
  else if (isJaegerTrace(record)) unpackJaeger(record, '', sink);
  else if (Array.isArray(record.spans)) unpackSpans(record.spans, '/spans', NO_ORIGIN, sink);
  else unpackSpan(record, () => '', NO_ORIGIN, sink);
}

/** What OTLP says once for several spans. */
interface Origin {
  readonly resource: Attributes | null;
  readonly scope: string | null;
  readonly wrap: WrapSpans | null;
}

const NO_ORIGIN: Origin = { resource: null, scope: null, wrap: null };

/** Whether a record is from OTLP, of any signal. */
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
    eachItem(record[outer], `/${outer}`, sink, (resource, at) => {
      if (!isHolder(resource, [...scopes, 'resource'])) {
        sink.bad(at(), `this has no ${scopes[0]}`);
        return;
      }
      const attributes = isJsonObject(resource.resource)
        ? readAttributes(resource.resource.attributes)
        : null;
      const scope = scopes.find((key) => resource[key] !== undefined) ?? scopes[0];
      eachItem(resource[scope], `${at()}/${scope}`, sink, (container, place) => {
        if (!isHolder(container, [inner, 'scope', 'instrumentationLibrary'])) {
          sink.bad(place(), `this has no ${inner}`);
          return;
        }
        const wrap: WrapSpans = (items) => ({
          [outer]: [{ ...resource, [scope]: [{ ...container, [inner]: items }] }],
        });
        const origin = {
          resource: attributes ?? new Map(),
          scope: scopeOf(container.scope ?? container.instrumentationLibrary),
          wrap,
        };
        if (inner === 'spans') unpackSpans(container.spans, `${place()}/spans`, origin, sink);
        else unpackLogs(container.logRecords, `${place()}/logRecords`, { attributes, wrap }, sink);
      });
    });
  }
}

/** Whether an object is one of OTLP's containers of spans. An empty container omits its list. */
function isHolder(value: JsonObject, members: readonly string[]): boolean {
  const keys = Object.keys(value);
  return keys.length === 0 || keys.some((key) => members.includes(key));
}

function unpackLogs(
  list: Json | undefined,
  pointer: string,
  { attributes, wrap }: { readonly attributes: Attributes | null; readonly wrap: WrapSpans },
  sink: SpanSink,
): void {
  eachItem(list, pointer, sink, (item, at) => {
    const log = readLogRecord(item, attributes);
    if (log === null)
      sink.bad(`${at()}/attributes`, 'attributes must be a list of keys and values');
    else sink.log(log, item, wrap);
  });
}

/** Traces of Jaeger's, or a page of Phoenix's spans. */
function unpackData(list: readonly Json[], sink: SpanSink): void {
  eachItem(list, '/data', sink, (item, at) => {
    if (isJaegerTrace(item)) unpackJaeger(item, at(), sink);
    else unpackSpan(item, at, NO_ORIGIN, sink);
  });
}

function unpackJaeger(trace: JsonObject, pointer: string, sink: SpanSink): void {
  const wrap: WrapSpans = (spans) => ({ ...trace, spans });
  eachItem(trace.spans, `${pointer}/spans`, sink, (item, at) => {
    const span = readJaegerSpan(item, trace.processes);
    if (span === null)
      sink.bad(at(), 'a span of Jaeger has a traceID, and tags as a list of keys and values');
    else sink.span(span, item, wrap);
  });
}

function unpackSpans(
  list: Json | undefined,
  pointer: string,
  origin: Origin,
  sink: SpanSink,
): void {
  eachItem(list, pointer, sink, (item, at) => unpackSpan(item, at, origin, sink));
}

function unpackSpan(
  item: JsonObject,
  at: () => string,
  { resource, scope, wrap }: Origin,
  sink: SpanSink,
): void {
  const isSpan = typeof item.name === 'string' || item.attributes !== undefined;
  const span = isSpan ? readSpan(isTableRow(item) ? foldRow(item) : item, resource, scope) : null;
  if (span !== null) sink.span(span, item, wrap);
  else if (isSpan)
    sink.bad(at(), 'a span has a traceId and, as lists or objects, attributes with typed values');
  else sink.bad(at(), 'this is neither OTLP (resourceSpans) nor a span with a name and attributes');
}

/** Passes the objects of a list with their places to the caller, and reports all other values. */
function eachItem(
  list: Json | undefined,
  pointer: string,
  sink: SpanSink,
  take: (item: JsonObject, at: () => string) => void,
): void {
  if (list === undefined || list === null) return;
  if (!Array.isArray(list)) {
    sink.bad(pointer, 'this must be a list');
    return;
  }
  (list as readonly Json[]).forEach((item, index) => {
    if (isJsonObject(item)) take(item, () => `${pointer}/${index}`);
    else sink.bad(`${pointer}/${index}`, 'this must be an object');
  });
}
