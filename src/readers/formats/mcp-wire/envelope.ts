import { isJsonObject, type Json, type JsonObject, parseJson } from '#core';
import { isCut } from '../../draft/is-cut.ts';
import { textOf } from '../../draft/text-of.ts';

/** JSON-RPC messages of a log record, with what the logger wrote around them. */
export interface Envelope {
  readonly messages: readonly JsonObject[];
  /** What the log calls the server. */
  readonly server: string | null;
  /** What separates runs, and what separates the connections of a run. */
  readonly session: string | null;
  readonly connection: string | null;
  /** The log's word for the direction; only equality matters. */
  readonly direction: string | null;
  readonly time: Json | undefined;
}

// There is no standard for logs of the wire, so these are the names that loggers use.
const MESSAGE_KEYS = [
  'msg',
  'message',
  'data',
  'payload',
  'raw',
  'json',
  'body',
  'frame',
  'line',
  'content',
  'text',
  'rpc',
  'request',
  'response',
] as const;
const SERVER_KEYS = ['server', 'server_name', 'serverName', 'mcp_server', 'mcpServer'] as const;
const SESSION_KEYS = ['session', 'session_id', 'sessionId', 'run_id', 'runId'] as const;
const CONNECTION_KEYS = [
  'connection',
  'connection_id',
  'connectionId',
  'mcp-session-id',
  'mcp_session_id',
  'mcpSessionId',
] as const;
const DIRECTION_KEYS = ['dir', 'direction', 'from', 'sender', 'source'] as const;
const TIME_KEYS = ['ts', 'timestamp', 'time', 'at', '@timestamp'] as const;

/**
 * Finds the JSON-RPC messages of a record: the record itself, a batch, or a wrapped value or text; null without any.
 */
export function openEnvelope(record: Json): Envelope | null {
  const bare = readMessages(record);
  if (bare.length > 0)
    return {
      messages: bare,
      server: null,
      session: null,
      connection: null,
      direction: null,
      time: undefined,
    };
  // A chat message may quote the protocol; it is not a log of it.
  if (!isJsonObject(record) || 'role' in record) return null;
  const messages = MESSAGE_KEYS.flatMap((key) => readMessages(unquote(record[key])));
  if (messages.length === 0) return null;
  return {
    messages,
    server: firstText(record, SERVER_KEYS),
    session: firstText(record, SESSION_KEYS),
    connection: firstText(record, CONNECTION_KEYS),
    direction: firstText(record, DIRECTION_KEYS),
    time: TIME_KEYS.map((key) => record[key]).find(
      (value) => value !== undefined && value !== null,
    ),
  };
}

/** The session of a record whose message cannot be read; undefined for other records. */
export function sessionOfLost(record: Json): string | null | undefined {
  if (record === null) return null;
  if (Array.isArray(record) || isBare(record)) return hasLost(record) ? null : undefined;
  if (!isJsonObject(record) || 'role' in record) return undefined;
  // A logger writes other lines, too; a line with a direction has a message.
  const isWay = firstText(record, DIRECTION_KEYS) !== null;
  const isLost = MESSAGE_KEYS.some((key) => {
    const value = record[key];
    if (value === undefined) return false;
    if (isWay && (value === null || isJsonObject(value)) && !isMessage(value)) return true;
    return isCutMessage(value) || hasLost(unquote(value));
  });
  return isLost ? firstText(record, SESSION_KEYS) : undefined;
}

/** Whether an entry of a batch is not a message, or a message has an invalid version or method. */
function hasLost(value: Json | undefined): boolean {
  if (Array.isArray(value))
    return (
      value.some(isMessage) && value.some((entry: Json) => !isMessage(entry) || hasLost(entry))
    );
  if (!isMessage(value)) return isBare(value);
  const { method, result, error } = value;
  // Some libraries write null for what an answer does not have.
  if (method === null) return !isJsonObject(result) && !isJsonObject(error);
  return method !== undefined && typeof method !== 'string';
}

/** Whether a record is a message itself, and not a wrapper. */
function isBare(value: Json | undefined): boolean {
  return isJsonObject(value) && 'jsonrpc' in value;
}

function isCutMessage(value: Json | undefined): boolean {
  return typeof value === 'string' && value.includes('"jsonrpc"') && isCut(value);
}

function readMessages(value: Json | undefined): readonly JsonObject[] {
  if (Array.isArray(value)) return value.filter(isMessage);
  return isMessage(value) ? [value] : [];
}

function isMessage(value: Json | undefined): value is JsonObject {
  return isJsonObject(value) && typeof value.jsonrpc === 'string';
}

function unquote(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string' || !value.includes('"jsonrpc"')) return value;
  const parsed = parseJson(value.trim());
  return parsed.ok ? parsed.value : undefined;
}

function firstText(record: JsonObject, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = record[key];
    if (typeof value === 'number') return String(value);
    const text = textOf(isJsonObject(value) ? value.name : value);
    if (text !== null) return text;
  }
  return null;
}
