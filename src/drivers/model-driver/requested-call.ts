import { isJsonObject, type JsonObject, parseJson } from '#core';
import type { ChatCall } from '../chat.ts';
import type { OfferedTool } from '../tool-session.ts';

/** A call that a model asked for, and what it means. */
export interface RequestedCall {
  readonly call: ChatCall;
  /** Null where no such tool was offered. */
  readonly tool: OfferedTool | null;
  /** Null where the model did not write a JSON object. */
  readonly args: JsonObject | null;
}

/** Understands a call; a model that writes no arguments at all means none. */
export function requestedCall(call: ChatCall, tools: readonly OfferedTool[]): RequestedCall {
  const tool = tools.find(({ spelled }) => spelled === call.name) ?? null;
  if (call.arguments.trim() === '') return { call, tool, args: {} };
  const parsed = parseJson(call.arguments);
  const args = parsed.ok && isJsonObject(parsed.value) ? parsed.value : null;
  return { call, ...chooseMode(tool, args) };
}

/** The tool that a mode means, with its own arguments; the merged tool itself where the mode is missing or unknown. */
function chooseMode(
  tool: OfferedTool | null,
  args: JsonObject | null,
): Pick<RequestedCall, 'tool' | 'args'> {
  if (args === null || tool?.modes === undefined) return { tool, args };
  const { [tool.modes.parameter]: mode, ...others } = args;
  const part = typeof mode === 'string' ? tool.modes.tools.get(mode) : undefined;
  return part === undefined ? { tool, args } : { tool: part, args: others };
}

/** The call as it is in the trace, without how it ended. */
export function nativeCall({ call, tool, args }: RequestedCall, turn: number): JsonObject {
  return {
    name: tool?.name ?? call.name,
    ...(tool === null || tool.server === null ? {} : { server: tool.server }),
    arguments: args ?? call.arguments,
    id: call.id,
    turn,
    ...(tool === null || tool.spelled === tool.name ? {} : { raw_name: tool.spelled }),
  };
}
