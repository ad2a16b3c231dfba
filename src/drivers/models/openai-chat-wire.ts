// OpenAI Chat Completions, as OpenAI and those compatible with it speak it.
import { isJsonObject, type Json, type JsonObject, stringifyJson } from '#core';
import type { ChatCall, ChatMessage, ChatPart, ChatRequest } from '../chat.ts';
import {
  answerFormat,
  type DecodedAnswer,
  optionalMember,
  malformed,
  nameAt,
  objectAt,
  objectsAt,
  placeId,
  textAt,
  thinkingBlock,
  usageOf,
  type Wire,
} from './wire.ts';
import { imageUrl } from '../image-url.ts';

const ENDS: ReadonlyMap<string, DecodedAnswer['ended']> = new Map([
  ['length', 'cut'],
  ['content_filter', 'blocked'],
] as const);

/** Chat Completions at any address. */
export const OPENAI_CHAT_WIRE: Wire = {
  baseUrl: null,
  headers: {},
  keyHeader: (key) => ['authorization', `Bearer ${key}`],
  path: () => '/chat/completions',

  encode(request, model) {
    const system: Json[] =
      request.system === null ? [] : [{ role: 'system', content: request.system }];
    return {
      model,
      messages: [...system, ...request.messages.map((message) => encodeMessage(message))],
      ...encodeTools(request),
      ...optionalMember('temperature', request.temperature),
      ...optionalMember('seed', request.seed),
      ...optionalMember(limitName(request, model), request.maxTokens),
      ...encodeSettings(request),
      ...encodeFormat(request),
    };
  },

  decode(answer, request) {
    const [choice] = objectsAt(answer, 'choices');
    if (choice === undefined || !isJsonObject(choice.message)) throw malformed('it has no choices');
    return decodeChoice(answer, choice, choice.message, request);
  },
};

/** Models of OpenAI that think refuse the older name of the limit. */
const WANTS_NEW_LIMIT = /^(?:openai\/)?(?:o\d|gpt-(?:[5-9]|\d{2}))/;

function limitName({ hasNewLimit = false }: ChatRequest, model: string): string {
  return hasNewLimit || WANTS_NEW_LIMIT.test(model) ? 'max_completion_tokens' : 'max_tokens';
}

/** `thinking` as DeepSeek, GLM, Kimi and routers to Claude take it. */
function encodeSettings({ settings = {} }: ChatRequest): JsonObject {
  const { topP, reasoningEffort, thinking } = settings;
  return {
    ...optionalMember('top_p', topP ?? null),
    ...optionalMember('reasoning_effort', reasoningEffort ?? null),
    ...optionalMember('thinking', thinking === undefined ? null : thinkingBlock(thinking)),
  };
}

function encodeMessage(message: ChatMessage): Json {
  if (message.role === 'system')
    return { role: message.isDeveloper ? 'developer' : 'system', content: message.text };
  if (message.role === 'user')
    return {
      role: 'user',
      content: message.parts?.map((part) => encodePart(part)) ?? message.text,
    };
  if (message.role === 'tool')
    return { role: 'tool', tool_call_id: message.callId, content: message.text };
  if (message.raw !== undefined) return message.raw;
  if (message.calls.length === 0) return { role: 'assistant', content: message.text };
  return {
    role: 'assistant',
    content: message.text === '' ? null : message.text,
    tool_calls: message.calls.map((call) => encodeCall(call)),
  };
}

function encodePart(part: ChatPart): Json {
  if (part.type === 'text') return { type: 'text', text: part.text };
  return { type: 'image_url', image_url: { url: imageUrl(part) } };
}

function encodeCall({ id, name, arguments: text }: ChatCall): JsonObject {
  return { id, type: 'function', function: { name, arguments: text } };
}

function encodeTools({ tools, toolChoice, parallelCalls }: ChatRequest): JsonObject {
  if (tools.length === 0) return {};
  const choice =
    typeof toolChoice === 'string'
      ? toolChoice
      : { type: 'function', function: { name: toolChoice.tool } };
  return {
    tools: tools.map(({ name, description, inputSchema }) => ({
      type: 'function',
      function: { name, ...optionalMember('description', description), parameters: inputSchema },
    })),
    ...(choice === 'auto' ? {} : { tool_choice: choice }),
    ...optionalMember('parallel_tool_calls', parallelCalls),
  };
}

function encodeFormat(request: ChatRequest): JsonObject {
  const format = answerFormat(request);
  if (format === null) return {};
  if (format === 'json') return { response_format: { type: 'json_object' } };
  const { name, schema } = format.schema;
  return { response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } } };
}

function decodeChoice(
  answer: JsonObject,
  choice: JsonObject,
  message: JsonObject,
  request: ChatRequest,
): DecodedAnswer {
  const written = objectsAt(message, 'tool_calls');
  const calls = written.map((call, index): ChatCall => {
    const called = objectAt(call, 'function');
    const text = called.arguments ?? '';
    return {
      id: textAt(call, 'id') || placeId(request, index),
      name: nameAt(called),
      arguments: typeof text === 'string' ? text : stringifyJson(text),
    };
  });
  // Results are given back by id, so a call that came without one must go back with ours.
  const isComplete = written.every((call) => textAt(call, 'id') !== '');
  const reason = textAt(choice, 'finish_reason');
  const refusal = textAt(message, 'refusal');
  return {
    model: textAt(answer, 'model'),
    text: contentText(message.content) || refusal,
    calls,
    usage: usageOf(objectAt(answer, 'usage'), ['prompt_tokens'], ['completion_tokens']),
    raw: isComplete ? message : { ...message, tool_calls: calls.map((call) => encodeCall(call)) },
    ended: ENDS.get(reason) ?? (refusal === '' ? 'whole' : 'refused'),
  };
}

function contentText(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: Json) => (isJsonObject(part) ? textAt(part, 'text') : '')).join('');
}
