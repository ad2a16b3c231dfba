import { isJsonObject, type Json, type JsonObject } from '#core';
import { readText } from '../draft/read-text.ts';
import type { RunDraft } from '../draft/run-draft.ts';
import type { Message, ReadMessage } from './message.ts';

/** The content of a record of a message log. */
export interface Exchange {
  /** The conversation up to the answer; all of it where the answer is not separate. */
  readonly messages: readonly Message[];
  readonly answer: Message | null;
  /** Whether it may be one of several requests of a run, each of which repeats the earlier messages. */
  readonly isRequest: boolean;
  /** Adds the rest to a run: its id, tools, model, usage, error. */
  note(draft: RunDraft): void;
}

/** Why a record is not an exchange. */
export interface Misread {
  readonly pointer: string;
  readonly message: string;
}

/** Reads a list of messages; any other value in it makes the record an error. */
export function readMessages(
  list: Json | undefined,
  pointer: string,
  read: ReadMessage,
): readonly Message[] | Misread {
  if (list === undefined) return [];
  if (!Array.isArray(list)) return { pointer, message: 'messages must be a list' };
  const messages: Message[] = [];
  for (const [index, value] of (list as readonly Json[]).entries()) {
    const message = read(value);
    if (message === null) return { pointer: `${pointer}/${index}`, message: NO_MESSAGE };
    messages.push(message);
  }
  return messages;
}

/** What is said of a value in the place of a message. */
export const NO_MESSAGE = 'this is not a message with a role, content and calls';

/** A request or a response, and its place in the record. */
export interface Body {
  readonly value: JsonObject;
  readonly pointer: string;
}

/** The object under a key of a log, or its `body` where it is an HTTP message; undefined for other values. */
export function readBody(value: Json | undefined, pointer: string): Body | undefined {
  if (!isJsonObject(value)) return undefined;
  return isJsonObject(value.body)
    ? { value: value.body, pointer: `${pointer}/body` }
    : { value, pointer };
}

/** The request and the response of a record; each is the whole record where it is not separate. */
export function findBodies(
  record: JsonObject,
  response: Body | undefined = readBody(record.response, '/response'),
): { readonly whole: Body; readonly request: Body; readonly response: Body } {
  const whole = readBody(record, '') ?? { value: record, pointer: '' };
  const request = readBody(record.request, '/request') ?? whole;
  return { whole, request, response: response ?? whole };
}

/** A request without messages lacks the calls before its answer. A text may be the whole request. */
export function noteLostRequest(
  draft: RunDraft,
  { request }: JsonObject,
  messages: readonly Message[],
): void {
  const isGiven = request !== undefined && typeof request !== 'string';
  if (isGiven && messages.length === 0) draft.isPartial = true;
}

/** Every object of a record that may be a request or a response. */
export function bodiesOf(record: JsonObject): readonly JsonObject[] {
  const bodies = [record, record.request, record.response].filter(isJsonObject);
  return [...bodies, ...bodies.map(({ body }) => body).filter(isJsonObject)];
}

/** Adds the system prompt of a request that has it beside the messages. */
export function noteSystem(draft: RunDraft, ...bodies: readonly JsonObject[]): void {
  for (const body of bodies) {
    const system =
      systemIn(body) ?? systemIn(body.config ?? null) ?? systemIn(body.generation_config ?? null);
    if (system === null) continue;
    draft.addSystemText(readText(isJsonObject(system) ? (system.parts ?? system) : system), 0);
    return;
  }
}

/** What the system prompt is called: by Anthropic and the AI SDK, by OpenAI Responses, by Gemini. */
function systemIn(place: Json): Json {
  if (!isJsonObject(place)) return null;
  const { system, instructions, systemInstruction, system_instruction: snakeCase } = place;
  return system ?? instructions ?? systemInstruction ?? snakeCase ?? null;
}

/**
 * Adds what the logs of all providers have in common: ids, the model, metadata of the user. `isAnswered` is false where
 * the model was asked and did not answer.
 */
export function noteOrigin(
  draft: RunDraft,
  record: JsonObject,
  request: JsonObject,
  response: JsonObject,
  isAnswered: boolean,
): void {
  noteSystem(draft, request, response);
  const id = record.id ?? response.id;
  if (typeof id === 'string') draft.id ??= id;
  if (typeof record.custom_id === 'string') draft.case ??= record.custom_id;
  const model = response.model ?? request.model;
  if (typeof model === 'string') {
    draft.metadata.set('model', model);
    addModel(draft, model, isAnswered);
  }
  const metadata = request.metadata ?? response.metadata;
  if (isJsonObject(metadata))
    for (const [key, value] of Object.entries(metadata)) draft.metadata.set(key, value);
}

/** Adds the model of a request: as the model of its answer where there is one. */
export function addModel(draft: RunDraft, model: string | null, isAnswered: boolean): void {
  if (isAnswered) draft.noteModel(model);
  else draft.requestedModel ??= model;
}
