import { isJsonObject, type JsonObject } from '#core';
import { readConverseBlocks } from '../../dialects/converse/message.ts';

/** What a file of a session is. */
export type RecordKind = 'message' | 'agent' | 'session' | 'snapshot';

/** What a record is; null for records of others. */
export function recordKind(record: JsonObject): RecordKind | null {
  const { message, message_id: id, schemaVersion, scope, data } = record;
  if (isJsonObject(message) && (typeof id === 'number' || 'redact_message' in record))
    return readConverseBlocks(message) === null ? null : 'message';
  if (typeof record.agent_id === 'string' && isJsonObject(record.conversation_manager_state))
    return 'agent';
  if (typeof record.session_id === 'string' && typeof record.session_type === 'string')
    return 'session';
  const isSnapshot = typeof schemaVersion === 'string' && isJsonObject(data);
  return isSnapshot && (scope === 'agent' || scope === 'multiAgent') ? 'snapshot' : null;
}
