import { isJsonObject, type Json, type JsonObject } from '#core';
import { listOf, objectOf, objectsIn } from '../../draft/json-parts.ts';
import { callEntries } from '../../draft/call-entries.ts';
import { readNumber } from '../../draft/read-number.ts';
import { readText } from '../../draft/read-text.ts';
import { readTime } from '../../draft/read-time.ts';
import { readTools } from '../../draft/read-tools.ts';
import type { RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';
import { findMisplaced, typeOfPart } from '../../messages/unknown-parts.ts';
import { findUnknownParts, isToolPart, readToolPart } from '../../dialects/ai-sdk/tool-part.ts';

/** Whether a value is a step of `generateText` or `streamText`. */
export function isStep(
  value: Json | undefined,
): value is JsonObject & { readonly finishReason: Json } {
  return (
    isJsonObject(value) &&
    'finishReason' in value &&
    (Array.isArray(value.toolCalls) || Array.isArray(value.content))
  );
}

/** Adds an answer of the model with the results of its calls. */
export function addStep(step: JsonObject, draft: RunDraft): void {
  const parts = partsOf(step);
  const read = parts.map(readToolPart);
  const calls = read.flatMap((part) => part.calls);
  draft.endAnswer(step.finishReason, calls.length);
  draft.addMessage({
    role: 'assistant',
    text: textOf(step.text) ?? readText(parts),
    calls,
    results: read.flatMap(({ results }) => results),
    unknown: [...findUnknownParts(parts), ...findLost(step)],
  });
  draft.addUsage(readAiSdkUsage(step.usage));
  const response = objectOf(step.response);
  const model =
    textOf(response.modelId) ?? (isJsonObject(step.model) ? textOf(step.model.modelId) : null);
  if (model !== null) draft.metadata.set('model', model);
  draft.noteModel(model);
  draft.startedAt ??= readTime(response.timestamp);
  draft.error = cutOff(step.finishReason);
}

/** Members that identify a step; without any the record may be something else. */
const STEP_KEYS = ['finishReason', 'content', 'text', 'toolCalls'];

/** What is in the place of a step, of its parts or of one part. */
function findLost(step: JsonObject): readonly string[] {
  const { content, toolCalls, toolResults } = step;
  const odd = listOf(content).filter((part) => !isJsonObject(part));
  return [
    ...odd.map(typeOfPart),
    ...findMisplaced(content, toolCalls, toolResults),
    ...(STEP_KEYS.some((key) => key in step) ? [] : [typeOfPart(step)]),
  ];
}

/**
 * The parts of an answer. Lists beside them are all there is in version 4, and otherwise repeat the calls. Where calls
 * are made at once, Mastra's `content` has the last one only, so calls and results are added by their ids.
 */
function partsOf({ content, toolCalls, toolResults }: JsonObject): readonly JsonObject[] {
  const parts = objectsIn(content);
  const calls = callEntries(toolCalls).map((call) => ({ ...unwrap(call), type: 'tool-call' }));
  const results = objectsIn(toolResults).map((result) => ({
    ...unwrap(result),
    type: 'tool-result',
  }));
  if (!parts.some(isToolPart)) return [...parts, ...calls, ...results];
  return [...parts, ...newTo(parts, calls, false), ...newTo(parts, results, true)];
}

/** Mastra's lists have events, with the call or the result as `payload`. */
function unwrap(entry: JsonObject): JsonObject {
  return isJsonObject(entry.payload) && !('toolName' in entry) ? entry.payload : entry;
}

/** The entries with an id that no part has: no call, or no result. */
function newTo(
  parts: readonly JsonObject[],
  entries: readonly JsonObject[],
  areResults: boolean,
): readonly JsonObject[] {
  const ids = new Set(
    parts
      .filter((part) => readToolPart(part)[areResults ? 'results' : 'calls'].length > 0)
      .map(({ toolCallId }) => toolCallId),
  );
  return entries.filter(({ toolCallId: id }) => typeof id === 'string' && !ids.has(id));
}

/** Tokens; version 4 has other names for them. */
export function readAiSdkUsage(usage: Json | undefined): {
  inputTokens: number | null;
  outputTokens: number | null;
} {
  const counts = objectOf(usage);
  return {
    inputTokens: readNumber(counts.inputTokens ?? counts.promptTokens),
    outputTokens: readNumber(counts.outputTokens ?? counts.completionTokens),
  };
}

/** Why an answer that ended for this reason is not whole; null when it is. */
function cutOff(reason: Json | undefined): string | null {
  return reason === 'length' || reason === 'content-filter' || reason === 'error'
    ? `the answer was cut off (finishReason ${reason})`
    : null;
}

/** Adds the tools that a record lists, as a list or by their names. */
export function addTools(tools: Json | undefined, draft: RunDraft): void {
  if (Array.isArray(tools)) draft.offer(readTools(tools));
  else if (isJsonObject(tools))
    draft.offer(
      Object.entries(tools).flatMap(([name, tool]) =>
        readTools(isJsonObject(tool) ? { ...tool, name } : name),
      ),
    );
}
