// Cursor: stream-json of the command line, by its documentation of 2026 (the program is closed and was not tried), and the
// lines of agent-transcripts.
import { isJsonObject, type Json, type JsonObject, type Place } from '#core';
import { readIssue } from '../../records/read-codes.ts';
import type { Assembler, TraceFormat, TraceOutput } from '../../trace-format.ts';
import { StreamRun } from './stream-run.ts';
import { isTranscriptLine, TranscriptRun } from './transcript-run.ts';

/** Streams of Cursor's command line, and transcripts of its agent. */
export const cursorFormat: TraceFormat = {
  id: 'cursor',
  title: 'Cursor streams and transcripts',
  joinsFiles: false,
  sniff: (record) => (isOurs(record) || isTranscriptLine(record) ? 'part' : 'none'),
  open: (output) => new Runs(output),
};

/** Claude Code writes nearly the same, but lists its tools at the start, and has no lines of type `tool_call`. */
function isOurs(record: Json): boolean {
  if (!isJsonObject(record) || typeof record.session_id !== 'string') return false;
  const { type, subtype } = record;
  if (type === 'tool_call') return isJsonObject(record.tool_call) && 'call_id' in record;
  if (type !== 'system' || subtype !== 'init') return false;
  return !('tools' in record) && !('uuid' in record) && 'permissionMode' in record;
}

class Runs implements Assembler {
  readonly #output: TraceOutput;
  readonly #streams = new Map<string, StreamRun>();
  #transcript: TranscriptRun | null = null;

  constructor(output: TraceOutput) {
    this.#output = output;
  }

  add(record: Json, where: Place): void {
    if (isTranscriptLine(record)) {
      this.#transcript ??= new TranscriptRun(where);
      this.#transcript.add(record as JsonObject, where);
    } else if (isJsonObject(record) && typeof record.type === 'string')
      this.#streamOf(record, where).add(record, where);
    else {
      const message = 'a line must be an object with a type, or with a role and a message';
      this.#output.error(readIssue('TRACE_SCHEMA', message, { where }));
    }
  }

  /** A line without a session belongs to the session before it. */
  #streamOf({ session_id: id }: JsonObject, where: Place): StreamRun {
    const key = typeof id === 'string' ? id : ([...this.#streams.keys()].at(-1) ?? '');
    const stream = this.#streams.get(key) ?? new StreamRun(where, key === '' ? null : key);
    this.#streams.set(key, stream);
    return stream;
  }

  end(): void {
    for (const run of this.#streams.values()) this.#output.trace(run.finish(), run.where);
    if (this.#transcript !== null)
      this.#output.trace(this.#transcript.finish(), this.#transcript.where);
  }
}
