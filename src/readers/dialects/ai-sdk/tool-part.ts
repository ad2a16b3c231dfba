import { type CallStatus, isJsonObject, type Json, type JsonObject } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import {
  type DraftStatus,
  statusOfFlag,
  statusOfWord,
  type StatusWords,
  worstStatus,
} from '../../draft/read-status.ts';
import { resultText } from '../../draft/result-text.ts';
import { textOf } from '../../draft/text-of.ts';
import type { MessageCall, MessageResult } from '../../messages/message.ts';
import { typeOfPart } from '../../messages/unknown-parts.ts';

/** What a part of a message says about calls. */
export interface ToolPart {
  readonly calls: readonly MessageCall[];
  readonly results: readonly MessageResult[];
}

const NOTHING: ToolPart = { calls: [], results: [] };

/** The types that a part of a model message or of a step has when it is about a call. */
const MODEL_TYPES: ReadonlySet<Json | undefined> = new Set([
  'tool-call',
  'tool-result',
  'tool-error',
  'tool-output-denied',
  'tool-approval-request',
  'tool-approval-response',
  'tool-invocation',
]);

/** Whether a part is about a call, in any version. */
export function isToolPart(part: JsonObject): boolean {
  return MODEL_TYPES.has(part.type) || isStated(part);
}

/** Parts of an answer that are not calls; types with `data-` belong to the application. */
const HARMLESS =
  /^(?:text|reasoning|redacted-reasoning|reasoning-file|file|image|source|source-url|source-document|step-start|data-.+)$/;

/** The unknown types of parts. */
export function findUnknownParts(parts: readonly JsonObject[]): readonly string[] {
  return parts
    .filter((part) => !isToolPart(part))
    .map(typeOfPart)
    .filter((type) => !HARMLESS.test(type));
}

/** Whether the input of a call was still being written. */
export function isUnfinished(part: JsonObject): boolean {
  const { state } = isJsonObject(part.toolInvocation) ? part.toolInvocation : part;
  return state === 'input-streaming' || state === 'partial-call';
}

/** Reads the calls and results of a part. */
export function readToolPart(part: JsonObject): ToolPart {
  // A tool may be called `result`, so the state says more than the type.
  if (isStated(part)) return readStated(part, part.type);
  switch (part.type) {
    case 'tool-call':
      return { calls: [readCall(part, part.toolName)], results: invalid(part) };
    case 'tool-result':
      return { calls: [], results: readResult(part, resultStatus(part)) };
    case 'tool-error':
      return { calls: [], results: readResult(part, 'error') };
    case 'tool-output-denied':
      return { calls: [], results: readResult(part, 'denied') };
    case 'tool-invocation':
      return readStated(objectOf(part.toolInvocation), null);
    default:
      return NOTHING;
  }
}

/** Whether a part contains both call and result; `state` is its progress. */
function isStated({ toolCallId, state }: JsonObject): boolean {
  return typeof toolCallId === 'string' && typeof state === 'string';
}

function readStated(part: JsonObject, type: Json | undefined): ToolPart {
  const named = typeof type === 'string' && type.startsWith('tool-') ? type.slice(5) : '';
  const name = part.toolName ?? named;
  return { calls: [readCall(part, name)], results: readResult(part, statusOfState(part)) };
}

function readCall(part: JsonObject, name: Json | undefined): MessageCall {
  return {
    id: textOf(part.toolCallId),
    name: textOf(name) ?? '',
    server: null,
    arguments: part.input ?? part.args ?? part.rawInput,
  };
}

/** Without a status nothing came back yet, so there is no result. */
function readResult(part: JsonObject, status: DraftStatus | null): MessageResult[] {
  if (status === null) return [];
  const { toolCallId: id, toolName: name, output, result, errorText, error } = part;
  // An output says of what type it is, beside its value.
  const value = isJsonObject(output) && 'value' in output ? output.value : output;
  const text = resultText(value ?? result ?? errorText ?? error);
  return [{ id: textOf(id), name: textOf(name), status, text }];
}

/** A call of a tool that there is not, or with input that does not fit, fails without being run. */
function invalid(part: JsonObject): MessageResult[] {
  return part.invalid === true ? readResult(part, 'error') : [];
}

function resultStatus(part: JsonObject): DraftStatus | null {
  if (part.preliminary === true) return null;
  return worstStatus('ok', statusOfFlag(part.isError), statusOfOutput(part));
}

/**
 * The output in a message has a type. That of a step, which has the input, too, is as the tool gave it; Mastra's steps
 * have the type there as well.
 */
function statusOfOutput(part: JsonObject): DraftStatus | null {
  const { output } = part;
  if (output === undefined || ('input' in part && !isTyped(output))) return null;
  return isJsonObject(output) ? statusOfWord(output.type ?? null, OUTPUTS) : 'unreadable';
}

function isTyped(output: Json): boolean {
  return (
    isJsonObject(output) &&
    OUTPUTS.has(output.type as string) &&
    Object.keys(output).every((key) => key === 'type' || key === 'value')
  );
}

const OUTPUTS: StatusWords = new Map([
  ['text', 'ok'],
  ['json', 'ok'],
  ['content', 'ok'],
  ['error-text', 'error'],
  ['error-json', 'error'],
  ['execution-denied', 'denied'],
]);

function statusOfState({ state, approval, preliminary }: JsonObject): CallStatus | null {
  if (state === 'output-denied') return 'denied';
  if (isJsonObject(approval) && approval.approved === false) return 'denied';
  if (state === 'output-error') return 'error';
  const isDone = state === 'output-available' || state === 'result';
  return isDone && preliminary !== true ? 'ok' : null;
}
