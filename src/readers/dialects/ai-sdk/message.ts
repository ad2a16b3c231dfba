import { isJsonObject, type Json, type JsonObject } from '#core';
import { readText } from '../../draft/read-text.ts';
import type { RunDraft } from '../../draft/run-draft.ts';
import type { Message, ReadMessage } from '../../messages/message.ts';
import { findMisplaced, typeOfPart, withUnknown } from '../../messages/unknown-parts.ts';
import { findUnknownParts, isToolPart, isUnfinished, readToolPart } from './tool-part.ts';

const ROLES: ReadonlySet<Json | undefined> = new Set(['system', 'user', 'assistant', 'tool']);

/** Reads a UI message or a model message of the AI SDK, which its parts identify. */
export const readAiSdkMessage: ReadMessage = (stored) => {
  const value = unwrapStored(stored);
  if (!isJsonObject(value)) return null;
  const parts = partsOf(value);
  return isUiMessage(value) || parts.some(isToolPart) ? readMessage(value) : null;
};

/** Mastra stores the parts of a message one level deeper (`format` 2). */
function unwrapStored(value: Json): Json {
  if (!isJsonObject(value) || !isJsonObject(value.content)) return value;
  const { format, parts, content = '' } = value.content;
  return format === 2 && Array.isArray(parts) ? { ...value, parts, content } : value;
}

/** Reads any message of the AI SDK, plain text too; null when the value has no role. */
function readMessage(value: Json): Message | null {
  if (!isJsonObject(value) || !ROLES.has(value.role)) return null;
  if (value.content === undefined && value.parts === undefined) return null;
  const parts = partsOf(value);
  const read = parts.map(readToolPart);
  const message = {
    role: value.role as Message['role'],
    // Version 4 repeats all text in `content`.
    text: readText(Array.isArray(value.parts) ? value.parts : value.content),
    calls: read.flatMap(({ calls }) => calls),
    results: read.flatMap(({ results }) => results),
  };
  return withUnknown(message, [...findUnknownParts(parts), ...findLost(value, message)]);
}

/** The types of misplaced values: not a list of parts, or no parts where no other version's member has them. */
function findLost(value: JsonObject, { text, calls }: Message): readonly string[] {
  const { parts, content, toolInvocations } = value;
  const isEmpty = text === '' && calls.length === 0 && listsOf(value).length === 0;
  const isNull = isEmpty && (parts === null || content === null);
  return [
    ...findMisplaced(parts, typeof content === 'string' ? null : content, toolInvocations),
    ...(isNull ? [typeOfPart(null)] : []),
  ];
}

/**
 * Adds a message to a run; returns false for other values. A message of a chat may contain several answers of the
 * model.
 */
export function addMessage(stored: Json, draft: RunDraft): boolean {
  const value = unwrapStored(stored);
  // An entry that is not a part may have been a call.
  if (isJsonObject(value) && !listsOf(value).every((list) => list.every(isJsonObject)))
    return false;
  for (const step of splitSteps(value)) {
    const message = readMessage(step);
    if (message === null) return false;
    draft.addMessage(message);
    if (message.role !== 'assistant') continue;
    const isCutOff = partsOf(step as JsonObject).some(isUnfinished);
    draft.error = isCutOff ? 'the answer was cut off while it wrote a call' : null;
  }
  return true;
}

function splitSteps(value: Json): readonly Json[] {
  if (!isJsonObject(value) || !Array.isArray(value.parts)) return [value];
  const steps: Json[][] = [[]];
  for (const part of value.parts as readonly Json[]) {
    if (isJsonObject(part) && part.type === 'step-start') steps.push([]);
    else steps.at(-1)?.push(part);
  }
  const filled = steps.filter(({ length }) => length > 0);
  return filled.length < 2 ? [value] : filled.map((parts) => ({ ...value, parts }));
}

/** The parts of a message; each version has another place for them. */
function partsOf(message: JsonObject): readonly JsonObject[] {
  return listsOf(message)[0]?.filter(isJsonObject) ?? [];
}

function listsOf({ parts, content, toolInvocations }: JsonObject): readonly (readonly Json[])[] {
  return [parts, content, toolInvocations].flatMap((list) =>
    Array.isArray(list) && list.length > 0 ? [list as readonly Json[]] : [],
  );
}

const UI_TYPE = /^(?:text|reasoning|file|source|step-start|dynamic-tool|(?:tool|source|data)-.+)$/;

/** A message of a chat's page. Its text is under `text`, where OpenTelemetry's parts have `content`. */
function isUiMessage({ role, parts }: JsonObject): boolean {
  if (!ROLES.has(role) || !Array.isArray(parts) || parts.length === 0) return false;
  return parts.every(
    (part: Json) =>
      isJsonObject(part) &&
      typeof part.type === 'string' &&
      UI_TYPE.test(part.type) &&
      part.content === undefined,
  );
}
