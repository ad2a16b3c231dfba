import { isJsonObject, type Json, type JsonObject, type Place } from '#core';
import { readTime } from '../../draft/read-time.ts';
import { textOf } from '../../draft/text-of.ts';

/** A span, as far as it was recorded. */
export interface Span {
  readonly id: string;
  readonly traceId: string;
  readonly parentId: string | null;
  readonly startedAt: string;
  /** As recorded, for durations; null while it goes on. */
  readonly endedAt: Json;
  readonly raw: JsonObject;
  readonly type: string;
  readonly data: JsonObject;
  readonly where: Place;
}

/** Reads a `trace.span` object; a text says what is wrong with it. */
export function readSpan(raw: JsonObject, where: Place): Span | string {
  const { id, trace_id: traceId, parent_id: parentId, span_data: data } = raw;
  if (typeof id !== 'string' || id === '') return 'a span needs an id';
  if (typeof traceId !== 'string' || traceId === '') return 'a span needs a trace_id';
  if (!isJsonObject(data) || typeof data.type !== 'string')
    return 'a span needs span_data with a type';
  return {
    id,
    traceId,
    parentId: textOf(parentId),
    startedAt: readTime(raw.started_at) ?? '',
    endedAt: raw.ended_at ?? null,
    raw,
    type: data.type,
    data,
    where,
  };
}

/** By start, to the microsecond where it is recorded, then by id: the order of the records does not matter. */
export function compareSpans(a: Span, b: Span): number {
  if (a.startedAt !== b.startedAt) return a.startedAt < b.startedAt ? -1 : 1;
  const [first, second] = [a.raw.started_at, b.raw.started_at];
  if (typeof first === 'string' && typeof second === 'string' && first !== second)
    return first < second ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
