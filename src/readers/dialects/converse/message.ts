import { isJsonObject, type Json, type JsonObject } from '#core';
import { listOf, objectOf } from '../../draft/json-parts.ts';
import { statusOfWord, type StatusWords } from '../../draft/read-status.ts';
import { readText } from '../../draft/read-text.ts';
import { resultText } from '../../draft/result-text.ts';
import { textOf } from '../../draft/text-of.ts';
import type { Message, MessageCall, MessageResult, ReadMessage } from '../../messages/message.ts';
import { findUnknown, withUnknown } from '../../messages/unknown-parts.ts';

/**
 * Reads a message of Bedrock's Converse API, whose blocks have a member named after their kind. Strands agents record
 * these. A message of text alone may be of another API, and is not read here.
 */
export const readConverseMessage: ReadMessage = (value) =>
  isConverseMessage(value) ? readConverseBlocks(value) : null;

/** Whether a value is a message with a block that only this API has. */
export function isConverseMessage(value: Json | undefined): boolean {
  const blocks = blocksOf(value);
  return blocks?.some((block) => isJsonObject(block) && hasKind(block)) === true;
}

/** Reads a message with blocks of any kind; null for other values. */
export const readConverseBlocks: ReadMessage = (value) => {
  const content = blocksOf(value);
  if (content === null || !isJsonObject(value)) return null;
  const blocks = content.filter(isJsonObject).map(nestBlock);
  if (blocks.length < content.length || blocks.some(isTyped)) return null;
  const message: Message = {
    role: value.role as Message['role'],
    text: readText(blocks),
    calls: valuesOf(blocks, 'toolUse').map(readCall),
    results: valuesOf(blocks, 'toolResult').map(readResult),
  };
  return withUnknown(message, findUnknown(blocks, isKnown));
};

/**
 * The SDK for JavaScript writes a kind that it does not know as `{ "$unknown": [kind, value] }`. Telemetry of Strands for
 * JavaScript has the members of a call beside its `type`.
 */
function nestBlock(block: JsonObject): JsonObject {
  if (block.type === 'toolUse') return { toolUse: block };
  const [kind, value] = listOf(block.$unknown);
  return typeof kind === 'string' ? { [kind]: value ?? {} } : block;
}

function blocksOf(value: Json | undefined): readonly Json[] | null {
  if (!isJsonObject(value) || !Array.isArray(value.content)) return null;
  const { role } = value;
  if (role !== 'user' && role !== 'assistant' && role !== 'tool' && role !== 'system') return null;
  return value.content;
}

/** Blocks of other APIs say what they are in `type`. */
function isTyped({ type }: JsonObject): boolean {
  return typeof type === 'string' && type !== 'toolUse';
}

function hasKind(block: JsonObject): boolean {
  if (isTyped(block)) return false;
  return '$unknown' in block || Object.keys(nestBlock(block)).some((key) => KINDS.has(key));
}

/** The values of a kind. A value that is not an object is a call or a result that cannot be read. */
function valuesOf(blocks: readonly JsonObject[], kind: string): readonly JsonObject[] {
  return blocks
    .map((block) => block[kind])
    .filter((value) => value !== undefined && value !== null)
    .map(objectOf);
}

/** The kinds of blocks, beside `text`, which other APIs have, too. */
const KINDS: ReadonlySet<string> = new Set([
  'toolUse',
  'toolResult',
  'reasoningContent',
  'citationsContent',
  'guardContent',
  'cachePoint',
  'searchResult',
  'toolAddition',
  'toolRemoval',
]);
const MEDIA: ReadonlySet<string> = new Set(['text', 'image', 'document', 'video', 'audio']);

function isKnown(type: string): boolean {
  return KINDS.has(type) || MEDIA.has(type);
}

function readCall({ toolUseId: id, name, input }: JsonObject): MessageCall {
  return { id: textOf(id), name: textOf(name) ?? '', server: null, arguments: input };
}

function readResult({ toolUseId: id, status, content }: JsonObject): MessageResult {
  return {
    id: textOf(id),
    name: null,
    // A result has content, even where that is empty.
    status: Array.isArray(content) ? (statusOfWord(status, WORDS) ?? 'ok') : 'unreadable',
    text: resultText(content),
  };
}

const WORDS: StatusWords = new Map([
  ['success', 'ok'],
  ['error', 'error'],
]);
