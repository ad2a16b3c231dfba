import { isJsonObject, type Json, type Usage } from '#core';
import { isCut } from '../draft/is-cut.ts';
import { readNumber } from '../draft/read-number.ts';
import {
  type DraftStatus,
  statusOfWord,
  type StatusWords,
  worstStatus,
} from '../draft/read-status.ts';
import { textOf } from '../draft/text-of.ts';
import { Answer } from './answer.ts';
import type { Attributes } from './attributes.ts';
import { expand } from './expand.ts';
import { parseText } from './parse-text.ts';
import { readMessagesIn } from './read-messages.ts';
import { readDefinitions } from './tool-definitions.ts';
import { type Findings, NONE, type SpanSubject } from './findings.ts';

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
    model:
      textOf(attributes.get('gen_ai.request.model')) ??
      textOf(attributes.get('gen_ai.response.model')),
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

/** Messages under their current or previous name, as one attribute or many. */
function conversation(attributes: Attributes, name: string, before: string): Json | undefined {
  const value = attributes.get(name) ?? expand(attributes, before);
  return value === undefined ? undefined : unfold(value);
}

/** What a model answered is the assistant's, whether a message says so or not. */
function withRoles(output: Json | undefined): Json | undefined {
  if (!Array.isArray(output)) return output;
  return output.map((message: Json): Json =>
    isJsonObject(message) && (message.role ?? null) === null
      ? { ...message, role: 'assistant' }
      : message,
  );
}

const CUT_CALLS = /^\s*\[\s*\{[^]*"(?:id|function)"/;

/** Koog writes the calls of an answer as JSON text in the place of its words. */
function unfold(value: Json): Json {
  if (!Array.isArray(value)) return value;
  return value.map((message: Json): Json => {
    if (!isJsonObject(message) || message.role !== 'assistant') return message;
    const calls = parseText(message.content);
    // Text that was cut short is a call that cannot be read.
    if (typeof calls === 'string' && CUT_CALLS.test(calls) && isCut(calls))
      return { role: 'assistant', tool_calls: [calls] };
    const isCalls =
      Array.isArray(calls) &&
      calls.length > 0 &&
      calls.every((call: Json) => isJsonObject(call) && isJsonObject(call.function));
    return isCalls ? { role: 'assistant', tool_calls: calls } : message;
  });
}

/** Each attribute under its current name and its previous names. */
const INPUT = ['gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens'];
const OUTPUT = ['gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens'];
const COST = ['gen_ai.usage.cost', 'operation.cost'];
const CACHE_READ = ['gen_ai.usage.cache_read.input_tokens', 'gen_ai.usage.cache_read_input_tokens'];
const CACHE_WRITE = [
  'gen_ai.usage.cache_write.input_tokens',
  'gen_ai.usage.cache_creation.input_tokens',
  'gen_ai.usage.cache_creation_input_tokens',
];

function usageOf(attributes: Attributes): Partial<Usage> | null {
  const input = amountOf(attributes, INPUT);
  const read = amountOf(attributes, CACHE_READ);
  const write = amountOf(attributes, CACHE_WRITE);
  return usageFrom({
    inputTokens: withCache(input, read, write),
    outputTokens: amountOf(attributes, OUTPUT),
    cost: amountOf(attributes, COST),
  });
}

function amountOf(attributes: Attributes, names: readonly string[]): number | null {
  for (const name of names) if (attributes.has(name)) return readNumber(attributes.get(name));
  return null;
}

/**
 * By the conventions, input tokens include cached tokens. Where the numbers contradict that, the emitter passed on
 * separate counts of its provider.
 */
export function withCache(
  input: number | null,
  read: number | null,
  write: number | null,
): number | null {
  const cached = (read ?? 0) + (write ?? 0);
  return input !== null && cached > input ? input + cached : input;
}

/** Usage where any of it is known. */
export function usageFrom(usage: Usage): Partial<Usage> | null {
  const { inputTokens, outputTokens, cost } = usage;
  return inputTokens === null && outputTokens === null && cost === null ? null : usage;
}

function finishReasonOf(reasons: Json | undefined): string | null {
  const list = parseText(reasons);
  return textOf(Array.isArray(list) ? (list[0] as Json) : list);
}
