import { isJsonObject, type Json, type JsonObject } from '#core';
import { isAbsent, isCut } from '../draft/is-cut.ts';
import { textOf } from '../draft/text-of.ts';
import { parseText } from './parse-text.ts';

const CONTENT = ['message', 'tool_calls', 'content'] as const;
const ROLE = /^gen_ai\.(system|user|assistant|tool)\.message$/;

/** The messages in events of the conventions 1.28 to 1.36, as lists in the usual form. */
export interface EventMessages {
  readonly input: readonly Json[];
  readonly output: readonly Json[];
  /** Why the model stopped, where it says so. */
  readonly finishReason: string | null;
}

/** Sorts event bodies, each with its `event.name`, into the input of the model and its choices. */
export function eventMessages(bodies: readonly Json[]): EventMessages {
  const input: Json[] = [];
  const output: Json[] = [];
  let finishReason: string | null = null;
  for (const body of bodies) {
    if (!isJsonObject(body)) continue;
    const name = body['event.name'];
    const [, role] = (typeof name === 'string' ? ROLE.exec(name) : null) ?? [];
    if (role !== undefined) input.push(toMessage(body, role));
    if (name !== 'gen_ai.choice') continue;
    // A truncated text stays as it is, so that the answer counts as truncated.
    const cut = [body.message, body.tool_calls, body.content].find(isCut);
    finishReason ??= textOf(body.finish_reason);
    // Without content capture an event says no more than that there was an answer.
    if (CONTENT.every((key) => isAbsent(body[key]) && body[key] !== '')) continue;
    output.push(cut ?? toMessage(choiceOf(body), 'assistant'));
  }
  return { input, output, finishReason };
}

/** The calls of a choice are in its message, or beside it. */
function choiceOf(body: JsonObject): JsonObject {
  const message = parseText(body.message);
  const calls = body.tool_calls;
  if (!isJsonObject(message))
    return { content: message ?? body.content ?? '', ...withCalls(calls) };
  return message.tool_calls === undefined ? { ...message, ...withCalls(calls) } : message;
}

function withCalls(calls: Json | undefined): JsonObject {
  const list = parseText(calls);
  return list === undefined ? {} : { tool_calls: list };
}

/** A tool's answer has its call's id under `id`. */
function toMessage(body: JsonObject, fallback: string): JsonObject {
  const { role = fallback, id, content, tool_calls: calls } = body;
  return {
    ...body,
    role,
    ...(typeof content === 'string' ? { content: blocksIn(content) } : {}),
    ...withCalls(calls),
    ...(fallback === 'tool' && id !== undefined ? { tool_call_id: id } : {}),
  };
}

/** Attributes cannot contain blocks of content, so some emitters write them as JSON text. */
function blocksIn(content: string): Json {
  const blocks = parseText(content);
  return Array.isArray(blocks) && blocks.every(isJsonObject) ? blocks : content;
}
