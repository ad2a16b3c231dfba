import { isJsonObject, type Json, type JsonObject } from '#core';

/** All types of lines. Calls are in `response_item` lines; `event_msg` lines repeat them. */
const LINES: ReadonlySet<Json | undefined> = new Set([
  'session_meta',
  'response_item',
  'event_msg',
  'turn_context',
  'compacted',
  'world_state',
  'token_usage_record',
  'inter_agent_communication',
  'inter_agent_communication_metadata',
  'retained_context',
  'security_risk_score',
  'realtime_item',
]);

/** Whether a record has the envelope of a rollout. */
export function isEnvelope(record: Json): record is JsonObject & { readonly payload: JsonObject } {
  if (!isJsonObject(record) || !isJsonObject(record.payload)) return false;
  return typeof record.timestamp === 'string' && isKnownLine(record.type);
}

export function isKnownLine(type: Json | undefined): boolean {
  return LINES.has(type);
}

/** Items of Codex that the Responses API does not have: none of them is a call. */
const ITEMS: ReadonlySet<Json | undefined> = new Set([
  'agent_message',
  'ghost_snapshot',
  'compaction_summary',
  'context_compaction',
  'configuration_update',
]);

export function isCodexItem(type: Json | undefined): boolean {
  return ITEMS.has(type);
}

/** Text that Codex writes in the name of the user: surroundings, instructions, notes. */
const CONTEXT =
  /^\s*(?:<(?:environment_context|user_instructions|turn_aborted|skill|user_shell_command|subagent_notification|permissions instructions|hook_prompt|apps_instructions|model_switch|goal_context|recommended_plugins|legacy_[a-z_]+)\b|# AGENTS\.md instructions|\[Request interrupted)/;

/** Whether a message of the role `user` is not from the user. */
export function isContext(text: string): boolean {
  return CONTEXT.test(text);
}
