import type { Json, JsonObject } from '#core';

/**
 * All types of lines. Calls are in `assistant` lines alone; other lines are results, progress, and notes of the
 * program. Cursor's command line writes nearly the same, with lines of type `tool_call`.
 */
const TYPES: ReadonlySet<Json | undefined> = new Set([
  // Messages of the Agent SDK.
  'user',
  'assistant',
  'system',
  'result',
  'stream_event',
  'tool_progress',
  'tool_use_summary',
  'auth_status',
  'rate_limit_event',
  'prompt_suggestion',
  'conversation_reset',
  'active_goal',
  'autocompact_state',
  'keep_alive',
  'control_request',
  'control_response',
  'control_cancel_request',
  'transcript_mirror',
  // Lines of transcripts.
  'summary',
  'progress',
  'attachment',
  'queue-operation',
  'file-history-snapshot',
  'file-history-delta',
  'attribution-snapshot',
  'content-replacement',
  'permission-mode',
  'mode',
  'last-prompt',
  'custom-title',
  'ai-title',
  'tag',
  'agent-name',
  'agent-color',
  'agent-setting',
  'task-summary',
  'pr-link',
  'worktree-state',
  'session-meta',
  'speculation-accept',
  'turn_duration',
  'cost-state',
  'atis-latch',
  'marble-origami-commit',
  'marble-origami-snapshot',
  'context-collapse-commit',
  'context-collapse-snapshot',
  'bridge-session',
  'saved_hook_context',
]);

/** Whether the type of a line is known. */
export function isKnownLine({ type }: JsonObject): boolean {
  return TYPES.has(type);
}
