import { isJsonObject, type Json, type ToolSpec } from '#core';
import { listOf } from '../../draft/json-parts.ts';
import { readTools } from '../../draft/read-tools.ts';
import { textOf } from '../../draft/text-of.ts';
import type { Message, MessageCall } from '../../messages/message.ts';
import { readAnyMessage } from '../../dialects/any-message.ts';
import { readMessagesIn } from '../../spans/read-messages.ts';
import { unpack } from './fields.ts';

/** The content of an input or an output, which frameworks write in many shapes. */
export interface Payload {
  readonly messages: readonly Message[];
  /** Its text where it has no messages: the value itself, or a member with a known name. */
  readonly text: string | null;
  /** The tools in a request or a response. */
  readonly tools: readonly ToolSpec[];
}

/** Reads a payload: messages of any dialect in any wrapping, otherwise text. */
export function readPayload(value: Json | undefined): Payload {
  const payload = unpack(value);
  const calls = Array.isArray(payload) ? payload.flatMap(readBareCall) : [];
  const messages =
    calls.length > 0 ? [answerOf(calls)] : readMessagesIn(payload).map(withCallsInText);
  return {
    messages,
    text: messages.length === 0 ? readPlainText(payload) : null,
    tools: toolsIn(payload),
  };
}

/** The AI SDK's telemetry lists calls without a message around them. */
function readBareCall(value: Json): MessageCall[] {
  if (!isJsonObject(value) || typeof value.toolName !== 'string') return [];
  const id = textOf(value.toolCallId);
  return [{ id, name: value.toolName, server: null, arguments: value.input ?? value.args }];
}

function answerOf(calls: readonly MessageCall[]): Message {
  return { role: 'assistant', text: '', calls, results: [] };
}

/** Koog writes its calls as the text of the answer. */
function withCallsInText(message: Message): Message {
  if (message.role !== 'assistant' || !message.text.startsWith('[{"function":')) return message;
  const calls = unpack(message.text);
  return readAnyMessage({ role: 'assistant', tool_calls: calls }) ?? message;
}

/** The members that contain the question or the answer, where that is text. */
const TEXTS = [
  'prompt',
  'input',
  'query',
  'question',
  'contents',
  'content',
  'text',
  'output',
  'answer',
  'response',
] as const;

function readPlainText(payload: Json): string | null {
  if (!isJsonObject(payload)) return textOf(payload);
  const [argument] = listOf(payload.args);
  return (
    textOf(argument) ??
    TEXTS.map((key) => textOf(payload[key])).find((text) => text !== null) ??
    null
  );
}

function toolsIn(payload: Json): readonly ToolSpec[] {
  if (Array.isArray(payload)) return payload.flatMap(readListedTool);
  if (!isJsonObject(payload)) return [];
  const { tools, config } = payload;
  return readTools(tools ?? (isJsonObject(config) ? config.tools : undefined));
}

/** The LangChain integration lists the tools on offer among the messages. */
function readListedTool(item: Json): readonly ToolSpec[] {
  return isJsonObject(item) && item.role === 'tool' && isJsonObject(item.content)
    ? readTools(item.content)
    : [];
}

/** The first thing that a user said. */
export function userText({ messages, text }: Payload): string | null {
  return messages.find((message) => message.role === 'user' && message.text !== '')?.text ?? text;
}

/** The last thing that the agent said. */
export function answerText({ messages, text }: Payload): string | null {
  return (
    messages.findLast((message) => message.role === 'assistant' && message.text !== '')?.text ??
    text
  );
}
