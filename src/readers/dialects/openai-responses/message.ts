import type { JsonObject } from '#core';
import { readText } from '../../draft/read-text.ts';
import { resultText } from '../../draft/result-text.ts';
import { textOf } from '../../draft/text-of.ts';
import type { Message, ReadMessage } from '../../messages/message.ts';
import { findUnknown, withUnknown } from '../../messages/unknown-parts.ts';
import { toApiItem } from './agents-item.ts';
import { isCall, isHarmlessPart, isItem, isResult, readCall } from './item.ts';
import { readOutcome } from '../../draft/read-outcome.ts';

/** Reads an item of the Responses API: a message, a call or a result. */
export const readResponsesItem: ReadMessage = (recorded) => {
  if (!isItem(recorded)) return null;
  const value = toApiItem(recorded);
  if (isResult(value)) {
    const { call_id: id, output } = value;
    const result = {
      id: textOf(id),
      name: null,
      status: readOutcome(output),
      text: resultText(output),
    };
    return { role: 'tool', text: '', calls: [], results: [result] };
  }
  if (value.type === 'message') return readSaid(value);
  if (!isCall(value)) return null;
  const { id, name, server = null, arguments: passed, status, requester } = readCall(value);
  const call = {
    id,
    name,
    server,
    arguments: passed,
    ...(status === null || status === undefined ? {} : { status }),
    ...(requester === null || requester === undefined ? {} : { requester }),
  };
  return { role: 'assistant', text: '', calls: [call], results: [] };
};

function readSaid({ role, content }: JsonObject): Message | null {
  if (role !== 'user' && role !== 'assistant' && role !== 'system' && role !== 'developer')
    return null;
  const message: Message = {
    role: role === 'developer' ? 'system' : role,
    text: readText(content),
    calls: [],
    results: [],
  };
  return withUnknown(message, findUnknown(content, isHarmlessPart));
}
