import { isJsonObject, type Json, type JsonObject, type Place, type Trace } from '#core';
import { readNumber } from '../draft/read-number.ts';
import { readText } from '../draft/read-text.ts';
import { durationMs, readTime } from '../draft/read-time.ts';
import { RunDraft } from '../draft/run-draft.ts';
import { textOf } from '../draft/text-of.ts';

/** Events that repeat or prepare what other messages tell. */
const ASIDE =
  /^(?:ThoughtEvent|ModelClientStreamingChunkEvent|MemoryQueryEvent|SelectSpeakerEvent|UserInputRequestedEvent)$/;

/** One run of an agent or a team, message by message. */
export class Conversation {
  readonly draft: RunDraft;
  #first: Json | undefined;
  #last: Json | undefined;
  readonly #askedAt = new Map<string, Json | undefined>();

  constructor(where: Place) {
    this.draft = new RunDraft(where);
  }

  add(message: JsonObject): void {
    const { draft } = this;
    const { type, content, created_at: time, models_usage: usage } = message;
    const source = textOf(message.source);
    this.#first ??= time;
    this.#last = time ?? this.#last;
    if (isJsonObject(usage)) {
      // Each answer of the model tells its tokens once, on the first message that it led to.
      draft.turn += 1;
      draft.addUsage({
        inputTokens: readNumber(usage.prompt_tokens),
        outputTokens: readNumber(usage.completion_tokens),
      });
    }
    if (source !== 'user') draft.agent ??= source;
    if (type === 'ToolCallRequestEvent') this.#addCalls(content, source, time);
    else if (type === 'ToolCallExecutionEvent') this.#addResults(content, time);
    else if (typeof type === 'string' && !ASIDE.test(type)) this.#addText(content, source);
  }

  finish(): Trace {
    const { draft } = this;
    draft.startedAt = readTime(this.#first);
    draft.durationMs = durationMs(this.#first, this.#last);
    if (draft.agent === null) draft.error ??= 'no agent answered';
    return draft.finish();
  }

  #addCalls(content: Json | undefined, source: string | null, time: Json | undefined): void {
    const requester = source === this.draft.agent ? null : source;
    for (const call of itemsOf(content)) {
      const id = textOf(call.id);
      this.draft.addCall({
        id,
        name: textOf(call.name) ?? '',
        arguments: call.arguments,
        requester,
        startedAt: readTime(time),
        isAsked: true,
      });
      if (id !== null) this.#askedAt.set(id, time);
    }
  }

  #addResults(content: Json | undefined, time: Json | undefined): void {
    for (const result of itemsOf(content)) {
      const { is_error: failed } = result;
      const id = textOf(result.call_id);
      this.draft.addResult({
        id,
        name: textOf(result.name),
        // The flag is as young as 0.4.3: without it nothing is said.
        status: failed === true ? 'error' : failed === false ? 'ok' : null,
        durationMs: durationMs(this.#askedAt.get(id ?? ''), time),
      });
    }
  }

  #addText(content: Json | undefined, source: string | null): void {
    const text = readText(content);
    if (text === '') return;
    if (source === 'user') this.draft.input ??= text;
    else this.draft.output = text;
  }
}

function itemsOf(content: Json | undefined): readonly JsonObject[] {
  return Array.isArray(content) ? content.filter(isJsonObject) : [];
}
