import { isJsonObject, type Json, type JsonObject, type Place, type Trace } from '#core';
import { objectsIn } from '../../draft/json-parts.ts';
import { callEntries } from '../../draft/call-entries.ts';
import { readNumber } from '../../draft/read-number.ts';
import { readText } from '../../draft/read-text.ts';
import { statusOfFlag } from '../../draft/read-status.ts';
import { durationMs, readTime } from '../../draft/read-time.ts';
import { RunDraft } from '../../draft/run-draft.ts';
import { resultText } from '../../draft/result-text.ts';
import { textOf } from '../../draft/text-of.ts';

/** Messages in which an agent says something. */
const SPOKEN = /^(?:TextMessage|MultiModalMessage|StructuredMessage(?:\[\w+\])?)$/;

/** Messages and events that are not calls: the call of a handoff has its own event. */
const HARMLESS: ReadonlySet<Json | undefined> = new Set([
  'HandoffMessage',
  'StopMessage',
  'ResetMessage',
  'UserInputRequestedEvent',
  'ModelClientStreamingChunkEvent',
  'MemoryQueryEvent',
  'ThoughtEvent',
  'SelectSpeakerEvent',
  'SelectorEvent',
  'CodeGenerationEvent',
  'CodeExecutionEvent',
]);

/** A run of an agent or a team, message by message. */
export class Conversation {
  readonly draft: RunDraft;
  /** The source of requested input is a person, whatever its name. */
  readonly #people = new Set<string | null>(['user']);
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
    if (isJsonObject(usage))
      draft.addUsage({
        inputTokens: readNumber(usage.prompt_tokens),
        outputTokens: readNumber(usage.completion_tokens),
      });
    if (type === 'UserInputRequestedEvent') this.#people.add(source);
    const isPerson = this.#people.has(source);
    if (!isPerson) draft.agent ??= source;
    if (type === 'ToolCallRequestEvent') this.#addCalls(content, source, time);
    else if (type === 'ToolCallExecutionEvent') this.#addResults(content, time);
    else if (type === 'ToolCallSummaryMessage') draft.output = content ?? null;
    else if (typeof type === 'string' && SPOKEN.test(type)) this.#addText(content, isPerson);
    else if (!HARMLESS.has(type)) draft.rejectType('event', textOf(type) ?? 'null');
  }

  finish(): Trace {
    const { draft } = this;
    draft.startedAt = readTime(this.#first);
    draft.durationMs = durationMs(this.#first, this.#last);
    if (draft.agent === null) draft.error ??= 'no agent answered';
    return draft.finish();
  }

  #addCalls(content: Json | undefined, source: string | null, time: Json | undefined): void {
    this.draft.turn += 1;
    const requester = source === this.draft.agent ? null : source;
    // A request has calls, so a value that is not a list is a call that cannot be read.
    for (const call of callEntries(content ?? {})) {
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
    for (const result of objectsIn(content)) {
      const { is_error: failed } = result;
      const id = textOf(result.call_id);
      this.draft.addResult({
        id,
        name: textOf(result.name),
        // The flag exists since 0.4.3: without it the status is unknown.
        status: statusOfFlag(failed),
        text: resultText(result.content),
        durationMs: durationMs(this.#askedAt.get(id ?? ''), time),
      });
    }
  }

  #addText(content: Json | undefined, isPerson: boolean): void {
    const { draft } = this;
    if (!isPerson) draft.turn += 1;
    if (!isJsonObject(content)) draft.addText(isPerson ? 'user' : 'assistant', readText(content));
    else if (isPerson) draft.input ??= content;
    else draft.output = content;
  }
}
