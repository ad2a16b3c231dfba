import { isJsonObject, type Json } from '#core';
import { listOf } from '../draft/json-parts.ts';
import { isAbsent, isCut } from '../draft/is-cut.ts';
import { textOf } from '../draft/text-of.ts';
import type { Message } from '../messages/message.ts';
import { typeOfPart } from '../messages/unknown-parts.ts';
import { parseText } from './parse-text.ts';
import { readMessagesIn } from './read-messages.ts';

/**
 * What a model answered, read when someone asks: until a run is complete its text is one thing to keep, its messages are
 * dozens.
 */
export class Answer {
  #given: Json | undefined;
  #messages: readonly Message[] | null;
  readonly #isList: boolean;

  /** `isList`: a list of messages by its definition, so that what is not a message is of an unknown type. */
  constructor(
    given: Json | undefined,
    messages: readonly Message[] | null = null,
    isList: boolean = false,
  ) {
    this.#given = given;
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

  /** Whether nothing of it was recorded. */
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
    return (value as readonly Json[]).flatMap((one): readonly Message[] => {
      const messages = readMessagesIn(one);
      return messages.length > 0 || !isJsonObject(one) ? messages : [unknownMessage(one)];
    });
  }

  /** Whether a message says or asks for something: a framework may record the answer without its calls. */
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
    if (typeof this.#given === 'string') this.#given = parseText(this.#given);
    return this.#given;
  }
}

/** Whether a message says or asks for something, be it in a part that is not known. */
export function hasContent({ text, calls, unknown }: Message): boolean {
  return text !== '' || calls.length > 0 || unknown !== undefined;
}

function unknownMessage(value: Json): Message {
  return { role: 'assistant', text: '', calls: [], results: [], unknown: [typeOfPart(value)] };
}

/** Of spans in which nothing was answered. */
export const NO_ANSWER: Answer = new Answer(undefined, []);

/** An answer, or another where it says nothing. */
export function orElse(answer: Answer, other: Answer): Answer {
  return answer === NO_ANSWER || answer.messages.length === 0 ? other : answer;
}
