import type { Json, JsonObject } from '#core';
import { statusOfWord } from '../../draft/read-status.ts';
import { readText } from '../../draft/read-text.ts';
import { resultText } from '../../draft/result-text.ts';
import type { Message, MessageResult } from '../../messages/message.ts';
import { findMisplaced, typeOfPart, withUnknown } from '../../messages/unknown-parts.ts';
import { findUnknownBlocks } from './known-blocks.ts';
import { readCalls, readRanResults, WORDS } from './read-calls.ts';
import { unwrapMessage } from './unwrap-message.ts';

/** Reads a LangChain message in any of its serialisations. */
export function readLangchainMessage(value: Json): Message | null {
  const unwrapped = unwrapMessage(value);
  if (unwrapped === null) return null;
  const { role, body } = unwrapped;
  const message: Message = {
    role,
    text: readText(body.content),
    calls: role === 'assistant' ? readCalls(body) : [],
    results:
      role === 'tool' ? [readResult(body)] : role === 'assistant' ? readRanResults(body) : [],
  };
  return role === 'assistant'
    ? withUnknown(message, [...findUnknownBlocks(body), ...findLost(body)])
    : message;
}

/** What is in the place of an answer, or of its calls. Every answer has a content, which may be empty. */
function findLost(body: JsonObject): readonly string[] {
  return [
    ...('content' in body ? [] : [typeOfPart(body)]),
    ...findMisplaced(body.tool_calls, body.invalid_tool_calls, body.tool_call_chunks),
  ];
}

function readResult({ tool_call_id: id, name, status, content }: JsonObject): MessageResult {
  return {
    id: typeof id === 'string' ? id : null,
    name: typeof name === 'string' ? name : null,
    status: statusOfWord(status, WORDS),
    text: resultText(content),
  };
}
