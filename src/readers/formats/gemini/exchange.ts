import { isJsonObject, type Json, type JsonObject, type Usage } from '#core';
import { isAbsent } from '../../draft/is-cut.ts';
import { readFailure } from '../../draft/read-failure.ts';
import { readSum } from '../../draft/read-number.ts';
import { readTime } from '../../draft/read-time.ts';
import type { RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';
import { addModel, type Body, noteSystem } from '../../messages/exchange.ts';
import type {
  ApiDialect,
  ExchangeBodies,
  FoundAnswer,
  History,
} from '../../messages/read-exchange.ts';
import { findMisplaced } from '../../messages/unknown-parts.ts';
import { readGeminiMessage } from '../../dialects/gemini/message.ts';
import { readGeminiTools } from './read-gemini-tools.ts';

/** Contents, a response, or a request with its response. */
export const GEMINI_API: ApiDialect = {
  messagesKey: 'contents',
  mismatch: 'a Gemini record has contents, or candidates with a content',
  readMessage: readGeminiMessage,
  isMessage: (record) => isJsonObject(record) && 'parts' in record,
  findHistory,
  findAnswer,
  note,
};

function findAnswer({ value, pointer }: Body): FoundAnswer {
  const candidate = firstCandidate(value);
  const isLost = isJsonObject(candidate) && isNoContent(candidate.content);
  return {
    isPresent: candidate !== undefined,
    value: candidate === undefined || isLost ? undefined : answerOf(candidate),
    pointer: `${pointer}/candidates/0/content`,
    failure: failureOf(value, candidate),
  };
}

function firstCandidate({ candidates }: JsonObject): Json | undefined {
  return Array.isArray(candidates) ? (candidates[0] as Json) : undefined;
}

function note(draft: RunDraft, bodies: ExchangeBodies): void {
  const { record, request, response, answer, failure } = bodies;
  const { value, pointer } = response;
  const tools = readGeminiTools(request);
  if (tools !== null) draft.offer(tools);
  noteSystem(draft, request);
  draft.id ??= textOf(record.id) ?? textOf(pick(value, 'responseId'));
  draft.startedAt ??= readTime(pick(value, 'createTime'));
  draft.addUsage(readGeminiUsage(value));
  const model = textOf(pick(value, 'modelVersion')) ?? textOf(request.model);
  if (model !== null) draft.metadata.set('model', model);
  addModel(draft, model, answer !== null);
  const { candidates } = value;
  if (Array.isArray(candidates) && candidates.length > 1)
    draft.warn('READ_RUN_SKIPPED', `only the first of ${candidates.length} candidates was read`);
  draft.error = failure;
  const candidate = firstCandidate(value);
  if (candidate !== undefined && !isAnswered(candidate))
    draft.reject(
      'READ_ANSWER_MISSING',
      'the first candidate has neither a content nor a reason why it ended',
      `${pointer}/candidates/0`,
    );
}

/**
 * The conversation: the history of the SDK's automatic calls where it is recorded, otherwise the request. Text alone is
 * a question.
 */
function findHistory(request: JsonObject, response: JsonObject): History {
  const automatic = pick(response, 'automaticFunctionCallingHistory');
  if (Array.isArray(automatic) && automatic.length > 0)
    return { key: 'automatic_function_calling_history', list: automatic };
  const key = ['contents', 'history', 'messages'].find(
    (candidate) => request[candidate] !== undefined,
  );
  const value = key === undefined ? undefined : request[key];
  const list = typeof value === 'string' || isJsonObject(value) ? [value] : value;
  return {
    key: key ?? 'contents',
    list: Array.isArray(list) ? list.map((content: Json) => toContent(content)) : list,
  };
}

function toContent(value: Json): Json {
  return typeof value === 'string' ? { role: 'user', parts: [{ text: value }] } : value;
}

/** Whether a content, or its parts, has another kind of value. */
export function isNoContent(content: Json | undefined): boolean {
  if (content === undefined || content === null) return false;
  if (!isJsonObject(content) || findMisplaced(content.parts).length > 0) return true;
  return !('parts' in content) && Object.keys(content).some((key) => key !== 'role');
}

/** An empty answer has a content without parts, or no content. */
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

/**
 * The tokens of a response or an event. Tokens of tool results in the prompt and of thoughts are counted apart there.
 */
export function readGeminiUsage(record: JsonObject): Partial<Usage> {
  const usage = pick(record, 'usageMetadata');
  if (!isJsonObject(usage)) return {};
  return {
    inputTokens: readSum(pick(usage, 'promptTokenCount'), pick(usage, 'toolUsePromptTokenCount')),
    outputTokens: readSum(pick(usage, 'candidatesTokenCount'), pick(usage, 'thoughtsTokenCount')),
  };
}

/** A member in the spelling of the API, or in that of Python. */
export function pick(from: JsonObject, key: string): Json | undefined {
  return from[key] ?? from[key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
}
