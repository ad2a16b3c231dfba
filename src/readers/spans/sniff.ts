import { isJsonObject, type Json, type JsonObject } from '#core';
import { objectsIn } from '../draft/json-parts.ts';
import { isJaegerTrace, isOtlp } from './envelope.ts';
import { SPAN_KIND } from './openinference.ts';
import { isTableRow } from './table-row.ts';

/** The dialect of a record of spans; null for other records. */
export function spanDialect(record: Json): 'openinference' | 'otlp' | null {
  if (!isJsonObject(record)) return null;
  const spans = rawSpans(record);
  const isEnvelope = isOtlp(record) || spans.some(({ isSure }) => isSure);
  if (!isEnvelope && !spans.some(({ span }) => looksLikeSpan(span))) return null;
  return spans.some(({ span }) => speaksOpenInference(span)) ? 'openinference' : 'otlp';
}

interface RawSpan {
  readonly span: JsonObject;
  /** Whether its envelope alone says what it is. */
  readonly isSure: boolean;
}

function rawSpans(record: JsonObject): RawSpan[] {
  if (isOtlp(record)) {
    return objectsIn(record.resourceSpans)
      .flatMap((resource) => objectsIn(resource.scopeSpans ?? resource.instrumentationLibrarySpans))
      .flatMap((scope) => objectsIn(scope.spans))
      .map((span) => ({ span, isSure: true }));
  }
  if (isJaegerTrace(record)) return jaegerSpans(record);
  if (Array.isArray(record.data))
    return objectsIn(record.data).flatMap((trace) =>
      isJaegerTrace(trace) ? jaegerSpans(trace) : [{ span: trace, isSure: false }],
    );
  const list = Array.isArray(record.spans) ? objectsIn(record.spans) : [record];
  return list.map((span) => ({ span, isSure: false }));
}

function jaegerSpans(trace: JsonObject): RawSpan[] {
  return objectsIn(trace.spans).map((span) => ({ span, isSure: true }));
}

const CONVENTION = /^(?:gen_ai\.|mcp\.|openinference|llm\.|ai\.|traceloop\.|whichtool\.)/;

/** A name and attributes alone are not enough: a convention must be used, or an id as tracers write it. */
function looksLikeSpan(span: JsonObject): boolean {
  if (isTableRow(span)) return true;
  if (typeof span.name !== 'string' || typeof span.attributes !== 'object') return false;
  const { context } = span;
  if (isJsonObject(context) && typeof (context.trace_id ?? context.traceId) === 'string')
    return true;
  return keysOf(span.attributes).some((key) => CONVENTION.test(key));
}

function speaksOpenInference(span: JsonObject): boolean {
  if (isTableRow(span) || typeof span.span_kind === 'string') return true;
  return keysOf(span.attributes ?? span.tags).some(
    (key) => key === SPAN_KIND || key === 'openinference',
  );
}

function keysOf(attributes: Json | undefined): string[] {
  if (isJsonObject(attributes)) return Object.keys(attributes);
  return objectsIn(attributes).flatMap(({ key }) => (typeof key === 'string' ? [key] : []));
}
