import { type CallStatus, isJsonObject, type Json, type JsonObject } from '#core';
import { callEntries } from '../../draft/call-entries.ts';
import { readText } from '../../draft/read-text.ts';
import { resultText } from '../../draft/result-text.ts';
import { textOf } from '../../draft/text-of.ts';
import type { Message, MessageCall, MessageResult, ReadMessage } from '../../messages/message.ts';
import { withUnknown } from '../../messages/unknown-parts.ts';

/** What a part of a content can contain, in the spelling of the API and of Python. */
const PART_KEYS: readonly string[] = [
  'text',
  'thought',
  'functionCall',
  'function_call',
  'functionResponse',
  'function_response',
  'inlineData',
  'inline_data',
  'fileData',
  'file_data',
  'executableCode',
  'executable_code',
  'codeExecutionResult',
  'code_execution_result',
];
/** Members that only describe a part. A part without other members is empty. */
const NOTES: ReadonlySet<string> = new Set([
  'thought',
  'thoughtSignature',
  'thought_signature',
  'videoMetadata',
  'video_metadata',
  'mediaResolution',
  'media_resolution',
  'mediaProcessing',
  'media_processing',
  'partMetadata',
  'part_metadata',
  'speechMetadata',
  'speech_metadata',
  'audioTranscription',
  'audio_transcription',
]);

/** The tool that Gemini runs itself, under the same name in calls and in catalogs. */
export const CODE_EXECUTION = 'code_execution';

/** Reads a content of the Gemini API: a role and parts, with the calls and responses of functions. */
export const readGeminiMessage: ReadMessage = (value) => {
  if (!isJsonObject(value) || !Array.isArray(value.parts)) return null;
  const { role = 'user' } = value;
  const parts = value.parts as readonly Json[];
  // A user's message needs a known part. What the model says is its answer, whatever kinds of parts it has.
  if (!parts.every(isUntyped) || !(role === 'model' || parts.some(isKnown))) return null;
  if (role !== 'user' && role !== 'model' && role !== 'function' && role !== 'tool') return null;
  const calls = parts.flatMap(readCall);
  const results = parts.flatMap(readResult);
  const text = readText(parts.filter(({ thought }) => thought !== true));
  const message = { role: roleOf(role, text, results), text, calls, results };
  return withUnknown(message, parts.flatMap(findUnknownKind));
};

/** The kind of an unknown part: the member that it has in the place of a known member. */
function findUnknownKind(part: JsonObject): readonly string[] {
  if (PART_KEYS.some((key) => !NOTES.has(key) && (part[key] ?? null) !== null)) return [];
  return Object.keys(part)
    .filter((key) => part[key] !== null && !NOTES.has(key))
    .slice(0, 1);
}

/** Similar APIs have a type in each part; a part of Gemini is identified by its key. */
function isUntyped(part: Json): part is JsonObject {
  return isJsonObject(part) && typeof part.type !== 'string';
}

function isKnown(part: JsonObject): boolean {
  return PART_KEYS.some((key) => part[key] !== undefined);
}

function roleOf(role: string, text: string, results: readonly MessageResult[]): Message['role'] {
  if (role === 'model') return 'assistant';
  return role !== 'user' || (text === '' && results.length > 0) ? 'tool' : 'user';
}

function readCall(part: JsonObject): MessageCall[] {
  const code = part.executableCode ?? part.executable_code;
  if (isJsonObject(code))
    return [{ id: null, name: CODE_EXECUTION, server: null, arguments: code }];
  const call = part.functionCall ?? part.function_call;
  if (call === undefined || call === null) return [];
  const [{ id, name, args }] = callEntries([call]) as readonly [JsonObject];
  return [{ id: textOf(id), name: textOf(name) ?? '', server: null, arguments: args }];
}

function readResult(part: JsonObject): MessageResult[] {
  const code = part.codeExecutionResult ?? part.code_execution_result;
  if (isJsonObject(code))
    return [
      {
        id: null,
        name: CODE_EXECUTION,
        status: statusOfCode(code.outcome),
        text: resultText(code.output),
      },
    ];
  const result = part.functionResponse ?? part.function_response;
  if (!isJsonObject(result)) return [];
  const { id, name, response } = result;
  const text = resultText(response);
  return [{ id: textOf(id), name: textOf(name), status: statusOf(response), text }];
}

/** There is no flag; by convention a failed function responds with `error`. Nothing marks a success. */
function statusOf(response: Json | undefined): CallStatus | null {
  if (!isJsonObject(response)) return null;
  const { error } = response;
  return error === undefined || error === null || error === '' || error === false ? null : 'error';
}

function statusOfCode(outcome: Json | undefined): CallStatus | null {
  if (typeof outcome !== 'string') return null;
  return outcome === 'OUTCOME_OK' ? 'ok' : 'error';
}
