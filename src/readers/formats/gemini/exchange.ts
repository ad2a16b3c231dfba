import { isJsonObject, type Json, type JsonObject, type Usage } from '#core';
import { isAbsent } from '../../draft/is-cut.ts';
import { readFailure } from '../../draft/read-failure.ts';
import { readNumber } from '../../draft/read-number.ts';
import { readTime } from '../../draft/read-time.ts';
import { textOf } from '../../draft/text-of.ts';
import {
  type Exchange,
  type Misread,
  NO_MESSAGE,
  noteLostRequest,
  noteSystem,
  readBody,
  readMessages,
} from '../../messages/exchange.ts';
import { findMisplaced } from '../../messages/unknown-parts.ts';
import { readGeminiMessage } from '../../dialects/gemini/message.ts';
import { readGeminiTools } from './read-gemini-tools.ts';

const NEITHER = 'a Gemini record has contents, or candidates with a content';

/** Reads contents, a response, or a request with its response. */
export function readExchange(record: Json): Exchange | Misread {
  if (Array.isArray(record)) return readExchange({ contents: record });
  if (!isJsonObject(record)) return { pointer: '', message: NEITHER };
  const whole = readBody(record, '') ?? { value: record, pointer: '' };
  const request = readBody(record.request, '/request') ?? whole;
  const response = readBody(record.response, '/response') ?? whole;
  const history = contentsOf(request.value, response.value);
  const { candidates } = response.value;
  const candidate: Json | undefined = Array.isArray(candidates)
    ? (candidates[0] as Json)
    : undefined;
  const failure = failureOf(response.value, candidate);
  if (history.list === undefined && candidate === undefined && failure === null)
    return { pointer: '', message: NEITHER };
  const messages = readMessages(
    history.list,
    `${request.pointer}/${history.key}`,
    readGeminiMessage,
  );
  if ('pointer' in messages) return messages;
  const isLost = isJsonObject(candidate) && isNoContent(candidate.content);
  const answer = candidate === undefined || isLost ? null : readGeminiMessage(answerOf(candidate));
  if (candidate !== undefined && answer === null)
    return { pointer: `${response.pointer}/candidates/0/content`, message: NO_MESSAGE };
  return {
    messages,
    answer,
    isRequest: messages.length > 0 && (answer !== null || response !== request),
    note: (draft) => {
      const tools = readGeminiTools(request.value);
      if (tools !== null) draft.offer(tools);
      noteSystem(draft, request.value);
      noteLostRequest(draft, record, messages);
      draft.id ??= textOf(record.id) ?? textOf(pick(response.value, 'responseId'));
      draft.startedAt ??= readTime(pick(response.value, 'createTime'));
      draft.addUsage(readUsage(response.value));
      const model = textOf(pick(response.value, 'modelVersion')) ?? textOf(request.value.model);
      if (model !== null) draft.metadata.set('model', model);
      if (Array.isArray(candidates) && candidates.length > 1)
        draft.warn(
          'READ_RUN_SKIPPED',
          `only the first of ${candidates.length} candidates was read`,
        );
      draft.error = failure;
      if (candidate !== undefined && !isAnswered(candidate))
        draft.reject(
          'READ_ANSWER_MISSING',
          'the first candidate has neither a content nor a reason why it ended',
          `${response.pointer}/candidates/0`,
        );
    },
  };
}

/** The conversation: what the SDK did by itself where it tells, else what was asked. Text alone is a question. */
function contentsOf(
  request: JsonObject,
  response: JsonObject,
): { readonly key: string; readonly list: Json | undefined } {
  const automatic = pick(response, 'automaticFunctionCallingHistory');
  if (Array.isArray(automatic) && automatic.length > 0)
    return { key: 'automatic_function_calling_history', list: automatic };
  const key = ['contents', 'history', 'messages'].find((one) => request[one] !== undefined);
  const value = key === undefined ? undefined : request[key];
  const list = typeof value === 'string' || isJsonObject(value) ? [value] : value;
  return {
    key: key ?? 'contents',
    list: Array.isArray(list) ? list.map((one: Json) => toContent(one)) : list,
  };
}

function toContent(value: Json): Json {
  return typeof value === 'string' ? { role: 'user', parts: [{ text: value }] } : value;
}

/** Whether there is something else in the place of a content, or of its parts. */
export function isNoContent(content: Json | undefined): boolean {
  if (content === undefined || content === null) return false;
  if (!isJsonObject(content) || findMisplaced(content.parts).length > 0) return true;
  return !('parts' in content) && Object.keys(content).some((key) => key !== 'role');
}

/** An answer without a word in it has a content without parts, or none at all. */
function answerOf(candidate: Json): Json {
  const content = isJsonObject(candidate) ? (candidate.content ?? {}) : candidate;
  return isJsonObject(content) ? { parts: [], ...content, role: 'model' } : content;
}

/** The API leaves the content of an empty answer out, but says that it ended. */
function isAnswered(candidate: Json): boolean {
  if (!isJsonObject(candidate)) return true;
  return !isAbsent(candidate.content) || textOf(pick(candidate, 'finishReason')) !== null;
}

function failureOf(response: JsonObject, candidate: Json | undefined): string | null {
  const feedback = pick(response, 'promptFeedback');
  const blocked = isJsonObject(feedback) ? textOf(pick(feedback, 'blockReason')) : null;
  if (blocked !== null) return `the prompt was blocked (${blocked})`;
  return (
    readFailure(response.error) ??
    (isJsonObject(candidate) ? cutOff(pick(candidate, 'finishReason')) : null)
  );
}

/** Why an answer that ended for this reason is not whole; null when it is. */
export function cutOff(reason: Json | undefined): string | null {
  const word = typeof reason === 'string' ? reason.replace(/^FinishReason\./, '') : '';
  return word === '' || word === 'STOP' || word === 'FINISH_REASON_UNSPECIFIED'
    ? null
    : `the answer was cut off (${word})`;
}

/** Tokens of a response or an event; what tools put into the prompt and what was thought are counted apart there. */
export function readUsage(told: JsonObject): Partial<Usage> {
  const usage = pick(told, 'usageMetadata');
  if (!isJsonObject(usage)) return {};
  return {
    inputTokens: total(pick(usage, 'promptTokenCount'), pick(usage, 'toolUsePromptTokenCount')),
    outputTokens: total(pick(usage, 'candidatesTokenCount'), pick(usage, 'thoughtsTokenCount')),
  };
}

function total(a: Json | undefined, b: Json | undefined): number | null {
  const first = readNumber(a);
  const second = readNumber(b);
  return first === null && second === null ? null : (first ?? 0) + (second ?? 0);
}

/** A member in the spelling of the API, or in that of Python. */
export function pick(from: JsonObject, key: string): Json | undefined {
  return from[key] ?? from[key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
}
