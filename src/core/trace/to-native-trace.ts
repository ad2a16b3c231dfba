import type { JsonObject } from '../json/json.ts';
import type { NativeCall, NativeTool, NativeTrace } from './native-trace.ts';
import type { Arguments, ToolCall, ToolSpec, Trace } from './trace.ts';

/** Writes a trace in our own format; what is unknown is left out. `parseTrace` gives the same trace back. */
export function toNativeTrace(trace: Trace): NativeTrace {
  return {
    ...given('id', trace.id),
    ...given('test', trace.test),
    ...given('case', trace.case),
    ...given('agent', trace.agent),
    ...given('model', trace.model),
    ...given('run', trace.run),
    ...given('input', trace.input),
    tool_calls: trace.calls.map(toNativeCall),
    ...given('tools', trace.offered?.map(toNativeTool)),
    ...given('output', trace.output),
    ...given('usage', usageOf(trace)),
    ...given('error', nativeError(trace)),
    ...given('partial', trace.partial),
    ...given('started_at', trace.startedAt),
    ...given('duration_ms', trace.durationMs),
    ...given('metadata', trace.metadata),
    ...given('said', trace.said),
    ...given('answers', trace.answers),
  };
}

/** The error of a run: an object where it is about the record, so that its code survives. */
export function nativeError({
  error,
  fault,
}: Trace):
  | string
  | { message: string; code: string; pointer?: string; types?: readonly string[] }
  | null {
  return error === null || fault === undefined ? error : { message: error, ...fault };
}

/** Writes a call as a native trace has it. */
export function toNativeCall(call: ToolCall): NativeCall {
  return {
    name: call.name,
    ...given('server', call.server),
    ...given('arguments', argumentsOf(call.arguments)),
    ...given('id', call.id),
    ...given('status', call.status),
    ...given('result', call.result),
    ...given('requester', call.requester),
    ...given('turn', call.turn),
    ...given('raw_name', call.rawName),
    ...given('schema_check', call.schemaCheck),
    ...given('started_at', call.startedAt),
    ...given('duration_ms', call.durationMs),
  };
}

function argumentsOf(passed: Arguments): JsonObject | string | null {
  return passed.state === 'parsed'
    ? passed.value
    : passed.state === 'unparsed'
      ? passed.text
      : null;
}

function toNativeTool(tool: ToolSpec): NativeTool {
  return {
    name: tool.name,
    ...given('server', tool.server),
    ...given('description', tool.description),
    ...given('input_schema', tool.inputSchema),
    ...given('cost', tool.cost),
    ...given('agents', tool.agents ?? null),
  };
}

function usageOf({ usage }: Trace): NativeTrace['usage'] {
  if (usage === null) return null;
  return {
    ...given('input_tokens', usage.inputTokens),
    ...given('output_tokens', usage.outputTokens),
    ...given('cost', usage.cost),
  };
}

/** A member where there is something to say. */
function given<K extends string, V>(
  key: K,
  value: V | null | undefined,
): { readonly [key in K]?: NonNullable<V> } {
  if (value === null || value === undefined) return {};
  return { [key]: value } as { readonly [key in K]?: NonNullable<V> };
}
