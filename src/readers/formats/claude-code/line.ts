import { isJsonObject, type Json, type JsonObject, type Place } from '#core';
import { readAnthropicMessage } from '../../dialects/anthropic/message.ts';
import { textOf } from '../../draft/text-of.ts';
import type { Message, MessageResult } from '../../messages/message.ts';
import { deniedCalls } from './denied-calls.ts';
import { isKnownLine } from './known-lines.ts';

/** What is kept of a line until all files are read. Results of tools are long, so only their beginning is kept. */
export interface Line {
  /** `link` lines only connect a line to the next. */
  readonly kind: 'user' | 'assistant' | 'init' | 'result' | 'failure' | 'link';
  /** Its type, where that is unknown; otherwise null. */
  readonly unknownType: string | null;
  readonly where: Place;
  readonly session: string | null;
  readonly uuid: string | null;
  readonly parent: string | null;
  /** Whether it is from a transcript, where lines name their parent; the lines of a stream do not. */
  readonly isLinked: boolean;
  /** Whether the conversation was summarised here: what came before goes on though no parent says so. */
  readonly isCompaction: boolean;
  /** A sub-agent said it. */
  readonly isSidechain: boolean;
  /** Which sub-agent wrote it, or for which call, where the line records that. */
  readonly agentId: string | null;
  readonly taskId: string | null;
  readonly time: string | null;
  readonly message: Message | null;
  readonly messageId: string | null;
  /** The calls that the user or a rule refused. */
  readonly denied: ReadonlySet<string>;
  /** Written by the program, not by a person. */
  readonly isMeta: boolean;
  /** Further members of the line, for the few kinds that need them. */
  readonly details: JsonObject;
}

/** Reads a line of a transcript or a message of an Agent SDK stream; null when it is neither. */
export function readLine(record: JsonObject, where: Place): Line | null {
  const kind = kindOf(record);
  const body = isJsonObject(record.message) ? record.message : null;
  const isMessage = kind === 'user' || kind === 'assistant';
  const message = isMessage && body !== null ? shortened(readAnthropicMessage(body)) : null;
  if (isMessage && message === null) return null;
  const parent = textOf(record.parentUuid) ?? textOf(record.logicalParentUuid);
  const taskId = textOf(record.parent_tool_use_id);
  const agentId = textOf(record.agentId);
  return {
    kind,
    unknownType: isKnownLine(record) ? null : textOf(record.type),
    where,
    session: textOf(record.sessionId) ?? textOf(record.session_id),
    uuid: textOf(record.uuid),
    parent,
    isLinked: record.parentUuid !== undefined,
    isCompaction: record.subtype === 'compact_boundary' || record.isCompactSummary === true,
    isSidechain: record.isSidechain === true || taskId !== null,
    agentId,
    taskId,
    time: textOf(record.timestamp),
    message,
    messageId: kind === 'assistant' ? textOf(body?.id) : null,
    denied: deniedCalls(record),
    isMeta: isMeta(record, message),
    details: detailsOf(kind, record, body),
  };
}

const KEPT_OF_RESULT = 1000;

function shortened(message: Message | null): Message | null {
  if (message === null || message.results.length === 0) return message;
  return { ...message, results: message.results.map(shorten) };
}

/** A copy, since a substring would keep the whole text in memory. */
function shorten(result: MessageResult): MessageResult {
  const { text } = result;
  if (text === undefined || text.length <= KEPT_OF_RESULT) return result;
  const kept = `${Buffer.from(text.slice(0, KEPT_OF_RESULT)).toString()}…`;
  return { ...result, text: kept, isCut: true };
}

function kindOf({ type, subtype, isReplay }: JsonObject): Line['kind'] {
  if (type === 'user') return isReplay === true ? 'link' : 'user';
  if (type === 'assistant' || type === 'result') return type;
  if (type === 'system' && subtype === 'init') return 'init';
  return type === 'system' && subtype === 'api_error' ? 'failure' : 'link';
}

/** Text that commands, hooks and interruptions put into the mouth of the user. */
const COMMAND_TEXT =
  /^(?:<(?:command|local-command|bash|system-reminder)|\[Request interrupted by)/;

function isMeta(record: JsonObject, message: Message | null): boolean {
  return (
    record.isMeta === true ||
    record.isCompactSummary === true ||
    record.isSynthetic === true ||
    COMMAND_TEXT.test(message?.text ?? '')
  );
}

/** Only what is used later, so that the rest of the line can be collected. */
function detailsOf(kind: Line['kind'], record: JsonObject, body: JsonObject | null): JsonObject {
  switch (kind) {
    case 'init':
    case 'result':
    case 'failure':
      return record;
    case 'assistant':
      return {
        model: body?.model ?? null,
        usage: body?.usage ?? null,
        stop_reason: body?.stop_reason ?? null,
        isApiErrorMessage: record.isApiErrorMessage ?? null,
        error: record.error ?? null,
        version: record.version ?? null,
        gitBranch: record.gitBranch ?? null,
      };
    case 'user':
      return readSpawned(record);
    case 'link':
      return {};
  }
}

/** The result of a call that started a sub-agent names it, and counts its calls. */
function readSpawned({ toolUseResult, tool_use_result: streamed }: JsonObject): JsonObject {
  const result = toolUseResult ?? streamed;
  if (!isJsonObject(result)) return { agentId: null };
  return { agentId: textOf(result.agentId), toolUses: result.totalToolUseCount ?? null };
}

/** Whether a line shows by its members that it is ours. */
export function looksLikeLine(record: Json): boolean {
  if (!isJsonObject(record) || typeof record.type !== 'string') return false;
  const { type, message } = record;
  if (typeof record.sessionId === 'string')
    return 'parentUuid' in record || 'uuid' in record || TYPES.has(type);
  if (typeof record.session_id === 'string')
    return TYPES.has(type) && (type === 'system' || type === 'result' || isJsonObject(message));
  if (type === 'summary') return typeof record.leafUuid === 'string';
  return type === 'file-history-snapshot' && 'snapshot' in record;
}

const TYPES: ReadonlySet<string> = new Set([
  'user',
  'assistant',
  'system',
  'result',
  'stream_event',
  'queue-operation',
  'progress',
  'attachment',
  'permission-mode',
]);
