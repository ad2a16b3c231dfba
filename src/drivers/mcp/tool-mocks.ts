import { equalJson, formatTool, type Json, type JsonObject, stringifyJson } from '#core';
import type { ToolResult } from '../tool-session.ts';
import type { SourceTool } from './tool-source.ts';

/** A canned answer, for any arguments or for these. */
export interface ToolMock {
  readonly args?: JsonObject;
  readonly result: Json;
  readonly isError?: boolean;
  /** How long the answer takes. */
  readonly delayMs?: number;
}

/** A canned answer, and how long it takes. */
interface MockedResult extends ToolResult {
  readonly delayMs?: number;
}

/** Canned answers by `server.name` or `name`; the longer spelling wins, and of its list the first that fits. */
export type ToolMocks = ReadonlyMap<string, readonly ToolMock[]>;

/** The answer to a call by the first of these that has one; an error where none has. */
export function answerFromMocks(
  tool: SourceTool,
  args: JsonObject,
  mocks: readonly ToolMocks[],
): MockedResult {
  const list = mocks.flatMap(
    (byTool) => byTool.get(formatTool(tool)) ?? byTool.get(tool.name) ?? [],
  );
  const mock = list.find(
    (candidate) => candidate.args === undefined || equalJson(candidate.args, args),
  );
  if (mock === undefined) {
    const why = list.length === 0 ? 'has no mock' : 'has no mock for these arguments';
    return errorResult(`the tool "${formatTool(tool)}" ${why}`);
  }
  const { result, isError = false, delayMs } = mock;
  const text = typeof result === 'string' ? result : stringifyJson(result);
  return {
    status: isError ? 'error' : 'ok',
    text,
    content: result,
    ...(delayMs === undefined ? {} : { delayMs }),
  };
}

/** An answer of ours that says that a call failed. */
export function errorResult(text: string): ToolResult {
  return { status: 'error', text, content: { error: text } };
}
