// OpenAI Responses, without state at OpenAI: the whole conversation goes along each time.
import { type Json, type JsonObject, redactText } from '#core';
import type { ChatCall, ChatMessage, ChatPart, ChatRequest } from '../chat.ts';
import { TransientError } from './transient-error.ts';
import {
  answerFormat,
  type DecodedAnswer,
  optionalMember,
  malformed,
  nameAt,
  objectAt,
  objectsAt,
  objectsIn,
  textAt,
  usageOf,
  type Wire,
} from './wire.ts';
import { imageUrl } from '../image-url.ts';

/** Those that do not think refuse a request for encrypted thoughts. */
const WITHOUT_THOUGHTS = /^(?:ft:)?(?:gpt-[34]|chatgpt)|-chat(?:-|$)/;

/** The Responses API. */
export const OPENAI_RESPONSES_WIRE: Wire = {
  baseUrl: 'https://api.openai.com/v1',
  headers: {},
  keyHeader: (key) => ['authorization', `Bearer ${key}`],
  path: () => '/responses',

  encode(request, model) {
    // The word JSON must stand in the input there for JSON mode: instructions beside it do not count.
    const isInside = answerFormat(request) === 'json';
    const system: readonly ChatMessage[] =
      isInside && request.system !== null
        ? [{ role: 'system', text: request.system, isDeveloper: false }]
        : [];
    return {
      model,
      ...optionalMember('instructions', isInside ? null : request.system),
      input: [...system, ...request.messages].flatMap((message) => encodeMessage(message)),
      ...encodeTools(request),
      ...optionalMember('temperature', request.temperature),
      ...optionalMember('max_output_tokens', request.maxTokens),
      ...optionalMember('top_p', request.settings?.topP ?? null),
      ...encodeReasoning(request),
      ...encodeFormat(request),
      store: false,
      ...(WITHOUT_THOUGHTS.test(model) ? {} : { include: ['reasoning.encrypted_content'] }),
    };
  },

  decode(answer) {
    if (!Array.isArray(answer.output)) throw malformed('it has no output');
    if (answer.status === 'failed')
      throw new TransientError(
        'MODEL_FAILED',
        `the model failed: ${redactText(textAt(objectAt(answer, 'error'), 'message')).slice(0, 200)}`,
      );
    const items = objectsAt(answer, 'output');
    const parts = items
      .filter((item) => item.type === 'message')
      .flatMap((item) => objectsAt(item, 'content'));
    return {
      model: textAt(answer, 'model'),
      text: parts.map((part) => textAt(part, 'text') || textAt(part, 'refusal')).join(''),
      calls: items.filter((item) => item.type === 'function_call').map((item) => decodeCall(item)),
      usage: usageOf(objectAt(answer, 'usage'), ['input_tokens'], ['output_tokens']),
      raw: items,
      ended: endOf(answer, parts),
    };
  },
};

function encodeReasoning({ settings }: ChatRequest): JsonObject {
  const effort = settings?.reasoningEffort;
  return effort === undefined ? {} : { reasoning: { effort } };
}

function encodeMessage(message: ChatMessage): readonly Json[] {
  if (message.role === 'system')
    return [{ role: message.isDeveloper ? 'developer' : 'system', content: message.text }];
  if (message.role === 'user') {
    const content = message.parts?.map((part) => encodePart(part)) ?? message.text;
    return [{ role: 'user', content }];
  }
  if (message.role === 'tool')
    return [{ type: 'function_call_output', call_id: message.callId, output: message.text }];
  if (message.raw !== undefined) return sendableItems(objectsIn(message.raw));
  return [
    ...(message.text === '' ? [] : [{ role: 'assistant', content: message.text }]),
    ...message.calls.map(({ id, name, arguments: text }) => ({
      type: 'function_call',
      call_id: id,
      name,
      arguments: text,
    })),
  ];
}

function encodePart(part: ChatPart): Json {
  if (part.type === 'text') return { type: 'input_text', text: part.text };
  return { type: 'input_image', image_url: imageUrl(part) };
}

/** Thoughts that came without their content cannot go back, nor can ids, which would ask for those thoughts. */
function sendableItems(items: readonly JsonObject[]): readonly Json[] {
  const isUnsendable = (item: JsonObject): boolean =>
    item.type === 'reasoning' && textAt(item, 'encrypted_content') === '';
  if (!items.some(isUnsendable)) return items;
  return items
    .filter((item) => !isUnsendable(item))
    .map((item) => Object.fromEntries(Object.entries(item).filter(([name]) => name !== 'id')));
}

function encodeTools({ tools, toolChoice, parallelCalls }: ChatRequest): JsonObject {
  if (tools.length === 0) return {};
  const choice =
    typeof toolChoice === 'string' ? toolChoice : { type: 'function', name: toolChoice.tool };
  return {
    tools: tools.map(({ name, description, inputSchema }) => ({
      type: 'function',
      name,
      ...optionalMember('description', description),
      parameters: inputSchema,
      // Strict is the default there, and most schemas of real tools do not fit it.
      strict: false,
    })),
    ...(choice === 'auto' ? {} : { tool_choice: choice }),
    ...optionalMember('parallel_tool_calls', parallelCalls),
  };
}

function encodeFormat(request: ChatRequest): JsonObject {
  const format = answerFormat(request);
  if (format === null) return {};
  if (format === 'json') return { text: { format: { type: 'json_object' } } };
  const { name, schema } = format.schema;
  return { text: { format: { type: 'json_schema', name, strict: true, schema } } };
}

function endOf(answer: JsonObject, parts: readonly JsonObject[]): DecodedAnswer['ended'] {
  if (answer.status === 'incomplete') {
    const reason = textAt(objectAt(answer, 'incomplete_details'), 'reason');
    return reason === 'content_filter' ? 'blocked' : 'cut';
  }
  return parts.some((part) => textAt(part, 'refusal') !== '') ? 'refused' : 'whole';
}

function decodeCall(item: JsonObject): ChatCall {
  const id = textAt(item, 'call_id');
  if (id === '') throw malformed('a call has no id');
  return { id, name: nameAt(item), arguments: textAt(item, 'arguments') };
}
