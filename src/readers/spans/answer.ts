import { isJsonObject, type Json } from '#core';
import { listOf } from '../draft/json-parts.ts';
import { isAbsent, isCut } from '../draft/is-cut.ts';
import { textOf } from '../draft/text-of.ts';
import type { Message } from '../messages/message.ts';
import { typeOfPart } from '../messages/unknown-parts.ts';
import { parseText } from './parse-text.ts';
import { readMessagesIn } from './read-messages.ts';

/**
 * The answer of a model, parsed on demand: until a run is complete, its text is a single value, its messages are
 * dozens.
 */
export class Answer {
  #recorded: Json | undefined;
  #messages: readonly Message[] | null;
  readonly #isList: boolean;

  /** `isList`: a list of messages by its definition, so that what is not a message is of an unknown type. */
  constructor(
    recorded: Json | undefined,
    messages: readonly Message[] | null = null,
    isList: boolean = false,
  ) {
    this.#recorded = recorded;
    this.#messages = messages;
    this.#isList = isList;
  }

  /** Whether it, or a message of it, was recorded and cut short. */
  get isCut(): boolean {
    return this.cut !== undefined;
  }

  /** The text that was cut short. */
  get cut(): Json | undefined {
    const value = this.#value();
    return (Array.isArray(value) ? (value as readonly Json[]) : [value]).find(isCut);
  }

  /** Whether it was not recorded. */
  get isAbsent(): boolean {
    return this.messages.length === 0 && isAbsent(this.#value());
  }

  get messages(): readonly Message[] {
    this.#messages ??= this.#read();
    return this.#messages;
  }

  #read(): readonly Message[] {
    const value = this.#value();
    if (!this.#isList || !Array.isArray(value)) return readMessagesIn(value);
    return (value as readonly Json[]).flatMap((entry): readonly Message[] => {
      const messages = readMessagesIn(entry);
      return messages.length > 0 || !isJsonObject(entry) ? messages : [unknownMessage(entry)];
    });
  }

  /** Whether a message has text or calls: a framework may record the answer without its calls. */
  get hasContent(): boolean {
    return this.messages.some(hasContent);
  }

  /** Why the model stopped, where its first message says so. */
  get finishReason(): string | null {
    const value = this.#value();
    const [message] = listOf(value);
    return isJsonObject(message) ? textOf(message.finish_reason) : null;
  }

  #value(): Json | undefined {
    if (typeof this.#recorded === 'string') this.#recorded = parseText(this.#recorded);
    return this.#recorded;
  }
}

/** Whether a message has text, calls, or a part of unknown type. */
export function hasContent({ text, calls, unknown }: Message): boolean {
  return text !== '' || calls.length > 0 || unknown !== undefined;
}

function unknownMessage(value: Json): Message {
  return { role: 'assistant', text: '', calls: [], results: [], unknown: [typeOfPart(value)] };
}

/** For spans without an answer. */
export const NO_ANSWER: Answer = new Answer(undefined, []);

/** An answer, or the other answer where it is empty. */
export function orFallback(answer: Answer, fallback: Answer): Answer {
  return answer === NO_ANSWER || answer.messages.length === 0 ? fallback : answer;
}
