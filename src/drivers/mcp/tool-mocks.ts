import { equalJson, formatTool, type Json, type JsonObject, stringifyJson } from '#core';
import type { ToolResult } from '../tool-session.ts';
import type { SourceTool } from './tool-source.ts';

/** A canned answer, for any arguments or for these. */
export interface ToolMock {
  readonly args?: JsonObject;
  readonly result: Json;
  readonly isError?: boolean;
}

/** Canned answers by `server.name` or `name`; the longer spelling wins, and of its list the first that fits. */
export type ToolMocks = ReadonlyMap<string, readonly ToolMock[]>;

/** The answer to a call by the first of these that has one; an error where none has. */
export function answerFromMocks(
  tool: SourceTool,
  args: JsonObject,
  mocks: readonly ToolMocks[],
): ToolResult {
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
  const { result, isError = false } = mock;
  const text = typeof result === 'string' ? result : stringifyJson(result);
  return { status: isError ? 'error' : 'ok', text, content: result };
}

/** An answer of ours that says that a call failed. */
export function errorResult(text: string): ToolResult {
  return { status: 'error', text, content: { error: text } };
}
