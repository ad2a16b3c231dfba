// Qwen Code transcripts (~/.qwen/projects/<project>/chats/*.jsonl), read in 0.15 and tried with 0.15.10.
import { isJsonObject, type Json, type JsonObject, type Place } from '#core';
import { textOf } from '../../draft/text-of.ts';
import { readIssue } from '../../records/read-codes.ts';
import type { Assembler, TraceFormat, TraceOutput } from '../../trace-format.ts';
import { Transcript } from './transcript.ts';

/** Transcripts of Qwen Code: one run per session. Its streams are those of the Claude Agent SDK. */
export const qwenCodeFormat: TraceFormat = {
  id: 'qwen-code',
  title: 'Qwen Code transcripts',
  joinsFiles: false,
  sniff: (record) => (isLine(record) && isOurs(record) ? 'part' : 'none'),
  open: (output) => new Transcripts(output),
};

function isLine(record: Json): record is JsonObject & { readonly type: string } {
  return isJsonObject(record) && typeof record.type === 'string';
}

/** The lines look like those of Claude Code, but their messages have parts as Gemini has them. */
function isOurs({ sessionId, uuid, message, systemPayload }: JsonObject): boolean {
  if (typeof sessionId !== 'string' || typeof uuid !== 'string') return false;
  return systemPayload !== undefined || (isJsonObject(message) && Array.isArray(message.parts));
}

function hasOddId({ uuid, parentUuid }: JsonObject): boolean {
  return typeof uuid !== 'string' || (parentUuid !== null && typeof parentUuid !== 'string');
}

class Transcripts implements Assembler {
  readonly #output: TraceOutput;
  readonly #sessions = new Map<string, Transcript>();

  constructor(output: TraceOutput) {
    this.#output = output;
  }

  add(record: Json, where: Place): void {
    if (!isLine(record) || hasOddId(record)) {
      const message = 'a line of a transcript must have a type, an id and the id of its parent';
      this.#output.error(readIssue('TRACE_SCHEMA', message, { where }));
      return;
    }
    const last = [...this.#sessions.keys()].at(-1);
    const id = textOf(record.sessionId) ?? last ?? '';
    const session = this.#sessions.get(id) ?? new Transcript(where, id === '' ? null : id);
    this.#sessions.set(id, session);
    session.add(record, where);
  }

  end(): void {
    for (const session of this.#sessions.values())
      this.#output.trace(session.finish(), session.where);
  }
}
