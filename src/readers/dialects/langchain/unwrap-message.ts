import { isJsonObject, type Json, type JsonObject } from '#core';
import { listOf } from '../../draft/json-parts.ts';
import type { Message } from '../../messages/message.ts';

/** A LangChain message without its wrapping. */
export interface UnwrappedMessage {
  readonly role: Message['role'];
  readonly body: JsonObject;
  /** A piece of an answer that was streamed. */
  readonly isChunk: boolean;
}

/** How messages call their kind: `type` of a dump, the class without `Message`, the role of a pair. */
const ROLES: ReadonlyMap<string, Message['role']> = new Map([
  ['human', 'user'],
  ['ai', 'assistant'],
  ['system', 'system'],
  ['developer', 'system'],
  ['tool', 'tool'],
  ['function', 'tool'],
  // It removes a message from a state and has no text.
  ['remove', 'system'],
]);
const PAIR_ROLES: ReadonlyMap<string, Message['role']> = new Map([
  ...ROLES,
  ['user', 'user'],
  ['assistant', 'assistant'],
]);

/**
 * Unwraps a message from the serialisations of LangChain: constructor, stored, flat dump, pair, and dictionaries with a
 * role in its dialect. Null for anything else.
 */
export function unwrapMessage(value: Json): UnwrappedMessage | null {
  if (Array.isArray(value)) return unwrapPair(value);
  if (!isJsonObject(value)) return null;
  const { type, id, kwargs, data } = value;
  if (value.lc !== undefined && Array.isArray(id))
    return isJsonObject(kwargs) ? unwrapKind(id.at(-1) as Json | undefined, kwargs) : null;
  if (typeof type === 'string') {
    if (isJsonObject(data)) return unwrapKind(type, data);
    return isFlat(value) ? unwrapKind(type, value) : null;
  }
  return unwrapDictionary(value);
}

function unwrapPair(pair: readonly Json[]): UnwrappedMessage | null {
  const [kind, content] = pair;
  if (pair.length !== 2 || typeof kind !== 'string') return null;
  if (typeof content !== 'string' && !Array.isArray(content)) return null;
  const role = PAIR_ROLES.get(kind);
  return role === undefined ? null : { role, body: { content }, isChunk: false };
}

/** `AIMessageChunk`, `AIMessage` and `ai` are the same kind. */
function unwrapKind(kind: Json | undefined, body: JsonObject): UnwrappedMessage | null {
  if (typeof kind !== 'string') return null;
  const isChunk = kind.endsWith('MessageChunk');
  const name = kind.replace(/Message(?:Chunk)?$/, '').toLowerCase();
  const spelling = name === 'chat' && typeof body.role === 'string' ? body.role : name;
  const role = (name === 'chat' ? PAIR_ROLES : ROLES).get(spelling);
  return role === undefined ? null : { role, body, isChunk };
}

/** Lines of other logs have a `type` of `system` or `tool`, too, and more besides. */
function isFlat(value: JsonObject): boolean {
  if (value.type === 'tool') return typeof value.tool_call_id === 'string';
  return 'content' in value && !('subtype' in value) && !('sessionId' in value);
}

/** Dictionaries with a role are OpenAI's, unless the role or the calls are written the LangChain way. */
function unwrapDictionary(value: JsonObject): UnwrappedMessage | null {
  const { role, tool_calls: calls } = value;
  if ((role === 'human' || role === 'ai') && 'content' in value)
    return { role: role === 'ai' ? 'assistant' : 'user', body: value, isChunk: false };
  const [first] = listOf(calls);
  const isOwn =
    isJsonObject(value.additional_kwargs) ||
    (isJsonObject(first) && typeof first.name === 'string' && 'args' in first);
  return role === 'assistant' && isOwn ? { role, body: value, isChunk: false } : null;
}
