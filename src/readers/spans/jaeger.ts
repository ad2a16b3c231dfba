import { isJsonObject, type Json, type JsonObject } from '#core';
import { statusOfFlag } from '../draft/read-status.ts';
import { textOf } from '../draft/text-of.ts';
import { type Attributes, readAttributes } from './attributes.ts';
import {
  failureIn,
  type Outcome,
  readId,
  readMoment,
  readOutcome,
  type Span,
  type SpanEvent,
} from './span.ts';

/** Reads a span as Jaeger's JSON has it: tags instead of attributes, microseconds, its program looked up by an id. */
export function readJaegerSpan(span: JsonObject, processes: Json | undefined): Span | null {
  const attributes = isJsonObject(span.tags) ? null : readAttributes(span.tags);
  if (attributes === null || typeof span.traceID !== 'string') return null;
  const events = readLogs(span.logs);
  const startMs = readMoment(span.startTime, 'us');
  const duration = typeof span.duration === 'number' ? span.duration / 1000 : null;
  const outcome = outcomeOf(attributes);
  const description = textOf(attributes.get('otel.status_description'));
  return {
    traceId: readId(span.traceID),
    spanId: readId(span.spanID),
    parentId: parentOf(span.references) ?? readId(span.parentSpanID),
    name: textOf(span.operationName) ?? '',
    isServer: attributes.get('span.kind') === 'server',
    startMs,
    endMs: startMs === null || duration === null ? null : startMs + duration,
    attributes,
    service: serviceOf(processes, span.processID),
    scope: textOf(attributes.get('otel.scope.name')) ?? textOf(attributes.get('otel.library.name')),
    outcome: outcome ?? 'unset',
    failure: outcome === 'error' ? (description ?? failureIn(events)) : null,
    events,
  };
}

/** A failed span has the tag `error`, and a status code where it comes from OpenTelemetry. A tag of null is not set. */
function outcomeOf(attributes: Attributes): Outcome {
  const code = readOutcome(attributes.get('otel.status_code') ?? undefined);
  const flag = attributes.get('error') ?? undefined;
  const failure = statusOfFlag(flag === 'true' || flag === 'false' ? flag === 'true' : flag);
  return failure === 'error' || failure === 'unreadable' ? failure : code;
}

function parentOf(references: Json | undefined): string | null {
  if (!Array.isArray(references)) return null;
  const parent = references.find(
    (reference: Json) => isJsonObject(reference) && reference.refType !== 'FOLLOWS_FROM',
  );
  return isJsonObject(parent) ? readId(parent.spanID) : null;
}

function serviceOf(processes: Json | undefined, id: Json | undefined): string | null {
  if (!isJsonObject(processes) || typeof id !== 'string' || !Object.hasOwn(processes, id))
    return null;
  const process = processes[id];
  return isJsonObject(process) ? textOf(process.serviceName) : null;
}

function readLogs(value: Json | undefined): SpanEvent[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((log: Json) => {
    const attributes: Attributes | null = isJsonObject(log) ? readAttributes(log.fields) : null;
    if (attributes === null) return [];
    return [{ name: textOf(attributes.get('event')) ?? '', attributes }];
  });
}
