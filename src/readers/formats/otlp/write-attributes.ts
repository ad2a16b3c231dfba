import {
  type Json,
  type JsonObject,
  stringifyJson,
  type ToolCall,
  type ToolSpec,
  type Trace,
} from '#core';

/** Attribute values before they are typed; null and undefined values are skipped. */
export type Values = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Types values as OTLP does. */
export function toAttributes(values: Values): JsonObject[] {
  return Object.entries(values).flatMap(([key, value]): JsonObject[] => {
    if (value === null || value === undefined) return [];
    if (typeof value === 'string') return [{ key, value: { stringValue: value } }];
    if (typeof value === 'boolean') return [{ key, value: { boolValue: value } }];
    if (!Number.isSafeInteger(value)) return [{ key, value: { doubleValue: value } }];
    return [{ key, value: { intValue: String(value) } }];
  });
}

/** The attributes of the agent's span: the data of the run as a whole. */
export function agentAttributes(trace: Trace): Values {
  const { usage, metadata } = trace;
  return {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': trace.agent,
    'gen_ai.usage.input_tokens': usage?.inputTokens,
    'gen_ai.usage.output_tokens': usage?.outputTokens,
    'gen_ai.usage.cost': usage?.cost,
    'whichtool.id': trace.id,
    'whichtool.test': trace.test,
    'whichtool.case': trace.case,
    'whichtool.run': trace.run,
    'whichtool.input': isWords(trace.input) ? null : jsonText(trace.input),
    'whichtool.output': isWords(trace.output) ? null : jsonText(trace.output),
    'whichtool.metadata': jsonText(metadata),
    'whichtool.partial': trace.partial,
  };
}

/**
 * The attributes of an answer: the calls that it requests, or its text. The first answer also has the model's input.
 */
export function chatAttributes(
  trace: Trace,
  calls: readonly ToolCall[],
  words: string | null,
  isFirst: boolean,
): Values {
  const { model } = trace.metadata ?? {};
  const { input, offered } = trace;
  const parts = [...calls.map(toPart), ...(words === null ? [] : [textPart(words)])];
  const reason = calls.length > 0 ? 'tool_call' : 'stop';
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': typeof model === 'string' ? model : null,
    'gen_ai.tool.definitions': isFirst ? jsonText(offered?.map(toDefinition) ?? null) : null,
    'gen_ai.input.messages':
      isFirst && isWords(input)
        ? stringifyJson([{ role: 'user', parts: [textPart(input)] }])
        : null,
    'gen_ai.output.messages': stringifyJson([
      {
        role: 'assistant',
        parts: parts.length === 0 ? [textPart('')] : parts,
        finish_reason: reason,
      },
    ]),
  };
}

/** The attributes of a tool's execution. */
export function toolAttributes(call: ToolCall): Values {
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': call.name,
    'gen_ai.tool.call.id': call.id,
    'gen_ai.tool.call.arguments': argumentsText(call),
    'mcp.server.name': call.server,
    'error.type':
      call.status === 'error' ? 'tool_error' : call.status === 'ok' ? null : call.status,
  };
}

function toPart(call: ToolCall): JsonObject {
  const { id, name, rawName = name, arguments: passed } = call;
  return {
    type: 'tool_call',
    ...(id === null ? {} : { id }),
    name: rawName,
    ...(passed.state === 'absent'
      ? {}
      : { arguments: passed.state === 'parsed' ? passed.value : passed.text }),
  };
}

function textPart(content: string): JsonObject {
  return { type: 'text', content };
}

function toDefinition(tool: ToolSpec): JsonObject {
  const { name, description, inputSchema, server, cost } = tool;
  return {
    type: 'function',
    name,
    ...(description === null ? {} : { description }),
    ...(inputSchema === null ? {} : { parameters: inputSchema }),
    ...(server === null ? {} : { 'mcp.server.name': server }),
    ...(cost === null ? {} : { 'whichtool.cost': cost }),
  };
}

/** Text can be part of a message; other values are written as they are. */
function isWords(value: Json): value is string {
  return typeof value === 'string' && value !== '';
}

function argumentsText({ arguments: passed }: ToolCall): string | null {
  if (passed.state === 'absent') return null;
  return passed.state === 'parsed' ? stringifyJson(passed.value) : passed.text;
}

function jsonText(value: Json): string | null {
  return value === null ? null : stringifyJson(value);
}
