import { isJsonObject, type Json, type JsonObject } from '#core';
import { objectsIn } from '../../draft/json-parts.ts';
import { statusOfWord, type StatusWords } from '../../draft/read-status.ts';
import { resultText } from '../../draft/result-text.ts';
import { textOf } from '../../draft/text-of.ts';
import type { Message, MessageCall, MessageResult, ReadMessage } from '../../messages/message.ts';
import { withUnknown } from '../../messages/unknown-parts.ts';

/** Reads a request or a response of Pydantic AI, whose parts have a `part_kind`. */
export const readPydanticMessage: ReadMessage = (value) => {
  if (!isPydanticMessage(value)) return null;
  const parts = value.parts as readonly Json[];
  if (parts.some((part) => !isJsonObject(part))) return null;
  const blocks = parts.filter(isJsonObject);
  const isAnswer = value.kind === 'response';
  const message: Message = {
    role: isAnswer ? 'assistant' : 'user',
    text: textsOf(blocks, isAnswer ? 'text' : 'user-prompt'),
    calls: blocks.filter(({ part_kind: kind }) => CALLS.has(kind)).map(readCall),
    results: blocks.filter(isResult).map(readResult),
  };
  const unknown = blocks.map(kindOf).filter((kind) => !KNOWN.has(kind));
  return withUnknown(message, unknown);
};

/** Whether a value is a message of Pydantic AI. A dump of the dataclass may lack parts that are objects. */
export function isPydanticMessage(value: Json | undefined): value is JsonObject {
  if (!isJsonObject(value) || !Array.isArray(value.parts)) return false;
  if (value.kind !== 'request' && value.kind !== 'response') return false;
  const [first] = value.parts as readonly Json[];
  return first === undefined || (isJsonObject(first) && typeof first.part_kind === 'string');
}

/** The system prompts of a request: parts of it, and the instructions beside them. */
export function readSystemTexts(message: JsonObject): readonly string[] {
  const prompts = objectsIn(message.parts)
    .filter(({ part_kind: kind }) => kind === 'system-prompt' || kind === 'instruction')
    .map(({ content }) => textOf(content));
  return [textOf(message.instructions), ...prompts].filter((text) => text !== null);
}

/** Calls of the client, and of tools that the provider runs. Version 2 calls the latter native. */
const CALLS: ReadonlySet<Json | undefined> = new Set([
  'tool-call',
  'builtin-tool-call',
  'native-tool-call',
]);
const RESULTS: ReadonlySet<Json | undefined> = new Set([
  'tool-return',
  'builtin-tool-return',
  'native-tool-return',
]);

/** All kinds of parts; those that are neither calls nor results cannot be calls. */
const KNOWN: ReadonlySet<Json | undefined> = new Set([
  ...CALLS,
  ...RESULTS,
  'retry-prompt',
  'system-prompt',
  'instruction',
  'user-prompt',
  'text',
  'thinking',
  'compaction',
  'file',
]);

function kindOf({ part_kind: kind }: JsonObject): string {
  return textOf(kind) ?? 'null';
}

function textsOf(parts: readonly JsonObject[], kind: string): string {
  return parts
    .filter(({ part_kind: partKind }) => partKind === kind)
    .map(({ content }) => contentText(content))
    .filter((text) => text !== '')
    .join('\n');
}

/** Content of a prompt is text, or a list of texts, text objects, files and markers. */
function contentText(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as readonly Json[])
    .map((item) => (isJsonObject(item) && item.kind === 'text' ? item.content : item))
    .filter((item) => typeof item === 'string')
    .join('\n');
}

function readCall(part: JsonObject): MessageCall {
  const { tool_name: name, tool_call_id: id, args } = part;
  return { id: textOf(id), name: textOf(name) ?? '', server: null, arguments: args };
}

/** A retry without a tool asks for another answer, and is not the result of a call. */
function isResult({ part_kind: kind, tool_name: name }: JsonObject): boolean {
  return RESULTS.has(kind) || (kind === 'retry-prompt' && textOf(name) !== null);
}

function readResult(part: JsonObject): MessageResult {
  const { part_kind: kind, tool_name: name, tool_call_id: id, content, outcome } = part;
  const isRetry = kind === 'retry-prompt';
  return {
    id: textOf(id),
    name: textOf(name),
    // The outcome exists since 1.60; before, a tool that fails asks for a retry or ends the run.
    status: isRetry ? 'error' : (statusOfWord(outcome, OUTCOMES) ?? 'ok'),
    text: resultText(content),
  };
}

const OUTCOMES: StatusWords = new Map([
  ['success', 'ok'],
  ['failed', 'error'],
  ['denied', 'denied'],
]);
