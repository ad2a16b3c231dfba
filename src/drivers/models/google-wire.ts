// Google Gemini API, generateContent of v1beta.
import { type Json, type JsonObject, stringifyJson } from '#core';
import type { ChatCall, ChatMessage, ChatRequest } from '../chat.ts';
import { DriveError } from '../driver.ts';
import {
  argumentObject,
  type DecodedAnswer,
  given,
  malformed,
  nameAt,
  objectAt,
  objectsAt,
  objectsIn,
  placeId,
  textAt,
  usageOf,
  type Wire,
} from './wire.ts';
import { UnusableAnswer } from './unusable-answer.ts';

const MODES = { auto: 'AUTO', required: 'ANY', none: 'NONE' } as const;
const MALFORMED = new Set(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL']);

/** Content generation by Gemini. */
export const GOOGLE_WIRE: Wire = {
  baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
  headers: {},
  keyHeader: (key) => ['x-goog-api-key', key],
  path: (model) => `/models/${encodeURIComponent(model.replace(/^models\//, ''))}:generateContent`,

  encode(request) {
    const config = {
      ...given('temperature', request.temperature),
      ...given('seed', request.seed),
      ...given('maxOutputTokens', request.maxTokens),
    };
    return {
      ...(request.system === null
        ? {}
        : { systemInstruction: { parts: [{ text: request.system }] } }),
      contents: encodeContents(request.messages),
      ...encodeTools(request),
      ...(Object.keys(config).length === 0 ? {} : { generationConfig: config }),
    };
  },

  decode(answer, request) {
    const [candidate] = objectsAt(answer, 'candidates');
    if (candidate !== undefined) return decodeCandidate(answer, candidate, request);
    if (textAt(objectAt(answer, 'promptFeedback'), 'blockReason') === '')
      throw malformed('it has no candidates');
    throw new DriveError('MODEL_REFUSED', 'the provider blocked the prompt for its content');
  },
};

function encodeContents(messages: readonly ChatMessage[]): readonly Json[] {
  const contents: { role: string; parts: Json[] }[] = [];
  // An id goes back only where the provider gave one: elsewhere it is ours, and results belong to calls by order.
  const givenIds = new Set(messages.flatMap((message) => rawParts(message).map(givenId)));
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'model' : 'user';
    const parts = encodeParts(message, givenIds);
    const last = contents.at(-1);
    if (last?.role === role) last.parts.push(...parts);
    else if (parts.length > 0) contents.push({ role, parts: [...parts] });
  }
  return contents.map(({ role, parts }) => ({ role, parts }));
}

function encodeParts(message: ChatMessage, givenIds: ReadonlySet<string>): readonly Json[] {
  if (message.role === 'tool') {
    const { callId, name, isError, text } = message;
    const id = givenIds.has(callId) ? { id: callId } : {};
    const response = isError ? { error: text } : { output: text };
    return [{ functionResponse: { ...id, name, response } }];
  }
  const said = message.text === '' ? [] : [{ text: message.text }];
  if (message.role === 'user') return said;
  if (message.raw !== undefined) return rawParts(message);
  return [
    ...said,
    ...message.calls.map((call) => ({
      functionCall: { name: call.name, args: argumentObject(call) },
    })),
  ];
}

function rawParts(message: ChatMessage): readonly JsonObject[] {
  return message.role === 'assistant' ? objectsIn(message.raw) : [];
}

function givenId(part: JsonObject): string {
  return textAt(objectAt(part, 'functionCall'), 'id');
}

function encodeTools({ tools, toolChoice }: ChatRequest): JsonObject {
  if (tools.length === 0) return {};
  const config =
    typeof toolChoice === 'string'
      ? { mode: MODES[toolChoice] }
      : { mode: 'ANY', allowedFunctionNames: [toolChoice.tool] };
  return {
    tools: [
      {
        functionDeclarations: tools.map(({ name, description, inputSchema }) => ({
          name,
          ...given('description', description),
          parametersJsonSchema: inputSchema,
        })),
      },
    ],
    ...(toolChoice === 'auto' ? {} : { toolConfig: { functionCallingConfig: config } }),
  };
}

function decodeCandidate(
  answer: JsonObject,
  candidate: JsonObject,
  request: ChatRequest,
): DecodedAnswer {
  const reason = textAt(candidate, 'finishReason');
  const usage = usageOf(
    objectAt(answer, 'usageMetadata'),
    ['promptTokenCount', 'toolUsePromptTokenCount'],
    ['candidatesTokenCount', 'thoughtsTokenCount'],
  );
  // What was called is not told, so it cannot be measured; asking until it goes well would flatter the model.
  if (MALFORMED.has(reason))
    throw new UnusableAnswer(
      'MODEL_ANSWER',
      'the model made a call that the provider could not read',
      usage,
    );
  const parts = objectsAt(objectAt(candidate, 'content'), 'parts');
  const calls = parts
    .filter((part) => Object.hasOwn(part, 'functionCall'))
    .map((part, index): ChatCall => {
      const call = objectAt(part, 'functionCall');
      const args = call.args ?? {};
      return {
        id: textAt(call, 'id') || placeId(request, index),
        name: nameAt(call),
        arguments: typeof args === 'string' ? args : stringifyJson(args),
      };
    });
  return {
    model: textAt(answer, 'modelVersion'),
    text: parts
      .filter((part) => part.thought !== true)
      .map((part) => textAt(part, 'text'))
      .join(''),
    calls,
    usage,
    raw: parts,
    ended:
      reason === 'MAX_TOKENS' ? 'cut' : reason === 'STOP' || reason === '' ? 'whole' : 'blocked',
  };
}
