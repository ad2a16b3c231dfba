// AutoGen AgentChat 0.4 to 0.7: messages and events of agents and teams, as task results, responses, or one by one.
import { isJsonObject, type Json, type JsonObject, type Place, stringifyJson } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { textOf } from '../../draft/text-of.ts';
import { readIssue } from '../../records/read-codes.ts';
import type { Assembler, Likeness, TraceFormat, TraceOutput } from '../../trace-format.ts';
import { Conversation } from './conversation.ts';

/** Runs of AutoGen's agents and teams. */
export const autogenFormat: TraceFormat = {
  id: 'autogen',
  title: 'AutoGen messages',
  joinsFiles: false,
  sniff,
  open: (output) => new AutogenLog(output),
};

function sniff(record: Json): Likeness {
  if (isMessage(record)) return 'part';
  const messages = messagesOf(record);
  return messages !== null && isMessage(messages[0]) ? 'run' : 'none';
}

/** Every message has the name of its class and of its sender. */
function isMessage(value: Json | undefined): value is JsonObject & { readonly type: string } {
  if (!isJsonObject(value) || typeof value.source !== 'string') return false;
  return (
    typeof value.type === 'string' && /^[A-Z]\w*(?:Message|Event)(?:\[\w+\])?$/.test(value.type)
  );
}

/** The messages of a task result, of a response with what led to it, or of a list. */
function messagesOf(record: Json): readonly Json[] | null {
  if (Array.isArray(record)) return record;
  if (!isJsonObject(record)) return null;
  const { messages, inner_messages: inner, chat_message: last } = record;
  if (Array.isArray(messages)) return messages;
  const before = inner ?? [];
  if (!isJsonObject(last) || !Array.isArray(before)) return null;
  return [...(before as readonly Json[]), last];
}

class AutogenLog implements Assembler {
  readonly #output: TraceOutput;
  /** Single messages are a run, up to the result that repeats them all. */
  #parts: Conversation | null = null;
  readonly #seenMessages = new Set<string>();

  constructor(output: TraceOutput) {
    this.#output = output;
  }

  add(record: Json, where: Place): void {
    if (isMessage(record)) {
      this.#parts ??= new Conversation(where);
      this.#parts.add(record);
      this.#seenMessages.add(keyOf(record));
      return;
    }
    const messages = messagesOf(record);
    const odd = messages?.findIndex((message) => !isMessage(message)) ?? 0;
    if (messages === null || odd >= 0)
      this.#refuse(messages === null ? '' : `/messages/${odd}`, where);
    else this.#addRun(messages.filter(isMessage), objectOf(record), where);
  }

  end(): void {
    if (this.#parts !== null) this.#emit(this.#parts);
  }

  #addRun(messages: readonly JsonObject[], record: JsonObject, where: Place): void {
    const isRepeated = messages.some((candidate) => this.#seenMessages.has(keyOf(candidate)));
    const run = (isRepeated ? this.#parts : null) ?? new Conversation(where);
    for (const message of messages) if (!this.#seenMessages.has(keyOf(message))) run.add(message);
    if (isRepeated) {
      this.#parts = null;
      this.#seenMessages.clear();
    }
    run.draft.id = textOf(record.id);
    const reason = textOf(record.stop_reason);
    if (reason !== null) run.draft.metadata.set('stop_reason', reason);
    this.#emit(run);
  }

  #emit(run: Conversation): void {
    this.#output.trace(run.finish(), run.draft.where);
  }

  #refuse(pointer: string, where: Place): void {
    const message = 'a message of AutoGen has a type such as TextMessage, and a source';
    const place = { ...where, pointer: (where.pointer ?? '') + pointer };
    this.#output.error(readIssue('TRACE_SCHEMA', message, { where: place }));
  }
}

/** The identity of a message when it is repeated; messages of 0.4 have no id. */
function keyOf(message: JsonObject): string {
  return textOf(message.id) ?? stringifyJson(message);
}
