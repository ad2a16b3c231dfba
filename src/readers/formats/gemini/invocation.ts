import { isJsonObject, type Json, type JsonObject, type Place, type Trace } from '#core';
import { objectsIn } from '../../draft/json-parts.ts';
import { durationMs, readTime } from '../../draft/read-time.ts';
import { RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';
import type { MessageCall } from '../../messages/message.ts';
import { cutOff, isNoContent, pick, readGeminiUsage } from './exchange.ts';
import { readGeminiMessage } from '../../dialects/gemini/message.ts';

const UNREADABLE = 'the content of an event cannot be read';

/** Calls that ADK generates to ask people; no model chose them. */
const ADK_REQUEST = /^adk_request_(?:credential|confirmation|input)$/;

/** A run of an ADK agent: the events of an invocation, in order. */
export class Invocation {
  readonly draft: RunDraft;
  #first: Json | undefined;
  #last: Json | undefined;
  readonly #askedAt = new Map<string, Json | undefined>();
  /** Which call a question for confirmation is about. */
  readonly #confirms = new Map<string, string>();

  constructor(id: string | null, where: Place) {
    this.draft = new RunDraft(where);
    this.draft.id = id;
  }

  add(event: JsonObject): void {
    if (event.partial === true) return;
    const { draft } = this;
    const { timestamp } = event;
    const author = textOf(event.author);
    this.#first ??= timestamp;
    this.#last = timestamp ?? this.#last;
    if (author !== 'user') draft.agent ??= rootOf(event) ?? author;
    const requester = author === draft.agent ? null : author;
    this.#addContent(event, requester);
    draft.addUsage(readGeminiUsage(event));
    const model = textOf(pick(event, 'modelVersion'));
    if (model !== null) draft.metadata.set('model', model);
    if (requester === null) draft.noteModel(model);
    const code = textOf(pick(event, 'errorCode'));
    // An answer without content has its finish reason as an error code, even an ordinary reason.
    if (code !== null && cutOff(code) !== null)
      draft.error ??= [code, textOf(pick(event, 'errorMessage')) ?? []].flat().join(': ');
  }

  finish(): Trace {
    this.draft.startedAt = readTime(this.#first, 's');
    this.draft.durationMs = durationMs(this.#first, this.#last, 's');
    if (this.draft.agent === null) this.draft.error ??= 'no agent answered in this invocation';
    return this.draft.finish();
  }

  #addContent(event: JsonObject, requester: string | null): void {
    const { draft } = this;
    if (isNoContent(event.content)) draft.error ??= UNREADABLE;
    const content = isJsonObject(event.content) ? event.content : null;
    if (content === null || content.parts === undefined || content.parts === null) return;
    const message = readGeminiMessage(content);
    if (message === null) {
      draft.error ??= UNREADABLE;
      return;
    }
    if (message.role === 'assistant') draft.turn += 1;
    draft.rejectTypes('part', message.unknown);
    if (message.role === 'user') draft.addText('user', message.text);
    // An agent to which the conversation was handed speaks to the user, too.
    if (message.role === 'assistant') draft.addText('assistant', message.text);
    for (const call of message.calls) {
      if (ADK_REQUEST.test(call.name)) this.#noteQuestion(call);
      else draft.addCall({ ...call, requester, startedAt: readTime(event.timestamp, 's') });
      if (call.id !== null) this.#askedAt.set(call.id, event.timestamp);
    }
    for (const result of message.results) {
      if (ADK_REQUEST.test(result.name ?? '')) continue;
      const question = this.#askedAt.get(result.id ?? '');
      const took = durationMs(question, event.timestamp, 's');
      draft.addResult({ ...result, durationMs: took }, requester);
    }
    this.#readRefusals(content);
  }

  #noteQuestion({ id, arguments: question }: MessageCall): void {
    const original = isJsonObject(question) ? pick(question, 'originalFunctionCall') : undefined;
    const about = isJsonObject(original) ? textOf(original.id) : null;
    if (id !== null && about !== null) this.#confirms.set(id, about);
  }

  #readRefusals({ parts }: JsonObject): void {
    for (const part of objectsIn(parts)) {
      const answer = pick(part, 'functionResponse');
      if (!isJsonObject(answer) || !isJsonObject(answer.response)) continue;
      const about = this.#confirms.get(textOf(answer.id) ?? '');
      if (about !== undefined && answer.response.confirmed === false) this.draft.deny(about);
    }
  }
}

/** The agent at the top: `branch` names the agents from there down. */
function rootOf({ branch }: JsonObject): string | null {
  return textOf(branch)?.split('.')[0] ?? null;
}
