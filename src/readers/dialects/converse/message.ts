import { isJsonObject, type Json, type JsonObject } from '#core';
import { statusOfWord, type StatusWords } from '../../draft/read-status.ts';
import { readText } from '../../draft/read-text.ts';
import { resultText } from '../../draft/result-text.ts';
import { textOf } from '../../draft/text-of.ts';
import type { Message, MessageCall, MessageResult, ReadMessage } from '../../messages/message.ts';
import { findUnknown, withUnknown } from '../../messages/unknown-parts.ts';

/**
 * Reads a message of Bedrock's Converse API, whose blocks have a member named after their kind. Strands agents record
 * these.
 */
export const readConverseMessage: ReadMessage = (value) => {
  if (!isJsonObject(value) || !Array.isArray(value.content)) return null;
  const { role } = value;
  if (role !== 'user' && role !== 'assistant' && role !== 'tool') return null;
  const blocks = (value.content as readonly Json[]).filter(isJsonObject);
  const isOwn = blocks.some((block) => Object.keys(block).some((key) => KINDS.has(key)));
  if (!isOwn || blocks.some(({ type }) => typeof type === 'string')) return null;
  const calls = blocks.map(({ toolUse }) => toolUse).filter(isJsonObject);
  const results = blocks.map(({ toolResult }) => toolResult).filter(isJsonObject);
  const message: Message = {
    role,
    text: readText(blocks),
    calls: calls.map(readCall),
    results: results.map(readResult),
  };
  return withUnknown(message, findUnknown(blocks, isKnown));
};

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
    status: statusOfWord(status, WORDS) ?? 'ok',
    text: resultText(content),
  };
}

const WORDS: StatusWords = new Map([
  ['success', 'ok'],
  ['error', 'error'],
]);
