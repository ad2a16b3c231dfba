// Copilot CLI and Copilot SDK events (~/.copilot/session-state/<id>/events.jsonl, and --output-format json), by the schema
// in 1.0.102 and tried with 1.0.102.
import { isJsonObject, type Json, type JsonObject, type Place } from '#core';
import { readIssue } from '../../records/read-codes.ts';
import type { Assembler, TraceFormat, TraceOutput } from '../../trace-format.ts';
import { EventLog } from './event-log.ts';

/** Events of Copilot: one run per session. */
export const copilotCliFormat: TraceFormat = {
  id: 'copilot-cli',
  title: 'Copilot CLI events',
  joinsFiles: false,
  sniff: (record) => (isEvent(record) && looksLikeOurs(record) ? 'part' : 'none'),
  open: (output) => new Events(output),
};

function isEvent(record: Json): record is JsonObject & { readonly type: string } {
  if (!isJsonObject(record) || typeof record.type !== 'string') return false;
  return isJsonObject(record.data) || record.type === 'result';
}

const OURS = /^(?:session|assistant|tool|user|subagent|skill|system|permission|model|hook)\.[a-z]/;

function looksLikeOurs(record: JsonObject & { readonly type: string }): boolean {
  return OURS.test(record.type) && typeof record.id === 'string' && 'parentId' in record;
}

class Events implements Assembler {
  readonly #output: TraceOutput;
  #log: EventLog | null = null;

  constructor(output: TraceOutput) {
    this.#output = output;
  }

  add(record: Json, where: Place): void {
    if (!isEvent(record)) {
      const message = 'an event must have a type and data';
      this.#output.error(readIssue('TRACE_SCHEMA', message, { where }));
      return;
    }
    if (record.type === 'session.start') this.end();
    this.#log ??= new EventLog(where);
    this.#log.add(record, where);
  }

  end(): void {
    if (this.#log !== null) this.#output.trace(this.#log.finish(), this.#log.where);
    this.#log = null;
  }
}
