import { equalJson } from '../json/equal-json.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { parseJson } from '../json/parse-json.ts';
import { stringifyJson } from '../json/stringify-json.ts';
import type { Arguments } from './trace.ts';
import { describeKind } from './trace-fields.ts';
import type { TraceFindings } from './trace-findings.ts';

const ABSENT: Arguments = { state: 'absent' };

/** The arguments of a call, under `arguments` or, as many programs write them, `args`. */
export function parseArguments(
  call: JsonObject,
  name: string,
  at: number,
  findings: TraceFindings,
): Arguments {
  const { arguments: value = null, args = null } = call;
  if (args === null)
    return value === null ? ABSENT : parseValue('arguments', value, name, at, findings);
  const passed = parseValue(
    value === null ? 'args' : 'arguments',
    value ?? args,
    name,
    at,
    findings,
  );
  // Ignoring either would score arguments that the agent may not have sent.
  if (value !== null && !equalArguments(value, args)) {
    findings.fail(
      `/tool_calls/${at}/args`,
      `arguments and args of call "${name}" differ`,
      'write the arguments once, under arguments',
    );
  }
  return passed;
}

function parseValue(
  key: 'arguments' | 'args',
  value: Json,
  name: string,
  at: number,
  findings: TraceFindings,
): Arguments {
  if (isJsonObject(value)) return { state: 'parsed', value };
  let reason = describeKind(value);
  if (typeof value === 'string') {
    const parsed = parseJson(value);
    if (parsed.ok && isJsonObject(parsed.value)) return { state: 'parsed', value: parsed.value };
    reason = parsed.ok ? `${describeKind(parsed.value)} in text` : parsed.message;
  }
  findings.warn(
    'READ_ARGS_UNPARSED',
    `/tool_calls/${at}/${key}`,
    `arguments of call "${name}" are not a JSON object (${reason}); kept as text`,
  );
  return { state: 'unparsed', text: typeof value === 'string' ? value : stringifyJson(value) };
}

function equalArguments(left: Json, other: Json): boolean {
  return equalJson(left, other) || equalJson(objectIn(left), objectIn(other));
}

function objectIn(value: Json): Json {
  if (typeof value !== 'string') return value;
  const parsed = parseJson(value);
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : value;
}
