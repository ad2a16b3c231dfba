import { isJsonObject, type Json, type JsonObject } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import type { DraftStatus } from '../../draft/read-status.ts';
import { textOf } from '../../draft/text-of.ts';

/** A call as a line of a stream has it. */
export interface CursorCall {
  readonly name: string;
  readonly server: string | null;
  readonly rawName: string;
  readonly arguments: Json | undefined;
  /** What came back; undefined while the call runs. */
  readonly result: Json | undefined;
}

/** Reads `{ readToolCall: { args, result } }`, whose key names the tool, and `{ function: { name, arguments } }`. */
export function readToolCall(value: JsonObject): CursorCall {
  const { function: called } = value;
  if (isJsonObject(called)) {
    const name = textOf(called.name) ?? '';
    const result = called.result ?? value.result;
    return { name, server: null, rawName: name, arguments: called.arguments, result };
  }
  const key = Object.keys(value).find((each) => each.endsWith('ToolCall')) ?? '';
  const details = objectOf(value[key]);
  if (key === 'mcpToolCall') return readMcpCall(details);
  const name = key.slice(0, -'ToolCall'.length);
  return { name, server: null, rawName: name, arguments: details.args, result: details.result };
}

/** A call of a server: its arguments have the name of the tool, and those of the call. */
function readMcpCall({ args, result }: JsonObject): CursorCall {
  const { name, toolName, providerIdentifier, serverIdentifier, args: passed } = objectOf(args);
  const tool = textOf(toolName) ?? textOf(name) ?? '';
  return {
    name: tool,
    server: textOf(providerIdentifier) ?? textOf(serverIdentifier),
    rawName: textOf(name) ?? tool,
    arguments: passed,
    result,
  };
}

const SUCCESSES: ReadonlySet<string> = new Set(['success', 'complete', 'registered']);
const REFUSALS: ReadonlySet<string> = new Set(['rejected', 'permissionDenied']);
const FAILURE = /^(?:error|failure|timeout|spawnError|notFound|fileNotFound|invalid.*|.*Error)$/;

/** How a call ended: the key of its result says it. */
export function readStatus(result: Json | undefined): DraftStatus | null {
  if (result === undefined || result === null) return null;
  const [key = ''] = Object.keys(objectOf(result));
  if (SUCCESSES.has(key))
    return objectOf(objectOf(result).success).isError === true ? 'error' : 'ok';
  if (REFUSALS.has(key)) return 'denied';
  return FAILURE.test(key) ? 'error' : 'unreadable';
}
