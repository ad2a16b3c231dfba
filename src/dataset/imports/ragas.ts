// Ragas multi-turn samples: `{ user_input: [messages], reference_tool_calls: [{ name, args }] }` (0.2 to 0.4).
import type { Json, JsonObject } from '#core';
import { expectedCalls, type ForeignDataset, listAt, memberOf } from './foreign-dataset.ts';

export const ragas: ForeignDataset = {
  id: 'ragas',
  title: 'Ragas multi-turn samples',
  // Ragas leaves out what is not set, so a sample may have no reference.
  isRow: (row) =>
    Object.hasOwn(row, 'user_input') &&
    (Object.hasOwn(row, 'reference_tool_calls') || Array.isArray(row.user_input)),
  toRows: (row) => {
    const messages = listAt(row, 'user_input');
    const isAnswer = (message: Json): boolean => memberOf(message, 'type') === 'ai';
    const first = messages.findIndex(isAnswer);
    const asked = first === -1 ? messages : messages.slice(0, first);
    const called = messages.filter(isAnswer).flatMap((message) => listAt(message, 'tool_calls'));
    const reference = memberOf(row, 'reference_tool_calls');
    const calls = Array.isArray(reference)
      ? expectedCalls(reference as readonly Json[])
      : undefined;
    const converted: JsonObject = {
      input: { messages: asked.map(toMessage) },
      ...(calls === undefined ? {} : { expected_calls: calls }),
      ...(first === -1 ? {} : { tool_calls: called.map(toCall) }),
    };
    return [converted];
  },
};

function toMessage(message: Json): Json {
  const type = memberOf(message, 'type');
  const role = type === 'human' ? 'user' : typeof type === 'string' ? type : 'user';
  return { role, content: memberOf(message, 'content') ?? null };
}

function toCall(call: Json): Json {
  return { name: memberOf(call, 'name') ?? '', arguments: memberOf(call, 'args') ?? null };
}
