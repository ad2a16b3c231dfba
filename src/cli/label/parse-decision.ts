import { compileSchema, isJsonObject, type Json, type JsonObject, parseJson, suggest } from '#core';
import type { Answer, OfferedTool } from '#dataset';
import { readWords, type TypedWord } from './read-words.ts';

/** What a person typed: an answer with its reason, or what is wrong with it. */
export type TypedAnswer =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly message: string };

/**
 * Reads a decision about a label: the number of an opinion, `none`, tools with their arguments in words, or a label as
 * JSON. `because …` gives the reason.
 */
export function parseDecision(
  line: string,
  opinions: readonly Answer[],
  tools: readonly OfferedTool[],
): TypedAnswer {
  if (line.startsWith('{')) {
    const parsed = parseJson(line);
    if (!parsed.ok) return fail(`this is not JSON: ${parsed.message}`);
    return isJsonObject(parsed.value)
      ? { ok: true, answer: parsed.value }
      : fail('a label is an object');
  }
  const [said, why] = splitReason(line);
  const reason: JsonObject = why === null ? {} : { rationale: why };
  if (/^\d+$/.test(said)) {
    const opinion = opinions[Number(said) - 1];
    if (opinion === undefined) return fail(`there is no opinion ${said}`);
    const { unsure: _unsure, ...answer } = opinion;
    return { ok: true, answer: { ...answer, ...reason } };
  }
  if (said === 'none') return { ok: true, answer: { expected_tool: 'none', ...reason } };
  const calls = readCalls(readWords(said), tools);
  if (typeof calls === 'string') return fail(calls);
  const [first, ...others] = calls;
  if (first === undefined) return fail('type a number, a tool or none');
  if (others.length > 0) return { ok: true, answer: { expected_calls: calls, ...reason } };
  const { tool, args } = first;
  return {
    ok: true,
    answer: {
      expected_tool: tool,
      ...(args === undefined ? {} : { expected_args: args }),
      ...reason,
    },
  };
}

/** The reason after `because`, which may also be a word of a quoted value. */
export function splitReason(line: string): readonly [said: string, why: string | null] {
  const match = [...line.matchAll(/"(?:[^"\\]|\\.)*"|\bbecause\s+/g)].find(
    ([text]) => !text.startsWith('"'),
  );
  if (match === undefined) return [line.trim(), null];
  const why = line.slice(match.index + match[0].length).trim();
  return [line.slice(0, match.index).trim(), why === '' ? null : why];
}

interface TypedCall extends JsonObject {
  readonly tool: Json;
  readonly args?: JsonObject;
}

/** Reads calls: tools joined by `or` are as good as each other, `and` begins the next call. Text says what is wrong. */
function readCalls(
  words: readonly TypedWord[],
  tools: readonly OfferedTool[],
): readonly TypedCall[] | string {
  const calls: { names: string[]; args: Extract<TypedWord, { kind: 'argument' }>[] }[] = [];
  let isNext = true;
  for (const word of words) {
    const call = calls.at(-1);
    if (word.kind === 'argument') {
      if (call === undefined) return `name a tool before ${word.name}=`;
      call.args.push(word);
    } else if (word.text === 'and') isNext = true;
    else if (word.text !== 'or' && word.text !== 'with') {
      const problem = checkTool(word.text, tools);
      if (problem !== null) return problem;
      if (isNext || call === undefined) calls.push({ names: [word.text], args: [] });
      else call.names.push(word.text);
      isNext = false;
    }
  }
  const read: TypedCall[] = [];
  for (const { names, args } of calls) {
    const [only, ...others] = names;
    const tool: Json = others.length === 0 && only !== undefined ? only : names;
    if (args.length === 0) read.push({ tool });
    else {
      const values = readArguments(args, tools.find(({ name }) => name === only)?.schema ?? null);
      if (typeof values === 'string') return values;
      read.push({ tool, args: values });
    }
  }
  return read;
}

/** A typing mistake is not a tool. */
function checkTool(name: string, tools: readonly OfferedTool[]): string | null {
  const names = tools.map((tool) => tool.name);
  if (names.length === 0 || names.includes(name)) return null;
  const meant = suggest(name, names);
  return `the case was not offered "${name}"${meant === null ? '' : `; did you mean "${meant}"?`}`;
}

/** The arguments of a call, each of the type that the schema wants; text says what is wrong. */
function readArguments(
  words: readonly Extract<TypedWord, { kind: 'argument' }>[],
  schema: OfferedTool['schema'],
): JsonObject | string {
  const properties =
    isJsonObject(schema) && isJsonObject(schema.properties) ? schema.properties : {};
  const members = words.map(({ name, value, isQuoted }) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : null;
    const isText = isQuoted || (isJsonObject(property) && property.type === 'string');
    return `${JSON.stringify(name)}:${isText || !parseJson(value).ok ? JSON.stringify(value) : value}`;
  });
  // Parsed as one text, numbers keep their digits and a name that is given twice is found.
  const parsed = parseJson(`{${members.join(',')}}`);
  if (!parsed.ok) return parsed.message;
  const violation = compileSchema(schema ?? true).validate(parsed.value);
  if (violation === null) return parsed.value as JsonObject;
  const where = violation.pointer === '' ? '' : `${violation.pointer.slice(1)} `;
  return `these arguments do not fit the schema: ${where}${violation.message}`;
}

function fail(message: string): TypedAnswer {
  return { ok: false, message };
}
