import type { Json, Said, ToolCall, ToolSpec, Trace } from '#core';
import { Digest } from './digest.ts';

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

/** A hash of everything that a run records. The order of object keys does not matter. */
export function fingerprint(
  trace: Trace & Record<Exclude<keyof Trace, keyof Covered>, never>,
): string {
  const { id, test, case: row, agent, run, startedAt, durationMs, partial, answers, error } = trace;
  const { offered, calls, fault, usage, said } = trace;
  const digest = new Digest();
  addEach(digest, id, test, row, agent, run, trace.model, startedAt, durationMs, partial, answers);
  addEach(digest, error, fault?.code, fault?.pointer, trace.input, trace.output, trace.metadata);
  addEach(digest, usage !== null, usage?.inputTokens, usage?.outputTokens, usage?.cost);
  addList(digest, said, addSaid);
  addList(digest, offered, addTool);
  addList(digest, calls, addCall);
  return digest.end();
}

function addEach(digest: Digest, ...values: readonly (Json | undefined)[]): void {
  for (const value of values) digest.add(value);
}

function addList<T>(
  digest: Digest,
  list: readonly T[] | null | undefined,
  addItem: (digest: Digest, item: T) => void,
): void {
  digest.open(list?.length ?? -1);
  for (const item of list ?? []) addItem(digest, item);
}

function addSaid(digest: Digest, { role, text, turn, id, name }: Said): void {
  addEach(digest, role, text, turn, id, name);
}

function addTool(digest: Digest, { server, name, description, inputSchema, cost }: ToolSpec): void {
  addEach(digest, server, name, description, inputSchema, cost);
}

function addCall(digest: Digest, call: ToolCall): void {
  const { server, name, id, requester, status, result, turn, rawName } = call;
  addEach(digest, server, name, id, requester, status, result, turn, rawName);
  addEach(digest, call.startedAt, call.durationMs, call.arguments.state);
  const { arguments: args } = call;
  if (args.state === 'parsed') digest.add(args.value);
  else if (args.state === 'unparsed') digest.add(args.text);
}
