import { isJsonObject, type Json, type JsonObject } from '#core';
import { listOf } from '../../draft/json-parts.ts';
import type { CallDraft } from '../../draft/call-ledger.ts';
import { isAbsent } from '../../draft/is-cut.ts';
import { readText } from '../../draft/read-text.ts';
import { textOf } from '../../draft/text-of.ts';
import { readOpenAiChatMessage } from '../../dialects/openai-chat/message.ts';
import { typeOfPart } from '../../messages/unknown-parts.ts';
import { isCall, isHarmlessItem, readCall } from '../../dialects/openai-responses/item.ts';

/** What a model answered: chat messages, or items where the span of a Responses model has them. */
export interface Answer {
  readonly text: string;
  readonly calls: readonly CallDraft[];
  /** The unknown types of items and parts. */
  readonly unknown: readonly string[];
}

/** Reads the answer in the data of a generation or response span; null where the SDK was not to record it. */
export function readAnswer({ output, response }: JsonObject): Answer | null {
  const list = output ?? (isJsonObject(response) ? response.output : undefined);
  if (isAbsent(list)) return null;
  const values: readonly Json[] = listOf(list);
  const calls: CallDraft[] = [];
  const unknown: string[] = [];
  let text = '';
  for (const value of values.map(unwrapCompletion)) {
    if (!isJsonObject(value)) continue;
    if (isCall(value)) calls.push(readCall(value));
    const message = readOpenAiChatMessage(value);
    if (message === null) {
      if (!isCall(value) && !isHarmlessItem(value)) unknown.push(typeOfPart(value));
      continue;
    }
    for (const call of message.calls) calls.push(call);
    for (const type of message.unknown ?? []) unknown.push(type);
    if (message.text !== '') text = message.text;
  }
  return { text, calls, unknown };
}

/** The model that answered; the model that was asked where the answer does not say. */
export function readModel({ output, response, model }: JsonObject): string | null {
  const [completion] = listOf(output);
  const answered = isJsonObject(response) ? response : completion;
  return (isJsonObject(answered) ? textOf(answered.model) : null) ?? textOf(model);
}

/** The JavaScript SDK keeps the whole response of a chat model. */
function unwrapCompletion(value: Json): Json {
  const choices = isJsonObject(value) ? value.choices : undefined;
  const first: Json | undefined = Array.isArray(choices) ? (choices[0] as Json) : undefined;
  return isJsonObject(first) ? (first.message ?? value) : value;
}

/** The first text of a user in a model's input, which is a text or a list of messages; null without any. */
export function readQuestion(input: Json | undefined): string | null {
  if (typeof input === 'string') return input === '' ? null : input;
  if (!Array.isArray(input)) return null;
  for (const value of input as readonly Json[]) {
    if (!isJsonObject(value) || value.role !== 'user') continue;
    const text = readText(value.content);
    if (text !== '') return text;
  }
  return null;
}
