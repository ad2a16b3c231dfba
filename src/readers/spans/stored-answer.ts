import { isJsonObject, type Json, type JsonObject } from '#core';
import { listOf, objectOf } from '../draft/json-parts.ts';
import { isCut } from '../draft/is-cut.ts';
import { textOf } from '../draft/text-of.ts';
import { readAnyMessage } from '../dialects/any-message.ts';
import type { Message, MessageCall } from '../messages/message.ts';
import { Answer, NO_ANSWER } from './answer.ts';
import { parseText } from './parse-text.ts';
import { readMessagesIn } from './read-messages.ts';

/**
 * The answer of a model in a store of traces, which has whatever the integration of a framework recorded: messages of
 * any dialect, blocks without a role, calls, or text. A value in which none of these is found is not an answer.
 */
export function readStoredAnswer(recorded: Json | undefined): Answer {
  const value = parseText(recorded);
  if (typeof value === 'string') {
    if (isCut(value)) return new Answer(value);
    return value === '' ? NO_ANSWER : new Answer(undefined, [answerOf(value, [])]);
  }
  const messages = readMessagesIn(value);
  if (messages.some(({ role }) => role === 'assistant')) return new Answer(value, messages);
  const whole = isJsonObject(value) ? readWhole(value) : readTexts(value);
  return whole === null ? NO_ANSWER : new Answer(value, [whole]);
}

/** Why the model stopped, under the names of providers. */
export function readStopReason(recorded: Json | undefined): string | null {
  const value = parseText(recorded);
  const body = objectOf(value);
  const [choice] = listOf(body.choices ?? value);
  const first = objectOf(choice);
  const reasons = [
    first.finish_reason,
    first.finishReason,
    body.finish_reason,
    body.finishReason,
    body.stop_reason,
    body.stopReason,
  ];
  return reasons.map(textOf).find((reason) => reason !== null) ?? null;
}

/** An object that is the answer itself: a message without a role, calls beside a text, or a text. */
function readWhole(value: JsonObject): Message | null {
  const calls = listOf(value.toolCalls).flatMap(readCall);
  if (calls.length > 0) return answerOf(textOf(value.text) ?? '', calls);
  if (Array.isArray(value.content) || Array.isArray(value.tool_calls))
    return readAnyMessage({ ...value, role: 'assistant' });
  const keys = Object.keys(value).filter((key) => value[key] !== null);
  const text = TEXTS.map((key) => textOf(value[key])).find((candidate) => candidate !== null);
  return text === undefined || keys.length > MAX_BESIDE_TEXT ? null : answerOf(text, []);
}

/** Members that contain the text of an answer. */
const TEXTS = ['text', 'content', 'output', 'response', 'answer', 'completion'] as const;
/** How many members an answer of text may have; more are a structure that may contain calls. */
const MAX_BESIDE_TEXT = 2;

function readTexts(value: Json | undefined): Message | null {
  const texts = listOf(value);
  if (texts.length === 0 || !texts.every((text) => typeof text === 'string')) return null;
  return answerOf(texts.join('\n'), []);
}

/** The AI SDK lists calls without a message around them. */
function readCall(value: Json): MessageCall[] {
  if (!isJsonObject(value) || typeof value.toolName !== 'string') return [];
  const { toolCallId: id, toolName: name, input, args } = value;
  return [{ id: textOf(id), name, server: null, arguments: parseText(input ?? args) }];
}

function answerOf(text: string, calls: readonly MessageCall[]): Message {
  return { role: 'assistant', text, calls, results: [] };
}
