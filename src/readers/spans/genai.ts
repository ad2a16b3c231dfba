import type { Json } from '#core';
import {
  type DraftStatus,
  statusOfWord,
  type StatusWords,
  worstStatus,
} from '../draft/read-status.ts';
import { textOf } from '../draft/text-of.ts';
import { Answer } from './answer.ts';
import type { Attributes } from './attributes.ts';
import { parseText } from './parse-text.ts';
import { readMessagesIn } from './read-messages.ts';
import { readDefinitions } from './tool-definitions.ts';
import { type Findings, NONE, type SpanSubject } from './findings.ts';
import { usageOf } from './genai-usage.ts';
import { conversation, withRoles } from './genai-conversation.ts';

const OPERATIONS: ReadonlyMap<string, SpanSubject> = new Map([
  ['chat', 'model'],
  ['text_completion', 'model'],
  ['generate_content', 'model'],
  ['execute_tool', 'tool'],
  ['invoke_agent', 'agent'],
]);

/** The GenAI and MCP conventions in all their generations, from `gen_ai.prompt` to `gen_ai.output.messages`. */
export function readGenAi(name: string, attributes: Attributes): Findings {
  if (!speaksGenAi(attributes)) return NONE;
  const kind = kindOf(name, attributes);
  const toolName = textOf(attributes.get('gen_ai.tool.name'));
  const responseModel = textOf(attributes.get('gen_ai.response.model'));
  const hasMessages = kind !== 'tool' && kind !== 'mcp';
  const output = hasMessages
    ? withRoles(conversation(attributes, 'gen_ai.output.messages', 'gen_ai.completion'))
    : undefined;
  return {
    kind,
    toolName: toolName ?? (kind === 'tool' || kind === 'mcp' ? toolOfSpan(name) : null),
    callId: textOf(attributes.get('gen_ai.tool.call.id')),
    server: textOf(attributes.get('mcp.server.name')),
    arguments: attributes.get('gen_ai.tool.call.arguments'),
    outputValue: hasMessages ? undefined : parseText(attributes.get('gen_ai.tool.call.result')),
    status: statusOf(attributes),
    agent:
      textOf(attributes.get('gen_ai.agent.name')) ?? (kind === 'agent' ? agentOfSpan(name) : null),
    model: textOf(attributes.get('gen_ai.request.model')) ?? responseModel,
    responseModel,
    input: hasMessages
      ? readMessagesIn(conversation(attributes, 'gen_ai.input.messages', 'gen_ai.prompt'))
      : [],
    output:
      output === undefined
        ? undefined
        : new Answer(output, null, attributes.has('gen_ai.output.messages')),
    tools: readDefinitions(
      attributes.get('gen_ai.tool.definitions') ?? attributes.get('gen_ai.agent.tools'),
    ),
    usage: usageOf(attributes),
    responseId: textOf(attributes.get('gen_ai.response.id')),
    finishReason: finishReasonOf(attributes.get('gen_ai.response.finish_reasons')),
  };
}

function speaksGenAi(attributes: Attributes): boolean {
  for (const key of attributes.keys())
    if (key.startsWith('gen_ai.') || key.startsWith('mcp.') || key.startsWith('error.'))
      return true;
  return false;
}

function kindOf(name: string, attributes: Attributes): SpanSubject {
  const method = textOf(attributes.get('mcp.method.name'));
  const operation = textOf(attributes.get('gen_ai.operation.name'));
  // MCP instrumentation may enrich the agent's tool span, or create a span below it.
  if (method !== null && !name.startsWith('execute_tool'))
    return method === 'tools/call' ? 'mcp' : 'other';
  if (operation !== null) return OPERATIONS.get(operation) ?? 'other';
  if (attributes.has('gen_ai.tool.name')) return 'tool';
  const type = attributes.get('llm.request.type');
  if (type === 'embedding' || type === 'rerank') return 'other';
  return attributes.has('gen_ai.request.model') ? 'model' : 'other';
}

const TOOL_PREFIX = /^(?:execute_tool|tools\/call|running tool:?) /;

/** The tool that a span is named after: `execute_tool get_weather`; the whole name without such a prefix. */
export function toolOfSpan(name: string): string | null {
  return textOf(name.replace(TOOL_PREFIX, '').trim());
}

/** `invoke_agent helper`, or `agent_run [helper]`. */
export function agentOfSpan(name: string): string | null {
  const match = /^(?:invoke_agent|agent_run) \[?([^\]]+)\]?$/.exec(name);
  return textOf(match?.[1]);
}

function statusOf(attributes: Attributes): DraftStatus | null {
  const type = attributes.get('error.type');
  if (type === 'denied' || type === 'missing') return type;
  // Strands: the span of a tool that reported a failure ended with success.
  const reported = statusOfWord(attributes.get('gen_ai.tool.status') ?? undefined, TOOL_STATUS);
  const code = attributes.get('rpc.jsonrpc.error_code') ?? type;
  const hasCode = code !== undefined && code !== null && code !== '';
  return worstStatus(reported, hasCode ? 'error' : null);
}

const TOOL_STATUS: StatusWords = new Map([
  ['success', null],
  ['error', 'error'],
]);

function finishReasonOf(reasons: Json | undefined): string | null {
  const list = parseText(reasons);
  return textOf(Array.isArray(list) ? (list[0] as Json) : list);
}
