// Codex rollouts (~/.codex/sessions/**/rollout-*.jsonl and .jsonl.zst), read in the source up to 0.169 and tried with
// 0.169.0: one line per record, with a type and a payload. Rollouts of 2025 before 0.30 have no envelope.
import { isJsonObject, type Json, type JsonObject, type Place } from '#core';
import { textOf } from '../../draft/text-of.ts';
import { readIssue } from '../../records/read-codes.ts';
import type { Assembler, TraceFormat, TraceOutput } from '../../trace-format.ts';
import { buildRuns } from './build-run.ts';
import { isEnvelope } from './envelope.ts';
import { Thread } from './thread.ts';

/** Rollouts of Codex: one run per thread, with the threads of its sub-agents. */
export const codexFormat: TraceFormat = {
  id: 'codex',
  title: 'Codex rollouts',
  joinsFiles: true,
  sniff: (record) => (isEnvelope(record) ? 'part' : 'none'),
  open: (output) => new Rollouts(output),
};

/** Keeps the threads of all files, since sub-agents and forks have files of their own. */
class Rollouts implements Assembler {
  readonly #output: TraceOutput;
  readonly #threads: Thread[] = [];
  /** The thread of the line before, and its file. */
  #last: { readonly file: string; readonly thread: Thread } | null = null;

  constructor(output: TraceOutput) {
    this.#output = output;
  }

  add(record: Json, where: Place): void {
    if (!isJsonObject(record) || typeof record.type !== 'string' || !isJsonObject(record.payload)) {
      const message = 'a line of a rollout must have a type and a payload';
      this.#output.error(readIssue('TRACE_SCHEMA', message, { where }));
      return;
    }
    this.#threadOf(record, record.payload, where).add(record, record.payload, where);
  }

  end(): Generator<void> {
    return buildRuns(this.#threads, this.#output);
  }

  /** A new file, or the record of another session, begins a thread. A fork repeats the sessions that it was made of. */
  #threadOf(record: JsonObject, payload: JsonObject, where: Place): Thread {
    const file = where.file ?? '';
    const last = this.#last?.file === file ? this.#last.thread : null;
    const isMeta = record.type === 'session_meta';
    const id = isMeta ? (textOf(payload.id) ?? textOf(payload.session_id)) : null;
    if (last !== null && (!isMeta || last.belongs(id, record))) return last;
    const thread = new Thread(where, isMeta ? payload : null);
    this.#threads.push(thread);
    this.#last = { file, thread };
    return thread;
  }
}
