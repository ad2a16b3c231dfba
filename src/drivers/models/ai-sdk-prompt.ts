// Language models of the Vercel AI SDK, specifications v2 and v3: what they are asked.
import { ExactNumber, isJsonObject, type Json, type JsonObject, parseJson } from '#core';
import type { ChatMessage, ChatPart, ChatRequest } from '../chat.ts';
import { answerFormat, optionalMember, objectsIn, textAt, unsendable } from './wire.ts';

/** What `doGenerate` takes, but for the signal. */
export function aiSdkCallOptions(request: ChatRequest): JsonObject {
  const { system, messages, temperature, seed, maxTokens } = request;
  return {
    prompt: [
      ...(system === null ? [] : [{ role: 'system', content: system }]),
      ...messages.map((message, place) => encodeMessage(message, place)),
    ],
    ...encodeTools(request),
    ...optionalMember('temperature', temperature),
    ...optionalMember('seed', seed),
    ...optionalMember('maxOutputTokens', maxTokens),
    ...optionalMember('topP', request.settings?.topP ?? null),
    ...encodeFormat(request),
  };
}

function encodeMessage(message: ChatMessage, place: number): JsonObject {
  if (message.role === 'system') return { role: 'system', content: message.text };
  if (message.role === 'tool') {
    const type = message.isError ? 'error-text' : 'text';
    return {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: message.callId,
          toolName: message.name,
          output: { type, value: message.text },
        },
      ],
    };
  }
  const said = message.text === '' ? [] : [{ type: 'text', text: message.text }];
  if (message.role === 'user') {
    const content = message.parts?.map((part) => encodePart(part, place)) ?? said;
    return { role: 'user', content };
  }
  if (message.raw !== undefined)
    return { role: 'assistant', content: objectsIn(message.raw).flatMap((part) => sentBack(part)) };
  const calls = message.calls.map(({ id, name, arguments: text }) => ({
    type: 'tool-call',
    toolCallId: id,
    toolName: name,
    input: inputOf(text),
  }));
  return { role: 'assistant', content: [...said, ...calls] };
}

function encodePart(part: ChatPart, place: number): JsonObject {
  if (part.type === 'text') return { type: 'text', text: part.text };
  if ('url' in part) throw unsendable(place, 'an image by its address, which is not fetched');
  return { type: 'file', mediaType: part.mediaType, data: part.data };
}

/** A part of an answer as it goes back: what its provider noted on it, such as a signature, goes along. */
function sentBack(part: JsonObject): readonly JsonObject[] {
  const { providerMetadata = null } = part;
  const noted = optionalMember('providerOptions', providerMetadata);
  if (part.type === 'text' || part.type === 'reasoning')
    return [{ type: part.type, text: textAt(part, 'text'), ...noted }];
  if (part.type !== 'tool-call') return [];
  return [
    {
      type: 'tool-call',
      toolCallId: textAt(part, 'toolCallId'),
      toolName: textAt(part, 'toolName'),
      input: inputOf(textAt(part, 'input')),
      ...noted,
    },
  ];
}

function inputOf(text: string): Json {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : text;
}

function encodeTools({ tools, toolChoice }: ChatRequest): JsonObject {
  if (tools.length === 0) return {};
  return {
    tools: tools.map(({ name, description, inputSchema }) => ({
      type: 'function',
      name,
      ...optionalMember('description', description),
      inputSchema,
    })),
    toolChoice:
      typeof toolChoice === 'string'
        ? { type: toolChoice }
        : { type: 'tool', toolName: toolChoice.tool },
  };
}

function encodeFormat(request: ChatRequest): JsonObject {
  const format = answerFormat(request);
  if (format === null) return {};
  return { responseFormat: { type: 'json', ...(format === 'json' ? {} : format.schema) } };
}

/** Options for a provider, which writes JSON itself: numbers that no double holds are exact where the runtime writes them so. */
export function plainOptions(value: Json): unknown {
  if (value instanceof ExactNumber) {
    const { rawJSON } = JSON as { rawJSON?: (text: string) => unknown };
    return rawJSON?.(value.text) ?? Number(value.text);
  }
  if (Array.isArray(value)) return (value as readonly Json[]).map(plainOptions);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, plainOptions(held)]));
}
