import { isJsonObject, type Json, type JsonObject, type Place, type Trace } from '#core';
import { readAnthropicMessage } from '../../dialects/anthropic/message.ts';
import { RunDraft } from '../../draft/run-draft.ts';

/** Whether a record is a line of a transcript: a role, and a message with content. */
export function isTranscriptLine(record: Json): boolean {
  if (!isJsonObject(record) || 'type' in record || !isJsonObject(record.message)) return false;
  const isRole = record.role === 'user' || record.role === 'assistant';
  return isRole && Array.isArray(record.message.content) && !('role' in record.message);
}

/** What the user wrote, within what Cursor adds to it. */
const QUERY = /<user_query>\s*([^]*?)\s*<\/user_query>/;

/**
 * A transcript of Cursor's agent. It has no results, no ids and no end, and versions differ in which calls they write, so
 * that its runs are always partial.
 */
export class TranscriptRun {
  readonly where: Place;
  readonly #draft: RunDraft;

  constructor(where: Place) {
    this.where = where;
    this.#draft = new RunDraft(where);
    this.#draft.isPartial = true;
  }

  add({ role, message }: JsonObject, where: Place): void {
    const read = readAnthropicMessage({ ...(message as JsonObject), role: role ?? null });
    if (read === null) this.#draft.rejectType('message', 'unreadable', where);
    else if (read.role === 'user')
      this.#draft.addText('user', QUERY.exec(read.text)?.[1] ?? read.text);
    else this.#draft.addMessage(read);
  }

  finish(): Trace {
    if (this.#draft.turn === 0) this.#draft.error ??= 'the transcript has no answer of the model';
    return this.#draft.finish();
  }
}
