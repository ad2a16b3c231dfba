// Gemini CLI sessions (~/.gemini/tmp/<project>/chats/session-*.jsonl, .json before 0.30) and its stream-json, read in
// 0.61 and tried with 0.61.0.
import { isJsonObject, type Json, type Place } from '#core';
import { textOf } from '../../draft/text-of.ts';
import { readIssue } from '../../records/read-codes.ts';
import type { Assembler, TraceFormat, TraceOutput } from '../../trace-format.ts';
import { buildSessions } from './build-run.ts';
import { isHeader, isMessage, isUpdate, Session } from './session.ts';
import { isStreamLine, StreamRun } from './stream-run.ts';

/** Sessions of Gemini CLI, with those of their sub-agents, and streams of its command line. */
export const geminiCliFormat: TraceFormat = {
  id: 'gemini-cli',
  title: 'Gemini CLI sessions and streams',
  joinsFiles: true,
  sniff: (record) =>
    isHeader(record) || isUpdate(record) || isStreamLine(record) || isSure(record)
      ? 'part'
      : 'none',
  open: (output) => new Sessions(output),
};

/** A message whose type no other format has. */
function isSure(record: Json): boolean {
  return isMessage(record) && isJsonObject(record) && record.type === 'gemini';
}

class Sessions implements Assembler {
  readonly #output: TraceOutput;
  readonly #sessions: Session[] = [];
  #last: { readonly file: string; readonly session: Session } | null = null;
  #stream: StreamRun | null = null;

  constructor(output: TraceOutput) {
    this.#output = output;
  }

  add(record: Json, where: Place): void {
    if (isJsonObject(record) && (isStreamLine(record) || this.#isInStream(where))) {
      if (this.#stream !== null && record.type === 'init') this.#endStream();
      this.#stream ??= new StreamRun(where);
      this.#stream.add(record, where);
    } else if (isHeader(record) || isUpdate(record) || isMessage(record))
      this.#sessionOf(record, where).add(record, where);
    else {
      const message = 'a record must be a session, a message with id and type, or a change of them';
      this.#output.error(readIssue('TRACE_SCHEMA', message, { where }));
    }
  }

  *end(): Generator<void> {
    this.#endStream();
    yield* buildSessions(this.#sessions, this.#output);
  }

  #isInStream({ file }: Place): boolean {
    return this.#stream !== null && this.#stream.where.file === file;
  }

  #endStream(): void {
    if (this.#stream !== null) this.#output.trace(this.#stream.finish(), this.#stream.where);
    this.#stream = null;
  }

  /** The first line of a file begins a session, and so does that of another session. */
  #sessionOf(record: Json, where: Place): Session {
    const file = where.file ?? '';
    const last = this.#last?.file === file ? this.#last.session : null;
    const id = isHeader(record) && isJsonObject(record) ? textOf(record.sessionId) : null;
    if (last !== null && (id === null || last.id === id)) return last;
    const session = new Session(where, id);
    this.#sessions.push(session);
    this.#last = { file, session };
    return session;
  }
}
