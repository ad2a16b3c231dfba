import { hash } from 'node:crypto';
import { ExactNumber, type Json, type ToolCall, type ToolSpec, type Trace } from '#core';

/** A digest of everything that a run records. The order of object keys does not matter. */
export function fingerprint(trace: Trace): string {
  const text = textOfTrace(trace);
  return hash('sha256', text.isWellFormed() ? text : bytesOf(text), 'base64');
}

/** UTF-8 has one replacement for all lone surrogates. No UTF-8 text begins with the first byte. */
function bytesOf(text: string): Buffer {
  return Buffer.concat([Buffer.of(0xff), Buffer.from(text, 'utf16le')]);
}

/** A new member of a trace does not compile until it is here, and part of the text or not on purpose. */
type Covered = Record<
  | 'id'
  | 'test'
  | 'case'
  | 'agent'
  | 'model'
  | 'run'
  | 'startedAt'
  | 'durationMs'
  | 'partial'
  | 'answers'
  | 'error'
  | 'fault'
  | 'input'
  | 'output'
  | 'metadata'
  | 'usage'
  | 'said'
  | 'offered'
  | 'calls'
  | 'issues',
  unknown
>;

function textOfTrace(trace: Trace & Record<Exclude<keyof Trace, keyof Covered>, never>): string {
  const { offered, calls, fault, usage } = trace;
  const { id, test, case: row, agent, run, startedAt, durationMs, partial, answers, error } = trace;
  let text = textOf(id) + textOf(test) + textOf(row) + textOf(agent) + textOf(run);
  text +=
    textOf(trace.model) +
    textOf(startedAt) +
    textOf(durationMs) +
    textOf(partial) +
    textOf(answers);
  text += textOf(error) + textOf(fault?.code) + textOf(fault?.pointer);
  text += textOf(trace.input) + textOf(trace.output) + textOf(trace.metadata);
  text += textOf(usage?.inputTokens) + textOf(usage?.outputTokens) + textOf(usage?.cost);
  text += textOf(trace.said);
  text += `t${offered?.length ?? -1};`;
  for (const tool of offered ?? []) text += textOfTool(tool);
  text += `c${calls.length};`;
  for (const call of calls) text += textOfCall(call);
  return text;
}

function textOfTool({ server, name, description, inputSchema, cost }: ToolSpec): string {
  return textOf(server) + textOf(name) + textOf(description) + textOf(inputSchema) + textOf(cost);
}

function textOfCall(call: ToolCall): string {
  const { server, name, id, requester, status, result, turn, rawName } = call;
  let text = textOf(server) + textOf(name) + textOf(id) + textOf(requester) + textOf(status);
  text += textOf(result) + textOf(turn) + textOf(rawName);
  text += textOf(call.startedAt) + textOf(call.durationMs);
  const { arguments: given } = call;
  if (given.state === 'parsed') return text + textOf(given.value);
  return given.state === 'unparsed' ? `${text}u${textOf(given.text)}` : `${text}a`;
}

/** Text that no other value has: texts follow their length, so nothing needs an escape. */
function textOf(value: Json | undefined): string {
  if (typeof value === 'string') return `${value.length}"${value}`;
  if (value === undefined) return '-';
  if (value === null) return 'n';
  if (typeof value !== 'object') return `${String(value)};`;
  if (value instanceof ExactNumber) return `${value.text};`;
  if (Array.isArray(value)) {
    let items = '[';
    for (const item of value as readonly Json[]) items += textOf(item);
    return `${items}]`;
  }
  const object = value as Readonly<Record<string, Json>>;
  let text = '{';
  for (const key of Object.keys(object).sort())
    text += `${key.length}"${key}${textOf(object[key])}`;
  return `${text}}`;
}
