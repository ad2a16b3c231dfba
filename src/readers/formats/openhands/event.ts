import type { Json, JsonObject } from '#core';

const SOURCES: ReadonlySet<Json | undefined> = new Set(['agent', 'user', 'environment', 'hook']);

/** Events of the SDK that are not calls. */
export const QUIET_KINDS: ReadonlySet<Json | undefined> = new Set([
  'Condensation',
  'CondensationRequest',
  'CondensationSummaryEvent',
  'PauseEvent',
  'InterruptEvent',
  'TokenEvent',
  'LLMCompletionLogEvent',
  'HookExecutionEvent',
  'StreamingDeltaEvent',
]);

const KINDS: ReadonlySet<Json | undefined> = new Set([
  ...QUIET_KINDS,
  'SystemPromptEvent',
  'MessageEvent',
  'ActionEvent',
  'ACPToolCallEvent',
  'ObservationEvent',
  'UserRejectObservation',
  'AgentErrorEvent',
  'ConversationStateUpdateEvent',
  'ConversationErrorEvent',
]);

/** Whether a record is an event that identifies the format. */
export function isEvent(record: JsonObject): boolean {
  if (!SOURCES.has(record.source)) return false;
  return isOldEvent(record) || KINDS.has(record.kind);
}

/** Whether a record is an action or an observation of version 0. */
export function isOldEvent({ source, action, observation, args, content }: JsonObject): boolean {
  if (source !== undefined && !SOURCES.has(source)) return false;
  if (typeof action === 'string') return typeof args === 'object' && args !== null;
  return typeof observation === 'string' && content !== undefined && source !== undefined;
}

/** Whether a record is an event of the SDK, of a known kind or not. */
export function isSdkEvent({ source, kind }: JsonObject): boolean {
  return typeof kind === 'string' && SOURCES.has(source);
}
