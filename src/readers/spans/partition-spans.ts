import { type Issue, type Json, type JsonObject, type Place } from '#core';
import { readAgentEvent } from '../agent-events/agent-event.ts';
import { readIssue } from '../records/read-codes.ts';
import type { PartitionSink } from '../trace-format.ts';
import { unpack, type WrapSpans } from './envelope.ts';
import type { Span } from './span.ts';

/** The key of a trace; spans without a trace id belong with all the others of their file. */
export function keyOfTrace(traceId: string | null, file: string | undefined): string {
  return traceId === null ? `in ${file}` : `id ${traceId}`;
}

/** Whether a log record belongs to the conventions, and not to the program. */
export function isOfModel({ events, attributes }: Span): boolean {
  return (
    events.some(({ name }) => name.startsWith('gen_ai.')) ||
    attributes.has('gen_ai.output.messages')
  );
}

/** The issue for a value in the place of a span. */
export function badSpan(where: Place, pointer: string, message: string): Issue<'TRACE_SCHEMA'> {
  const place = { ...where, pointer: (where.pointer ?? '') + pointer };
  return readIssue('TRACE_SCHEMA', message, { where: place });
}

/** Splits a record of spans and log records by trace. */
export function partitionSpans(record: Json, where: Place, sink: PartitionSink): void {
  const groups = new Map<WrapSpans, Map<string, JsonObject[]>>();
  let hasOthers = false;
  const add = ({ traceId }: Span, item: JsonObject, wrap: WrapSpans | null): void => {
    const key = keyOfTrace(traceId, where.file);
    if (wrap === null) {
      sink.part(key, item, where);
      return;
    }
    let group = groups.get(wrap);
    if (group === undefined) groups.set(wrap, (group = new Map()));
    const items = group.get(key);
    if (items === undefined) group.set(key, [item]);
    else items.push(item);
  };
  unpack(record, {
    span: add,
    log: (log, item, wrap) => {
      // Events of agents depend on each other, so they stay in memory.
      if (readAgentEvent(log) !== null) sink.rest(wrap([item]), where);
      else if (isOfModel(log)) add(log, item, wrap);
      else hasOthers = true;
    },
    other: () => {
      hasOthers = true;
    },
    bad: (pointer, message) => sink.error(badSpan(where, pointer, message)),
  });
  for (const [wrap, group] of groups)
    for (const [key, items] of group) sink.part(key, wrap(items), where);
  if (hasOthers) sink.rest({ resourceMetrics: [] }, where);
}
