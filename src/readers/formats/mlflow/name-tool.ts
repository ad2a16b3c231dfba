import { isJsonObject, type Json, type JsonObject } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { textOf } from '../../draft/text-of.ts';
import type { Findings } from '../../spans/findings.ts';

/** Methods of frameworks that run any tool: the name of the tool is among their inputs. */
const WRAPPERS = /(?:^|\.)(?:handle_call|execute_tool_call|_?call_tool|direct_call_tool|run_tool)$/;

/** The name, the arguments and the id of the call of a tool's span. `numbered` are names that MLflow numbered. */
export function nameTool(
  name: string,
  input: Json | undefined,
  numbered: ReadonlySet<string>,
): Findings {
  const call = callIn(name, objectOf(input));
  if (call === null)
    return { toolName: textOf(numbered.has(name) ? name.replace(NUMBER, '') : name) };
  return {
    toolName: textOf(call.tool_name) ?? textOf(call.name),
    callId: textOf(call.tool_call_id) ?? textOf(call.id),
    arguments: call.args ?? call.arguments ?? call.tool_args ?? {},
  };
}

function callIn(name: string, inputs: JsonObject): JsonObject | null {
  const { call } = inputs;
  if (isJsonObject(call) && textOf(call.tool_name) !== null) return call;
  const isNamed = textOf(inputs.tool_name) !== null || textOf(inputs.name) !== null;
  return WRAPPERS.test(name) && isNamed ? inputs : null;
}

const NUMBER = /_(\d+)$/;

/** The names of spans that MLflow before 3.2 numbered, because several spans of a trace had the same: `get_1`, `get_2`. */
export function findNumbered(
  names: readonly string[],
  tools: ReadonlySet<string>,
): ReadonlySet<string> {
  const bases = new Map<string, number[]>();
  for (const name of names) {
    const [suffix, number] = NUMBER.exec(name) ?? [];
    if (suffix === undefined || number === undefined || tools.has(name)) continue;
    const base = name.slice(0, -suffix.length);
    bases.set(base, [...(bases.get(base) ?? []), Number(number)]);
  }
  const numbered = new Set<string>();
  for (const [base, numbers] of bases) {
    const isSeries = numbers.length > 1 && numbers.every((number) => number <= numbers.length);
    if (isSeries && new Set(numbers).size === numbers.length)
      for (const number of numbers) if (number > 0) numbered.add(`${base}_${number}`);
  }
  return numbered;
}
