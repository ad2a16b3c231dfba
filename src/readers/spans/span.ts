import { isJsonObject, type Json, type JsonObject } from '#core';
import { readMs, type TimeUnit } from '../draft/read-time.ts';
import { textOf } from '../draft/text-of.ts';
import { type Attributes, readAnyValue, readAttributes } from './attributes.ts';

/** A span or a log record, whichever program wrote it down. */
export interface Span {
  /** In lower case where it is hexadecimal; null where a dump has none. */
  readonly traceId: string | null;
  readonly spanId: string | null;
  readonly parentId: string | null;
  readonly name: string;
  readonly isServer: boolean;
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly attributes: Attributes;
  /** The `service.name` of the program it ran in. */
  readonly service: string | null;
  /** The instrumentation that recorded it. */
  readonly scope: string | null;
  readonly outcome: Outcome;
  /** Why it failed, in words; null when it did not, or does not say. */
  readonly failure: string | null;
  readonly events: readonly SpanEvent[];
}

/** `unset` is the status of most successful spans; null means that a dump has no status. */
export type Outcome = 'ok' | 'error' | 'unset' | 'unreadable' | null;

/** Something noted in the course of a span. */
export interface SpanEvent {
  readonly name: string;
  readonly attributes: Attributes;
}

const NOTHING: JsonObject = {};
const NO_EVENTS: readonly SpanEvent[] = [];

/** Reads a span in the form of OTLP, of console exporters, or of Phoenix; null for other values. */
export function readSpan(
  span: JsonObject,
  resource: Attributes | null,
  scope: string | null = null,
): Span | null {
  const attributes = readAttributes(span.attributes);
  const events = readEvents(span.events);
  if (attributes === null || events === null || isOddId(span.traceId)) return null;
  const context = isJsonObject(span.context) ? span.context : NOTHING;
  const plain =
    resource ?? readAttributes(isJsonObject(span.resource) ? span.resource.attributes : null);
  const { outcome, failure } = readStatus(span, events);
  return {
    traceId: readId(span.traceId ?? span.trace_id ?? context.trace_id ?? context.traceId),
    spanId: readId(span.spanId ?? span.span_id ?? context.span_id ?? context.spanId),
    parentId: readId(span.parentSpanId ?? span.parent_id ?? span.parentId),
    name: textOf(span.name) ?? '',
    isServer: isServer(span.kind),
    startMs:
      readMoment(span.startTimeUnixNano, 'ns') ?? readMoment(span.start_time ?? span.startTime),
    endMs: readMoment(span.endTimeUnixNano, 'ns') ?? readMoment(span.end_time ?? span.endTime),
    attributes: withKind(attributes, span.span_kind),
    service: textOf(plain?.get('service.name')),
    scope: scope ?? scopeOf(span.instrumentationScope ?? span.scope),
    outcome,
    failure,
    events,
  };
}

/** The name of an instrumentation scope. */
export function scopeOf(scope: Json | undefined): string | null {
  return isJsonObject(scope) ? textOf(scope.name) : null;
}

/** An id; hexadecimal ids are compared without regard to case, and `0x` is ignored. */
export function readId(value: Json | undefined): string | null {
  if (typeof value !== 'string') return null;
  if (isPlainId(value)) return value;
  const hex = /^(?:0x)?([0-9a-fA-F]+)$/.exec(value);
  const id = hex?.[1] === undefined ? value : hex[1].toLowerCase();
  return /^0*$/.test(id) ? null : id;
}

/** Whether an id is in lower case hexadecimal and not all zeros, as nearly all are: it needs no change. */
function isPlainId(value: string): boolean {
  let isZero = true;
  for (let at = 0; at < value.length; at++) {
    const unit = value.charCodeAt(at);
    if (!((unit >= 0x30 && unit <= 0x39) || (unit >= 0x61 && unit <= 0x66))) return false;
    if (unit !== 0x30) isZero = false;
  }
  return !isZero;
}

/** OTLP uses zero for an unknown time. */
export function readMoment(value: Json | undefined, unit: TimeUnit = 'guess'): number | null {
  const ms = readMs(value, unit);
  return ms === 0 ? null : ms;
}

