// OpenAI evals: `{ input: [messages], ideal }` of the open-source registry, or `{ item: { … } }` of the hosted API.
import { isJsonObject, type Json, type JsonObject } from '#core';
import {
  expectedCalls,
  type ForeignDataset,
  listAt,
  memberOf,
  nativeLabel,
} from './foreign-dataset.ts';

export const openaiEvals: ForeignDataset = {
  id: 'openai-evals',
  title: 'OpenAI evals',
  isRow: (row) =>
    isJsonObject(memberOf(row, 'item')) ||
    (Array.isArray(row.input) && Object.hasOwn(row, 'ideal')),
  toRows: (row) => {
    const item = isJsonObject(row.item) ? row.item : row;
    const input = item.input ?? item.messages ?? item.query ?? item.question ?? null;
    const label = labelOf(item);
    return [{ input: Array.isArray(input) ? { messages: input } : input, ...label }];
  },
};

function labelOf(item: JsonObject): JsonObject {
  const native = nativeLabel(item);
  if (native !== undefined) return native;
  for (const key of ['expected_tool_calls', 'reference_tool_calls', 'tool_calls']) {
    if (!Array.isArray(item[key])) continue;
    const calls = expectedCalls(listAt(item, key));
    if (calls !== undefined) return { expected_calls: calls };
  }
  const ideal: Json | undefined = item.ideal;
  if (typeof ideal === 'string' && ideal !== '') return { expected_tool: ideal };
  // Several ideal answers are several acceptable ones.
  const names = Array.isArray(ideal) ? (ideal as readonly Json[]) : [];
  const areNames = names.length > 0 && names.every((name) => typeof name === 'string');
  if (areNames) return { expected_tool: names };
  const calls = expectedCalls(listAt(ideal, 'tool_calls'));
  return calls === undefined || calls.length === 0 ? {} : { expected_calls: calls };
}
