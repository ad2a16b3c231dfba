// OpenCode: `opencode export` (one session), and `opencode run --format json`; read in 1.18 and tried with 1.18.33.
import { isJsonObject, type Json, type Place } from '#core';
import { readIssue } from '../../records/read-codes.ts';
import type { Assembler, TraceFormat, TraceOutput } from '../../trace-format.ts';
import { condenseExport, isExport, type SessionExport } from './session-export.ts';
import { buildSessions } from './build-run.ts';
import { EventStream, isStreamEvent } from './event-stream.ts';

/** Exported sessions of OpenCode, with those of their sub-agents, and streams of its command line. */
export const opencodeFormat: TraceFormat = {
  id: 'opencode',
  title: 'OpenCode exports and streams',
  joinsFiles: true,
  sniff: (record) => (isExport(record) ? 'run' : isStreamEvent(record) ? 'part' : 'none'),
  open: (output) => new Sessions(output),
};

class Sessions implements Assembler {
  readonly #output: TraceOutput;
  readonly #sessions: SessionExport[] = [];
  readonly #streams = new Map<string, EventStream>();

  constructor(output: TraceOutput) {
    this.#output = output;
  }

  add(record: Json, where: Place): void {
    if (isExport(record)) this.#sessions.push(condenseExport(record.info, record.messages, where));
    else if (isJsonObject(record) && typeof record.sessionID === 'string') {
      const key = `${where.file ?? ''} ${record.sessionID}`;
      const stream = this.#streams.get(key) ?? new EventStream(where, record.sessionID);
      this.#streams.set(key, stream);
      stream.add(record, where);
    } else {
      const message = 'a record must be an exported session, or an event of a session';
      this.#output.error(readIssue('TRACE_SCHEMA', message, { where }));
    }
  }

  *end(): Generator<void> {
    for (const stream of this.#streams.values()) {
      this.#output.trace(stream.finish(), stream.where, new Set([stream.where.file ?? '']));
      yield;
    }
    yield* buildSessions(this.#sessions, this.#output);
  }
}