function isServer(kind: Json | undefined): boolean {
  return kind === 2 || (typeof kind === 'string' && /(?:^|[_.])SERVER$/i.test(kind));
}

/** Phoenix has the kind of a span beside the attributes. */
function withKind(attributes: Attributes, kind: Json | undefined): Attributes {
  if (typeof kind !== 'string' || attributes.has('openinference.span.kind')) return attributes;
  return new Map([...attributes, ['openinference.span.kind', kind]]);
}

function readStatus(
  span: JsonObject,
  events: readonly SpanEvent[],
): Pick<Span, 'outcome' | 'failure'> {
  const status = isJsonObject(span.status) ? span.status : NOTHING;
  // OTLP omits a status that is not set; a bare dump of names and attributes never has a status.
  const isExport = 'endTimeUnixNano' in span || 'end_time' in span || 'endTime' in span;
  const outcome = readOutcome(codeOf(span)) ?? (isExport ? 'unset' : null);
  if (outcome !== 'error') return { outcome, failure: null };
  const description = status.message ?? status.description ?? span.status_message;
  return { outcome, failure: textOf(description) ?? failureIn(events) };
}

/** The code of a status, which may be the status itself or be beside it. OTLP omits the code of an unset status. */
function codeOf({ status, status_code: code = status }: JsonObject): Json | undefined {
  if (!isJsonObject(status)) return code;
  if ('code' in status) return status.code;
  if ('status_code' in status) return status.status_code;
  return Object.keys(status).every((key) => key === 'message' || key === 'description') ? 0 : null;
}

/** What a status code says; null without a code. */
export function readOutcome(code: Json | undefined): Outcome {
  if (code === undefined) return null;
  const word = typeof code === 'string' ? code.replace(/^.*[_.]/, '').toUpperCase() : code;
  return OUTCOMES.get(word) ?? 'unreadable';
}

const OUTCOMES: ReadonlyMap<Json, Outcome> = new Map<Json, Outcome>([
  ['', 'unset'],
  [0, 'unset'],
  [1, 'ok'],
  [2, 'error'],
  ['UNSET', 'unset'],
  ['OK', 'ok'],
  ['ERROR', 'error'],
]);

/** The message of the exception that a span recorded. */
export function failureIn(events: readonly SpanEvent[]): string | null {
  const exception = events.find(({ name }) => name === 'exception')?.attributes;
  return textOf(exception?.get('exception.message')) ?? textOf(exception?.get('exception.type'));
}

/** The events of a span; null when an event cannot be read, since it may have the answer of the model. */
function readEvents(value: Json | undefined): readonly SpanEvent[] | null {
  if (value === undefined || value === null) return NO_EVENTS;
  if (!Array.isArray(value)) return null;
  const events: SpanEvent[] = [];
  for (const event of value as readonly Json[]) {
    const attributes = isJsonObject(event) ? readAttributes(event.attributes) : null;
    if (!isJsonObject(event) || attributes === null) return null;
    events.push({ name: textOf(event.name) ?? '', attributes });
  }
  return events;
}

/** Whether an id has another kind of value. A dump without ids has no such member. */
function isOddId(id: Json | undefined): boolean {
  return id !== undefined && typeof id !== 'string';
}

/** Reads a log record as a span of no length, with its content as a single event. */
export function readLogRecord(record: JsonObject, resource: Attributes | null): Span | null {
  const attributes = readAttributes(record.attributes);
  if (attributes === null) return null;
  const name = textOf(record.eventName) ?? textOf(attributes.get('event.name'));
  const body = readAnyValue(record.body);
  const members = isJsonObject(body) ? Object.entries(body) : [['content', body] as const];
  return {
    traceId: readId(record.traceId),
    spanId: readId(record.spanId),
    parentId: null,
    name: '',
    isServer: false,
    startMs: readMoment(record.timeUnixNano, 'ns') ?? readMoment(record.observedTimeUnixNano, 'ns'),
    endMs: null,
    attributes,
    service: textOf(resource?.get('service.name')),
    scope: null,
    outcome: null,
    failure: null,
    events: name === null ? [] : [{ name, attributes: new Map([...attributes, ...members]) }],
  };
}
