import { isJsonObject, type Json, type JsonObject, parseJson, redactText } from '#core';
import type {
  AnswerSchema,
  ChatAnswer,
  ChatCall,
  ChatMessage,
  ChatRequest,
  ChatUsage,
} from '../chat.ts';
import { DriveError } from '../driver.ts';
import { TransientError } from './transient-error.ts';
import { UnusableAnswer } from './unusable-answer.ts';

/**
 * What an answer says, and whether it ended early: cut at the token limit, or blocked by the provider for its content.
 * `refused` is a text in which the model itself declines.
 */
export interface DecodedAnswer extends Omit<ChatAnswer, 'exchange'> {
  readonly ended: 'whole' | 'cut' | 'blocked' | 'refused';
}

/** How a provider wants to be asked over HTTP, and how it answers. */
export interface Wire {
  /** The vendor's own address up to the version of the API; null where there is none. */
  readonly baseUrl: string | null;
  readonly headers: { readonly [name: string]: string };
  keyHeader(key: string): readonly [name: string, value: string];
  path(model: string): string;
  encode(request: ChatRequest, model: string): JsonObject;
  /** Throws a DriveError where the answer has another shape than it must have. */
  decode(answer: JsonObject, request: ChatRequest): DecodedAnswer;
}

/** A member of a request, or none where the value is null. */
export function optionalMember(name: string, value: Json): JsonObject {
  return value === null ? {} : { [name]: value };
}

/** Thinking switched on or off, or with a budget of tokens, as Anthropic introduced it. */
export function thinkingBlock(thinking: boolean | number): JsonObject {
  if (thinking === false) return { type: 'disabled' };
  return { type: 'enabled', ...(thinking === true ? {} : { budget_tokens: thinking }) };
}

/** An answer without a form that can be read; the next one may have it. */
export function malformed(what: string): TransientError {
  return new TransientError('MODEL_ANSWER', `the answer cannot be understood: ${what}`);
}

/** The object under a key, or an empty one. */
export function objectAt(holder: JsonObject, key: string): JsonObject {
  const value = Object.hasOwn(holder, key) ? holder[key] : null;
  return isJsonObject(value) ? value : {};
}

/** The objects of the list under a key; none where there is no list. */
export function objectsAt(holder: JsonObject, key: string): readonly JsonObject[] {
  return Object.hasOwn(holder, key) ? objectsIn(holder[key]) : [];
}

/** The objects of a list; none where it is not a list. */
export function objectsIn(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter((item: Json) => isJsonObject(item)) : [];
}

/** The text under a key, or an empty one. */
export function textAt(holder: JsonObject, key: string): string {
  const value = Object.hasOwn(holder, key) ? holder[key] : null;
  return typeof value === 'string' ? value : '';
}

/** The name of a called tool, which must be there. */
export function nameAt(holder: JsonObject): string {
  const name = textAt(holder, 'name');
  if (name === '') throw malformed('a call names no tool');
  return name;
}

/** An id for a call that came without one: its place among all calls of the conversation. */
export function placeId({ messages }: ChatRequest, index: number): string {
  const earlier = messages.reduce(
    (count, message) => count + (message.role === 'assistant' ? message.calls.length : 0),
    0,
  );
  return `call_${earlier + index + 1}`;
}

/** Tokens by the sums of these counts; null where no count of either is reported. */
export function usageOf(
  holder: JsonObject,
  input: readonly string[],
  output: readonly string[],
): ChatUsage | null {
  const inputTokens = sumAt(holder, input);
  const outputTokens = sumAt(holder, output);
  return inputTokens === null || outputTokens === null ? null : { inputTokens, outputTokens };
}

function sumAt(holder: JsonObject, keys: readonly string[]): number | null {
  const counts = keys
    .map((key) => (Object.hasOwn(holder, key) ? holder[key] : null))
    .filter((value): value is number => Number.isSafeInteger(value) && Number(value) >= 0);
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0);
}

/** The arguments of an earlier call where a provider takes objects only. */
export function argumentObject({ arguments: text }: ChatCall): JsonObject {
  const parsed = parseJson(text);
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : { arguments: text };
}

/** A conversation that a provider's API cannot express. Nothing of it is dropped, so the run is rejected. */
export function unsendable(place: number, what: string): DriveError {
  return new DriveError('DRIVE_MESSAGES', `message ${place + 1} of the conversation has ${what}`, {
    hint: 'leave it out of the row, or use a model that takes it',
  });
}

/** For providers with one system text: that of the agent and those at the beginning of the conversation. */
export function joinSystem({ system, messages }: ChatRequest): {
  readonly system: string | null;
  readonly messages: readonly Exclude<ChatMessage, { role: 'system' }>[];
} {
  const texts = system === null ? [] : [system];
  const rest: Exclude<ChatMessage, { role: 'system' }>[] = [];
  messages.forEach((message, place) => {
    if (message.role !== 'system') rest.push(message);
    else if (rest.length === 0) texts.push(message.text);
    else
      throw unsendable(
        place,
        'instructions after the first words, which this provider cannot be sent',
      );
  });
  return { system: texts.length === 0 ? null : texts.join('\n\n'), messages: rest };
}

/**
 * An answer that was ended before it said anything does not show what the model would have chosen. Of JSON even a
 * part is useless.
 */
export function requireSaid(
  { ended, text, calls, usage }: DecodedAnswer,
  { answerSchema }: ChatRequest,
): void {
  const isJson = answerSchema !== undefined;
  if (ended === 'whole' || (!isJson && (text !== '' || calls.length > 0))) return;
  if (ended === 'cut')
    throw new UnusableAnswer(
      'MODEL_CUT',
      `the answer was cut at the limit of tokens before it ${isJson ? 'was complete' : 'said anything'}`,
      usage,
      { hint: 'raise `max_tokens`: thinking counts too' },
    );
  const why =
    ended === 'blocked'
      ? 'the provider blocked the answer for its content'
      : `the model declined to answer: ${redactText(text).slice(0, 200)}`;
  throw new UnusableAnswer('MODEL_REFUSED', why, usage);
}

/** Whether the provider is asked to enforce the schema of the answer, for any JSON, or for neither. */
export function answerFormat({
  answerSchema,
  answerMode = 'schema',
}: ChatRequest): { readonly schema: AnswerSchema } | 'json' | null {
  if (answerSchema === undefined || answerMode === 'tool') return null;
  return answerMode === 'json' ? 'json' : { schema: answerSchema };
}
