// Questions of the Berkeley Function Calling Leaderboard (v3 and v4), single turns: `{ id, question, function }`.
import { isJsonObject, type Json, type JsonObject } from '#core';
import { acceptedArguments } from './bfcl-arguments.ts';
import { toJsonSchema } from './bfcl-schema.ts';

/** Whether a row is a question of BFCL. */
export function isBfclRow(row: JsonObject): boolean {
  return Array.isArray(row.question) && Array.isArray(row.function);
}

/** The accepted answers of a question, from the file beside it; null for other values. */
export function readBfclAnswer(
  value: Json,
): { readonly id: string; readonly calls: readonly Json[] } | null {
  if (!isJsonObject(value) || typeof value.id !== 'string' || !Array.isArray(value.ground_truth))
    return null;
  return { id: value.id, calls: value.ground_truth };
}

/** A question as a row of a dataset; `answers` are the accepted calls by the id of the question. */
export function toDatasetRow(
  row: JsonObject,
  answers: ReadonlyMap<string, readonly Json[]>,
): JsonObject {
  const { id, question, function: functions } = row;
  const tools = (functions as readonly Json[]).filter(isJsonObject);
  const accepted = typeof id === 'string' ? (answers.get(id) ?? unanswered(id)) : null;
  return {
    ...(id === undefined ? {} : { id }),
    input: readInput(question as readonly Json[]),
    tools: tools.map(toTool),
    ...(accepted === null ? {} : { expected_calls: expectedCalls(accepted, tools) }),
  };
}

/**
 * Questions without a matching function have no answers, since nothing should be called; other questions lack theirs.
 */
function unanswered(id: string): readonly Json[] | null {
  return id.includes('irrelevance') ? [] : null;
}

/** The user's words; the messages where there is more than that. */
function readInput(turns: readonly Json[]): Json {
  const messages = turns.flatMap((turn: Json): readonly Json[] =>
    Array.isArray(turn) ? turn : [turn],
  );
  const [only] = messages;
  if (messages.length === 1 && isJsonObject(only) && typeof only.content === 'string')
    return only.content;
  return { messages };
}

function toTool({ name = '', description = '', parameters = {} }: JsonObject): JsonObject {
  return { name, description, input_schema: toJsonSchema(parameters) };
}

function expectedCalls(accepted: readonly Json[], tools: readonly JsonObject[]): readonly Json[] {
  return accepted.filter(isJsonObject).flatMap((call) =>
    Object.entries(call).map(([name, answer]) => {
      const tool = tools.find((candidate) => candidate.name === name);
      const schema = isJsonObject(tool?.parameters) ? tool.parameters : {};
      return { tool: name, args: acceptedArguments(answer, schema) };
    }),
  );
}
