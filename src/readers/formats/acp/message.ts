import { isJsonObject, type Json, type JsonObject, parseJson } from '#core';
import { objectOf } from '../../draft/json-parts.ts';

/** Where loggers put a message. */
const MESSAGE_KEYS = ['msg', 'message', 'data', 'payload', 'raw', 'json', 'frame', 'body'] as const;

/** The JSON-RPC message of a record, bare or wrapped; null without one. */
export function openMessage(record: Json): JsonObject | null {
  if (!isJsonObject(record)) return null;
  if (isRpc(record)) return record;
  for (const key of MESSAGE_KEYS) {
    const value = record[key];
    const parsed = typeof value === 'string' && value.startsWith('{') ? parseJson(value) : null;
    const inner = parsed === null ? value : parsed.ok ? parsed.value : undefined;
    if (isJsonObject(inner) && isRpc(inner)) return inner;
  }
  return null;
}

function isRpc(value: JsonObject): boolean {
  if (value.jsonrpc !== '2.0') return false;
  return typeof value.method === 'string' || 'result' in value || 'error' in value;
}

/** Whether a message is of this protocol, and not of MCP: that has other methods, and a date as its version. */
export function isOurs({ method, params, result }: JsonObject): boolean {
  if (typeof method === 'string' && method !== 'initialize') return method.startsWith('session/');
  const version = objectOf(method === undefined ? result : params).protocolVersion;
  return typeof version === 'number';
}

/** Methods that are not calls; calls are in updates and in requests for permission. */
const METHODS =
  /^(?:initialize|authenticate|logout|session\/(?:new|load|resume|list|fork|close|delete|prompt|cancel|stop|set_mode|set_model|set_config_option|update|request_permission)|fs\/[a-z_]+|terminal\/[a-z_]+|elicitation\/[a-z_]+|mcp\/[a-z_]+|\$\/[a-z_]+|_.*)$/;

/** Whether a method is known. Those with `_` at the start are extensions, which have no calls. */
export function isKnownMethod(method: string): boolean {
  return METHODS.test(method);
}
