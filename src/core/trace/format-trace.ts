import type { Json, JsonObject } from '../json/json.ts';
import { nativeError } from './to-native-trace.ts';
import type { Arguments, ToolCall, ToolSpec, Trace } from './trace.ts';

/** A trace in the native format, as it is written to files and handed to scorers of the user's own. */
export function formatTrace(trace: Trace): JsonObject {
  const { usage } = trace;
  return compact({
    id: trace.id,
    test: trace.test,
    case: trace.case,
    agent: trace.agent,
    run: trace.run,
    input: trace.input,
    tool_calls: trace.calls.map(nativeCall),
    tools: trace.offered?.map(nativeTool) ?? null,
    output: trace.output,
    usage:
      usage === null
        ? null
        : compact({
            input_tokens: usage.inputTokens,
            output_tokens: usage.outputTokens,
            cost: usage.cost,
          }),
    error: nativeError(trace),
    partial: trace.partial ?? null,
    metadata: trace.metadata,
  });
}

function nativeCall(call: ToolCall): JsonObject {
  return compact({
    name: call.name,
    server: call.server,
    arguments: nativeArguments(call.arguments),
    id: call.id,
    status: call.status,
    requester: call.requester,
  });
}

function nativeArguments(args: Arguments): Json {
  if (args.state === 'absent') return null;
  return args.state === 'parsed' ? args.value : args.text;
}

function nativeTool(tool: ToolSpec): JsonObject {
  return compact({
    name: tool.name,
    server: tool.server,
    description: tool.description,
    input_schema: tool.inputSchema,
    cost: tool.cost,
    agents: tool.agents ?? null,
  });
}

/** Without the keys that say nothing. */
function compact(value: Record<string, Json>): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}
