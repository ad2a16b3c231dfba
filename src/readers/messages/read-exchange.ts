import { isJsonObject, type Json, type JsonObject } from '#core';
import type { RunDraft } from '../draft/run-draft.ts';
import {
  type Body,
  type Exchange,
  findBodies,
  type Misread,
  NO_MESSAGE,
  noteLostRequest,
  readMessages,
} from './exchange.ts';
import type { Message, ReadMessage } from './message.ts';

/** How the API of a provider writes requests and responses. */
export interface ApiDialect {
  /** The key of the messages in a request. */
  readonly messagesKey: string;
  /** The message for a record that has neither messages nor an answer. */
  readonly mismatch: string;
  readonly readMessage: ReadMessage;
  /** Whether a record is a single message: the messages of a file are a run. */
  isMessage(record: Json): boolean;
  /** The response of a record in another place than its `response`. */
  readonly findResponse?: (record: JsonObject) => Body | undefined;
  /** The messages up to the answer; by default the messages of the request. */
  readonly findHistory?: (request: JsonObject, response: JsonObject) => History;
  /** The answer in a response. `isApart` is false where the response may be a request. */
  findAnswer(response: Body, record: JsonObject, isApart: boolean): FoundAnswer;
  /** Adds the rest of the bodies to a run: tools, ids, model, usage, error. */
  note(draft: RunDraft, bodies: ExchangeBodies): void;
}

export interface History {
  readonly key: string;
  readonly list: Json | undefined;
}

/** What a response contains in the place of the answer. */
export interface FoundAnswer {
  readonly isPresent: boolean;
  /** The message of the answer; undefined where it cannot be a message. */
  readonly value: Json | undefined;
  readonly pointer: string;
  /** Why the request failed or the answer breaks off; null when neither is recorded. */
  readonly failure: string | null;
  /** Whether the answer may be unreadable, because the record says why. */
  readonly isOptional?: boolean;
}

/** The parts of a record, for `ApiDialect.note`. */
export interface ExchangeBodies {
  readonly record: JsonObject;
  readonly request: JsonObject;
  readonly response: Body;
  readonly messages: readonly Message[];
  readonly answer: Message | null;
  readonly failure: string | null;
}

/** Reads a conversation, a response, or a request with its response. Both may be the record itself. */
export function readExchange(record: Json, dialect: ApiDialect): Exchange | Misread {
  if (Array.isArray(record)) return readExchange({ [dialect.messagesKey]: record }, dialect);
  if (!isJsonObject(record)) return { pointer: '', message: dialect.mismatch };
  const { messagesKey: key, findResponse } = dialect;
  const { whole, request, response } = findBodies(record, findResponse?.(record));
  const history = dialect.findHistory?.(request.value, response.value) ?? {
    key,
    list: request.value[key],
  };
  const result = dialect.findAnswer(response, record, response !== whole);
  const { isPresent, failure } = result;
  if (history.list === undefined && !isPresent && failure === null)
    return { pointer: '', message: dialect.mismatch };
  const messages = readMessages(
    history.list,
    `${request.pointer}/${history.key}`,
    dialect.readMessage,
  );
  if ('pointer' in messages) return messages;
  const answer = isPresent && result.value !== undefined ? dialect.readMessage(result.value) : null;
  if (isPresent && answer === null && result.isOptional !== true)
    return { pointer: result.pointer, message: NO_MESSAGE };
  return {
    messages,
    answer,
    isRequest: messages.length > 0 && (isPresent || response !== request),
    note: (draft) => {
      noteLostRequest(draft, record, messages);
      dialect.note(draft, { record, request: request.value, response, messages, answer, failure });
    },
  };
}
