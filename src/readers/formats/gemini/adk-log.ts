import { isJsonObject, type Json, type JsonObject, type Place } from '#core';
import { textOf } from '../../draft/text-of.ts';
import { readIssue } from '../../records/read-codes.ts';
import type { TraceOutput } from '../../trace-format.ts';
import { pick } from './exchange.ts';
import { Invocation } from './invocation.ts';

/** Whether a record is an event of ADK. */
export function isEvent(
  record: Json | undefined,
): record is JsonObject & { readonly author: string } {
  return (
    isJsonObject(record) &&
    typeof record.author === 'string' &&
    typeof pick(record, 'invocationId') === 'string'
  );
}

/** Whether a record is a session, or a list of events: then it has all its runs in it. */
export function isSession(record: Json): boolean {
  const events = eventsOf(record);
  return events !== null && isEvent(events[0]);
}

/** Whether a record is an eval set: what should be called, not what was. */
export function isEvalSet(record: Json): record is JsonObject {
  return isJsonObject(record) && Array.isArray(pick(record, 'evalCases'));
}

function eventsOf(record: Json): readonly Json[] | null {
  const events = isJsonObject(record) ? record.events : record;
  return Array.isArray(events) ? events : null;
}

/** Makes a run of each invocation, in sessions or in loose events. */
export class AdkLog {
  readonly #output: TraceOutput;
  readonly #loose = new Map<string, Invocation>();

  constructor(output: TraceOutput) {
    this.#output = output;
  }

  addEvent(event: JsonObject, where: Place): void {
    gather(this.#loose, event, where);
  }

  addSession(session: Json, where: Place): void {
    const runs = new Map<string, Invocation>();
    let isWhole = true;
    const pointer = `${where.pointer ?? ''}${isJsonObject(session) ? '/events' : ''}`;
    for (const [index, event] of (eventsOf(session) ?? []).entries()) {
      const place = { ...where, pointer: `${pointer}/${index}` };
      if (isEvent(event)) gather(runs, event, place);
      else {
        this.#output.error(readIssue('TRACE_SCHEMA', 'this is not an event', { where: place }));
        isWhole = false;
      }
    }
    for (const run of runs.values()) {
      // What cannot be read may be a call of any of them.
      if (!isWhole) run.draft.isPartial = true;
      if (isJsonObject(session)) noteSession(run, session);
      this.#emit(run);
    }
  }

  end(): void {
    for (const run of this.#loose.values()) this.#emit(run);
  }

  #emit(run: Invocation): void {
    this.#output.trace(run.finish(), run.draft.where);
  }
}

function gather(runs: Map<string, Invocation>, event: JsonObject, where: Place): void {
  const id = textOf(pick(event, 'invocationId'));
  const run = runs.get(id ?? '') ?? new Invocation(id, where);
  runs.set(id ?? '', run);
  run.add(event);
}

function noteSession({ draft }: Invocation, session: JsonObject): void {
  const id = textOf(session.id);
  const app = textOf(pick(session, 'appName'));
  if (id !== null) draft.metadata.set('session', id);
  if (app !== null) draft.metadata.set('app', app);
}
