import { resultText } from '../draft/result-text.ts';
import { textOf } from '../draft/text-of.ts';
import type { ReadMessage } from '../messages/message.ts';
import { isCall, isItem, isResult, readCall } from './item.ts';
import { readOutcome } from './read-outcome.ts';

/** Reads a call or a result of the Responses API, which stand beside the messages; what is said there has a role. */
export const readResponsesItem: ReadMessage = (value) => {
  if (!isItem(value)) return null;
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
  if (!isCall(value)) return null;
  const { id, name, server = null, arguments: given, status, requester } = readCall(value);
  const call = {
    id,
    name,
    server,
    arguments: given,
    ...(status === null || status === undefined ? {} : { status }),
    ...(requester === null || requester === undefined ? {} : { requester }),
  };
  return { role: 'assistant', text: '', calls: [call], results: [] };
};
