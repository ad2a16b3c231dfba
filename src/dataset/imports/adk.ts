// Google ADK: eval sets `{ eval_cases: [{ eval_id, conversation: [invocation] }] }` (names in snake or camel case), and the
// older list of `{ query, expected_tool_use }`, alone or under `data`.
import { isJsonObject, type Json, type JsonObject } from '#core';
import { expectedCalls, type ForeignDataset, listAt, memberOf } from './foreign-dataset.ts';

export const adk: ForeignDataset = {
  id: 'adk',
  title: 'ADK eval sets',
  isRow: (row) =>
    Array.isArray(either(row, 'eval_cases')) || isQuery(row) || listAt(row, 'data').some(isQuery),
  toRows: (row) => {
    const cases = either(row, 'eval_cases');
    if (Array.isArray(cases)) return (cases as readonly Json[]).flatMap(rowsOfCase);
    return (isQuery(row) ? [row] : listAt(row, 'data').filter(isQuery)).map((query) =>
      toRow(null, query.query ?? null, listAt(query, 'expected_tool_use')),
    );
  },
};

function isQuery(value: Json): value is JsonObject {
  return (
    isJsonObject(value) &&
    Object.hasOwn(value, 'query') &&
    Object.hasOwn(value, 'expected_tool_use')
  );
}

function rowsOfCase(evalCase: Json): readonly JsonObject[] {
  const id = either(evalCase, 'eval_id');
  const turns = listAt(evalCase, 'conversation');
  return turns.map((turn, i) => {
    const name = typeof id === 'string' ? (turns.length === 1 ? id : `${id}#${i + 1}`) : null;
    const uses = usesIn(either(turn, 'intermediate_data'));
    return toRow(name, textOf(either(turn, 'user_content')), uses);
  });
}

/** The calls of an invocation: a list of their own, or among the parts of its events. */
function usesIn(data: Json | undefined): readonly Json[] {
  const uses = either(data, 'tool_uses');
  if (Array.isArray(uses)) return uses as readonly Json[];
  const events = either(data, 'invocation_events');
  return (Array.isArray(events) ? (events as readonly Json[]) : [])
    .flatMap((event) => listAt(memberOf(event, 'content'), 'parts'))
    .flatMap((part) => either(part, 'function_call') ?? []);
}

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

/** A member by its name in snake case or in camel case. */
function either(value: Json | undefined, snake: string): Json | undefined {
  const camel = snake.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return memberOf(value, snake) ?? memberOf(value, camel);
}
