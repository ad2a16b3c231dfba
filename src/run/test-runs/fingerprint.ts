import { hash } from 'node:crypto';
import {
  ExactNumber,
  type Json,
  type JsonObject,
  type ToolCall,
  type ToolSpec,
  type Trace,
} from '#core';

/** A digest of everything that a run records. The order of object keys does not matter. */
export function fingerprint(trace: Trace): string {
  return hash('sha256', JSON.stringify(partsOfTrace(trace)), 'base64');
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

/** The values of a run, in lists: the runtime writes lists as text many times faster than code can join text. */
function partsOfTrace(
  trace: Trace & Record<Exclude<keyof Trace, keyof Covered>, never>,
): readonly unknown[] {
  const { id, test, case: row, agent, run, startedAt, durationMs, partial, answers, error } = trace;
  const { offered, calls, fault, usage, said } = trace;
  return [
    [id, test, row, agent, run, trace.model, startedAt, durationMs, partial, answers],
    [error, fault?.code, fault?.pointer],
    [sorted(trace.input), sorted(trace.output), sorted(trace.metadata)],
    usage === null ? null : [usage.inputTokens, usage.outputTokens, usage.cost],
    said?.map(({ role, text, turn, id: call, name }) => [role, text, turn, call, name]),
    offered?.map(partsOfTool),
    calls.map(partsOfCall),
  ];
}

function partsOfTool({ server, name, description, inputSchema, cost }: ToolSpec): unknown[] {
  return [server, name, description, sorted(inputSchema), cost];
}

function partsOfCall(call: ToolCall): unknown[] {
  const { server, name, id, requester, status, result, turn, rawName } = call;
  const { startedAt, durationMs, arguments: args } = call;
  const parts = [server, name, id, requester, status, result, turn, rawName, startedAt, durationMs];
  if (args.state === 'parsed') return [parts, sorted(args.value)];
  return args.state === 'unparsed' ? [parts, args.text] : [parts];
}

/**
 * A value whose JSON text is equal for equal values only: keys in order, exact numbers with their digits. Most values
 * are in order already, and returned as they are.
 */
function sorted(value: Json): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof ExactNumber) return { '': value.text };
  if (Array.isArray(value)) return sortedList(value as readonly Json[]);
  const object = value as JsonObject;
  const keys = Object.keys(object);
  if (isSorted(object, keys)) return object;
  const copy = copySorted(object, keys.sort());
  // An object with an empty key must not look like an exact number.
  return keys[0] === '' ? { '': [copy] } : copy;
}

function isSorted(object: JsonObject, keys: readonly string[]): boolean {
  for (const [at, key] of keys.entries())
    if (!isInOrder(keys, at) || sorted(object[key]!) !== object[key]) return false;
  return true;
}

/** Objects that grow in the same order share their shape, which the runtime writes several times as fast. */
function copySorted(object: JsonObject, keys: readonly string[]): Record<string, unknown> {
  // Assigning this key would set a prototype.
  if (keys.includes('__proto__'))
    return Object.fromEntries(keys.map((key) => [key, sorted(object[key]!)]));
  const copy: Record<string, unknown> = {};
  for (const key of keys) copy[key] = sorted(object[key]!);
  return copy;
}

/** Whether a key follows the key before it. An empty key is never in order, so that its object is copied. */
function isInOrder(keys: readonly string[], at: number): boolean {
  return at === 0 ? keys[0] !== '' : keys[at - 1]! < keys[at]!;
}

function sortedList(list: readonly Json[]): readonly unknown[] {
  return list.every((item) => sorted(item) === item) ? list : list.map(sorted);
}
