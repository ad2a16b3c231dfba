// Anthropic Messages, version 2023-06-01.
import { type Json, type JsonObject, stringifyJson } from '#core';
import type { ChatCall, ChatMessage, ChatPart, ChatRequest } from '../chat.ts';
import {
  answerFormat,
  argumentObject,
  type DecodedAnswer,
  optionalMember,
  joinSystem,
  malformed,
  nameAt,
  objectAt,
  objectsAt,
  objectsIn,
  textAt,
  thinkingBlock,
  usageOf,
  type Wire,
} from './wire.ts';

type Spoken = Exclude<ChatMessage, { role: 'system' }>;

/** A limit must be given there. */
const DEFAULT_MAX_TOKENS = 4096;

const ENDS: ReadonlyMap<string, DecodedAnswer['ended']> = new Map([
  ['max_tokens', 'cut'],
  ['model_context_window_exceeded', 'cut'],
  ['refusal', 'blocked'],
] as const);

/** The Messages API. */
export const ANTHROPIC_WIRE: Wire = {
  baseUrl: 'https://api.anthropic.com/v1',
  headers: { 'anthropic-version': '2023-06-01' },
  keyHeader: (key) => ['x-api-key', key],
  path: () => '/messages',

  encode(request, model) {
    const { system, messages } = joinSystem(request);
    return {
      model,
      max_tokens: request.maxTokens ?? DEFAULT_MAX_TOKENS + thinkingTokens(request, model),
      ...optionalMember('system', system),
      messages: encodeMessages(messages),
      ...encodeTools(request),
      ...optionalMember('temperature', request.temperature),
      ...optionalMember('top_p', request.settings?.topP ?? null),
      ...optionalMember('thinking', encodeThinking(request, model)),
      ...encodeOutput(request),
    };
  },

  decode(answer) {
    if (!Array.isArray(answer.content)) throw malformed('it has no content');
    const blocks = objectsAt(answer, 'content');
    const reason = textAt(answer, 'stop_reason');
    return {
      model: textAt(answer, 'model'),
      text: blocks
        .filter((block) => block.type === 'text')
        .map((block) => textAt(block, 'text'))
        .join(''),
      calls: blocks.filter((block) => block.type === 'tool_use').map((block) => decodeCall(block)),
      usage: usageOf(
        objectAt(answer, 'usage'),
        ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'],
        ['output_tokens'],
      ),
      raw: blocks,
      ended: ENDS.get(reason) ?? 'whole',
    };
  },
};

/** Up to Claude 4.5 thinking has a budget of tokens; later models decide themselves how much they think. */
const HAS_BUDGET =
  /claude-(?:3|(?:opus|sonnet|haiku)-4-(?:[0-5](?:\D|$)|\d{8})|(?:opus|sonnet|haiku)-4$)/;
const DEFAULT_THINKING_TOKENS = 4096;

function encodeThinking({ settings }: ChatRequest, model: string): JsonObject | null {
  const thinking = settings?.thinking;
  if (thinking === undefined) return null;
  if (thinking !== true) return thinkingBlock(thinking);
  return HAS_BUDGET.test(model) ? thinkingBlock(DEFAULT_THINKING_TOKENS) : { type: 'adaptive' };
}

/** The budget of thoughts is a part of the limit, which must be larger. */
function thinkingTokens(request: ChatRequest, model: string): number {
  const budget = encodeThinking(request, model)?.budget_tokens;
  return typeof budget === 'number' ? budget : 0;
}

/** Results and what the user says after them are one message there; a message without content is refused. */
function encodeMessages(messages: readonly Spoken[]): readonly Json[] {
  const encoded: { role: string; content: Json[] }[] = [];
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const content = encodeContent(message);
    const last = encoded.at(-1);
    if (last?.role === role) last.content.push(...content);
    else if (content.length > 0) encoded.push({ role, content: [...content] });
  }
  return encoded.map(({ role, content }) => ({ role, content }));
}

function encodeContent(message: Spoken): readonly Json[] {
  if (message.role === 'tool')
    return [
      {
        type: 'tool_result',
        tool_use_id: message.callId,
        content: message.text,
        ...(message.isError ? { is_error: true } : {}),
      },
    ];
  const said = message.text === '' ? [] : [{ type: 'text', text: message.text }];
  if (message.role === 'user') return message.parts?.map((part) => encodePart(part)) ?? said;
  if (message.raw !== undefined) return objectsIn(message.raw);
  return [
    ...said,
    ...message.calls.map((call) => ({
      type: 'tool_use',
      id: call.id,
      name: call.name,
      input: argumentObject(call),
    })),
  ];
}

function encodePart(part: ChatPart): Json {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const source: Json =
    'url' in part
      ? { type: 'url', url: part.url }
      : { type: 'base64', media_type: part.mediaType, data: part.data };
  return { type: 'image', source };
}

function encodeTools({ tools, toolChoice, parallelCalls }: ChatRequest): JsonObject {
  if (tools.length === 0) return {};
  const type =
    typeof toolChoice !== 'string' ? 'tool' : toolChoice === 'required' ? 'any' : toolChoice;
  const isDefault = type === 'auto' && parallelCalls === null;
  const choice: JsonObject = {
    type,
    ...(typeof toolChoice === 'string' ? {} : { name: toolChoice.tool }),
    ...(parallelCalls === null || type === 'none'
      ? {}
      : { disable_parallel_tool_use: !parallelCalls }),
  };
  return {
    tools: tools.map(({ name, description, inputSchema }) => ({
      name,
      ...optionalMember('description', description),
      input_schema: inputSchema,
    })),
    ...(isDefault ? {} : { tool_choice: choice }),
  };
}

/** There is no mode for JSON without a schema: the instructions ask for it. */
function encodeOutput(request: ChatRequest): JsonObject {
  const format = answerFormat(request);
  const effort = request.settings?.reasoningEffort ?? null;
  const hasSchema = format !== null && format !== 'json';
  if (effort === null && !hasSchema) return {};
  return {
    output_config: {
      ...optionalMember('effort', effort),
      ...(hasSchema ? { format: { type: 'json_schema', schema: format.schema.schema } } : {}),
    },
  };
}

function decodeCall(block: JsonObject): ChatCall {
  const id = textAt(block, 'id');
  if (id === '') throw malformed('a call has no id');
  const input = block.input ?? {};
  return {
    id,
    name: nameAt(block),
    arguments: typeof input === 'string' ? input : stringifyJson(input),
  };
}
