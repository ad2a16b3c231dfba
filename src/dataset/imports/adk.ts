// Google ADK eval sets: `{ eval_cases: [{ eval_id, conversation: [invocation] }] }`, and the older list of `{ query, expected_tool_use }`.
import type { Json, JsonObject } from '#core';
import { expectedCalls, type ForeignDataset, listAt, memberOf } from './foreign-dataset.ts';

export const adk: ForeignDataset = {
  id: 'adk',
  title: 'ADK eval sets',
  isRow: (row) =>
    (Object.hasOwn(row, 'eval_cases') && Array.isArray(row.eval_cases)) ||
    (Object.hasOwn(row, 'query') && Object.hasOwn(row, 'expected_tool_use')),
  toRows: (row) => {
    if (!Object.hasOwn(row, 'eval_cases'))
      return [toRow(null, row.query ?? null, listAt(row, 'expected_tool_use'))];
    return listAt(row, 'eval_cases').flatMap((one) => {
      const id = memberOf(one, 'eval_id');
      const turns = listAt(one, 'conversation');
      return turns.map((turn, i) => {
        const name = typeof id === 'string' ? (turns.length === 1 ? id : `${id}#${i + 1}`) : null;
        const asked = textOf(memberOf(turn, 'user_content'));
        return toRow(name, asked, listAt(memberOf(turn, 'intermediate_data'), 'tool_uses'));
      });
    });
  },
};

function toRow(id: string | null, input: Json, uses: readonly Json[]): JsonObject {
  const calls = expectedCalls(uses);
  return {
    ...(id === null ? {} : { id }),
    input,
    ...(calls === undefined ? {} : { expected_calls: calls }),
  };
}

function textOf(content: Json | undefined): Json {
  const texts = listAt(content, 'parts').map((part) => memberOf(part, 'text'));
  return texts.filter((text) => typeof text === 'string').join('\n');
}
