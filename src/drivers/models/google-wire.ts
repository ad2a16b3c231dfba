// Google Gemini API, generateContent of v1beta.
import { type Json, type JsonObject, stringifyJson } from '#core';
import type { ChatCall, ChatMessage, ChatPart, ChatRequest } from '../chat.ts';
import { DriveError } from '../driver.ts';
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
  placeId,
  textAt,
  unsendable,
  usageOf,
  type Wire,
} from './wire.ts';
import { UnusableAnswer } from './unusable-answer.ts';

type Spoken = Exclude<ChatMessage, { role: 'system' }>;

/** From Gemini 3 on, a call that goes back must have the signature of its thoughts. */
const NEEDS_SIGNATURE = /gemini-(?:[3-9]|[1-9]\d)/;
/** The documented value for calls that the model itself did not make. */
const FOREIGN_CALL = 'skip_thought_signature_validator';

const MODES = { auto: 'AUTO', required: 'ANY', none: 'NONE' } as const;
const MALFORMED = new Set(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL']);

/** Content generation by Gemini. */
export const GOOGLE_WIRE: Wire = {
  baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
  headers: {},
  keyHeader: (key) => ['x-goog-api-key', key],
  path: (model) => `/models/${encodeURIComponent(model.replace(/^models\//, ''))}:generateContent`,

  encode(request, model) {
    const { system, messages } = joinSystem(request);
    const config = {
      ...optionalMember('temperature', request.temperature),
      ...optionalMember('seed', request.seed),
      ...optionalMember('topP', request.settings?.topP ?? null),
      ...encodeThinking(request),
      ...optionalMember('maxOutputTokens', request.maxTokens),
      ...encodeFormat(request),
    };
    return {
      ...(system === null ? {} : { systemInstruction: { parts: [{ text: system }] } }),
      contents: encodeContents(messages, NEEDS_SIGNATURE.test(model)),
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

/** A level for Gemini 3 and later, a budget of tokens before: -1 leaves it to the model. */
function encodeThinking({ settings = {} }: ChatRequest): JsonObject {
  const { reasoningEffort, thinking } = settings;
  if (reasoningEffort !== undefined) return { thinkingConfig: { thinkingLevel: reasoningEffort } };
  if (thinking === undefined) return {};
  const thinkingBudget = typeof thinking === 'number' ? thinking : thinking ? -1 : 0;
  return { thinkingConfig: { thinkingBudget } };
}

function encodeContents(messages: readonly Spoken[], needsSignature: boolean): readonly Json[] {
  const contents: { role: string; parts: Json[] }[] = [];
  // An id goes back only where the provider gave one: elsewhere it is ours, and results belong to calls by order.
  const givenIds = new Set(messages.flatMap((message) => rawParts(message).map(givenId)));
  for (const [place, message] of messages.entries()) {
    const role = message.role === 'assistant' ? 'model' : 'user';
    const parts = encodeParts(message, place, givenIds, needsSignature);
    const last = contents.at(-1);
    if (last?.role === role) last.parts.push(...parts);
    else if (parts.length > 0) contents.push({ role, parts: [...parts] });
  }
  return contents.map(({ role, parts }) => ({ role, parts }));
}

function encodeParts(
  message: Spoken,
  place: number,
  givenIds: ReadonlySet<string>,
  needsSignature: boolean,
): readonly Json[] {
  if (message.role === 'tool') {
    const { callId, name, isError, text } = message;
    const id = givenIds.has(callId) ? { id: callId } : {};
    const response = isError ? { error: text } : { output: text };
    return [{ functionResponse: { ...id, name, response } }];
  }
  const said = message.text === '' ? [] : [{ text: message.text }];
  if (message.role === 'user') return message.parts?.map((part) => encodePart(part, place)) ?? said;
  if (message.raw !== undefined) return rawParts(message);
  return [
    ...said,
    ...message.calls.map((call, index) => ({
      functionCall: { name: call.name, args: argumentObject(call) },
      // Of several calls in one answer only the first is signed.
      ...(needsSignature && index === 0 ? { thoughtSignature: FOREIGN_CALL } : {}),
    })),
  ];
}

function encodePart(part: ChatPart, place: number): Json {
  if (part.type === 'text') return { text: part.text };
  if ('url' in part)
    throw unsendable(place, 'an image by its address, which this provider does not fetch');
  return { inlineData: { mimeType: part.mediaType, data: part.data } };
}

function rawParts(message: Spoken): readonly JsonObject[] {
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
          ...optionalMember('description', description),
          parametersJsonSchema: inputSchema,
        })),
      },
    ],
    ...(toolChoice === 'auto' ? {} : { toolConfig: { functionCallingConfig: config } }),
  };
}

function encodeFormat(request: ChatRequest): JsonObject {
  const format = answerFormat(request);
  if (format === null) return {};
  const json = { responseMimeType: 'application/json' };
  return format === 'json' ? json : { ...json, responseJsonSchema: format.schema.schema };
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
  // What was called is not reported, so it cannot be measured; asking until it goes well would flatter the model.
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
