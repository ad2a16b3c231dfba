import { createHash } from 'node:crypto';
import { ExactNumber, type Json, type ToolCall, type ToolSpec, type Trace } from '#core';

/** A digest of everything that a run records. The order of object keys does not matter. */
export function fingerprint(trace: Trace): string {
  return createHash('sha256').update(textOfTrace(trace), 'utf16le').digest('base64');
}

function textOfTrace({
  id,
  test,
  case: row,
  agent,
  run,
  issues: _issues,
  ...content
}: Trace): string {
  const { input, calls, offered, output, usage, error, fault, partial, metadata, ...more } =
    content;
  const { said, answers, startedAt, durationMs, ...others } = more;
  let text = textOfValues([
    id,
    test,
    row,
    agent,
    run,
    startedAt,
    durationMs,
    partial,
    answers,
    error,
  ]);
  // A new member of a trace does not compile until it is part of the text.
  text += textOfValues(Object.values(others satisfies Record<string, never>));
  text += textOfValues([fault?.code, fault?.pointer, input, output, metadata]);
  text += textOfUsage(usage) + textOfValue(said ?? null);
  text += `t${offered?.length ?? -1};`;
  for (const tool of offered ?? []) text += textOfTool(tool);
  text += `c${calls.length};`;
  for (const call of calls) text += textOfCall(call);
  return text;
}

function textOfUsage(usage: Trace['usage']): string {
  if (usage === null) return '-';
  return textOfValues([usage.inputTokens, usage.outputTokens, usage.cost]);
}

function textOfTool({ server, name, description, inputSchema, cost }: ToolSpec): string {
  return textOfValues([server, name, description, inputSchema, cost]);
}

function textOfCall(call: ToolCall): string {
  const { server, name, id, requester, status, result, turn, rawName, startedAt, durationMs } =
    call;
  const { arguments: given } = call;
  const text = textOfValues([
    server,
    name,
    id,
    requester,
    status,
    result,
    turn,
    rawName,
    startedAt,
    durationMs,
  ]);
  if (given.state === 'parsed') return text + textOfValue(given.value);
  return given.state === 'unparsed' ? `${text}u${textOfValue(given.text)}` : `${text}a`;
}

function textOfValues(values: readonly (Json | undefined)[]): string {
  let text = '';
  for (const value of values) text += value === undefined ? '-' : textOfValue(value);
  return text;
}

/** Text that no other value has: texts follow their length, so nothing needs an escape. */
function textOfValue(value: Json): string {
  if (typeof value === 'string') return `${value.length}"${value}`;
  if (typeof value !== 'object') return `${String(value)};`;
  if (value === null) return 'n';
  if (value instanceof ExactNumber) return `${value.text};`;
  if (Array.isArray(value)) return `[${textOfValues(value as readonly Json[])}]`;
  const object = value as Readonly<Record<string, Json>>;
  let text = '{';
  for (const key of Object.keys(object).sort())
    text += `${key.length}"${key}${textOfValue(object[key]!)}`;
  return `${text}}`;
}
