// LangSmith datasets: examples `{ id, inputs, outputs, metadata }`, exported as JSONL or JSON (2024 to 2026).
import { isJsonObject, type Json, type JsonObject } from '#core';
import { expectedCalls, type ForeignDataset, listAt, memberOf } from './foreign-dataset.ts';

export const langsmith: ForeignDataset = {
  id: 'langsmith',
  title: 'LangSmith datasets',
  isRow: (row) => isJsonObject(row.inputs) && Object.hasOwn(row, 'outputs'),
  toRows: (row) => {
    const inputs = row.inputs as JsonObject;
    const only = Object.keys(inputs).length === 1 ? Object.values(inputs)[0] : undefined;
    const hasMessages = Array.isArray(memberOf(inputs, 'messages'));
    return [
      {
        ...(typeof row.id === 'string' ? { id: row.id } : {}),
        input: hasMessages || only === undefined ? inputs : only,
        ...labelOf(row.outputs ?? null),
      },
    ];
  },
};

/** A dataset may have its expectation under any name; these are the usual ones. */
const LISTS = [
  'expected_calls',
  'expected_tool_calls',
  'reference_tool_calls',
  'tool_calls',
  'trajectory',
  'expected_trajectory',
];

function labelOf(outputs: Json): JsonObject {
  for (const key of LISTS) {
    if (!Array.isArray(memberOf(outputs, key))) continue;
    const calls = expectedCalls(listAt(outputs, key));
    if (calls !== undefined) return { expected_calls: calls };
  }
  const tool = memberOf(outputs, 'expected_tool') ?? memberOf(outputs, 'tool');
  if (typeof tool === 'string' && tool !== '') {
    const args = memberOf(outputs, 'expected_args');
    return { expected_tool: tool, ...(isJsonObject(args) ? { expected_args: args } : {}) };
  }
  const messages = listAt(outputs, 'messages');
  if (messages.length === 0) return {};
  const calls = expectedCalls(messages.flatMap((message) => listAt(message, 'tool_calls')));
  return calls === undefined ? {} : { expected_calls: calls };
}
