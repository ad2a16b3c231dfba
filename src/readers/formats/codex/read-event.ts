import { isJsonObject, type Json, type JsonObject } from '#core';
import type { CallDraft } from '../../draft/call-ledger.ts';
import { objectOf } from '../../draft/json-parts.ts';
import { readNumber } from '../../draft/read-number.ts';
import {
  type DraftStatus,
  statusOfFlag,
  statusOfWord,
  type StatusWords,
} from '../../draft/read-status.ts';
import { textOf } from '../../draft/text-of.ts';

/** What an event says of a call. */
export interface CallEvent {
  readonly call: CallDraft;
  readonly status: DraftStatus | null;
  readonly durationMs: number | undefined;
  /** The threads of sub-agents that the call started. */
  readonly threads: readonly string[];
  /** Whether a call that no item has was made by a program of the agent. */
  readonly canNest: boolean;
}

const STATES: StatusWords = new Map([
  ['completed', 'ok'],
  ['failed', 'error'],
  ['errored', 'error'],
  ['declined', 'denied'],
  ['in_progress', null],
]);

/** Reads an event; null where it says nothing of a call. */
export function readEvent(event: JsonObject): CallEvent | { readonly unknown: string } | null {
  const type = textOf(event.type) ?? 'null';
  if (type === 'item_completed') return readItem(objectOf(event.item));
  const read = LEGACY.get(type);
  if (read !== undefined) return read(event);
  return isHarmless(type) ? null : { unknown: type };
}

/** Events that are notes for the screen. */
const NOTES: ReadonlySet<string> = new Set([
  'agent_message',
  'agent_message_content_delta',
  'agent_message_delta',
  'agent_reasoning',
  'agent_reasoning_delta',
  'agent_reasoning_raw_content',
  'agent_reasoning_raw_content_delta',
  'agent_reasoning_section_break',
  'background_event',
  'collab_agent_interaction_end',
  'collab_close_end',
  'collab_resume_end',
  'collab_waiting_end',
  'context_compacted',
  'deprecation_notice',
  'elicitation_request',
  'entered_review_mode',
  'error',
  'exited_review_mode',
  'guardian_assessment',
  'guardian_warning',
  'hook_completed',
  'hook_started',
  'item_started',
  'mcp_startup_complete',
  'mcp_startup_update',
  'model_reroute',
  'model_verification',
  'plan_delta',
  'plan_update',
  'raw_response_item',
  'realtime_conversation_closed',
  'realtime_conversation_realtime',
  'realtime_conversation_started',
  'reasoning_content_delta',
  'reasoning_raw_content_delta',
  'safety_buffering',
  'session_configured',
  'shutdown_complete',
  'stream_error',
  'sub_agent_activity',
  'thread_goal_updated',
  'thread_name_updated',
  'thread_settings_applied',
  'token_count',
  'turn_diff',
  'turn_moderation_metadata',
  'undo_completed',
  'undo_started',
  'user_message',
  'warning',
]);

/** The start of something, or a piece of it: its end is another event. */
function isHarmless(type: string): boolean {
  return NOTES.has(type) || /_(?:begin|delta|request|update|updated)$/.test(type);
}

/** Items that are not calls. */
const TEXTS: ReadonlySet<string> = new Set([
  'UserMessage',
  'AgentMessage',
  'Plan',
  'Reasoning',
  'HookPrompt',
  'ContextCompaction',
  'EnteredReviewMode',
  'ExitedReviewMode',
  'SubAgentActivity',
  'Sleep',
]);

/** Calls of the provider: their item is always there, at times without an id. */
const PROVIDER_CALLS: ReadonlySet<string> = new Set(['WebSearch', 'ImageGeneration']);

function readItem(item: JsonObject): CallEvent | { readonly unknown: string } | null {
  const type = textOf(item.type) ?? 'null';
  if (TEXTS.has(type) || PROVIDER_CALLS.has(type)) return null;
  // The user may run commands, too.
  if (type === 'CommandExecution' && item.source === 'user_shell') return null;
  const name = nameOf(type, item);
  if (name === null) return { unknown: type };
  const receivers = Array.isArray(item.receiver_thread_ids) ? item.receiver_thread_ids : [];
  return {
    call: {
      id: textOf(item.id),
      name,
      server: textOf(item.server) ?? textOf(item.namespace),
      arguments: item.arguments,
    },
    status: statusOfWord(item.status, STATES) ?? statusOfSuccess(item.success),
    durationMs: readDuration(item.duration),
    threads: item.tool === 'spawn_agent' ? receivers.flatMap((id: Json) => textOf(id) ?? []) : [],
    canNest: true,
  };
}

function nameOf(type: string, { tool }: JsonObject): string | null {
  switch (type) {
    case 'CommandExecution':
      return 'exec_command';
    case 'FileChange':
      return 'apply_patch';
    case 'ImageView':
      return 'view_image';
    case 'McpToolCall':
    case 'DynamicToolCall':
    case 'CollabAgentToolCall':
      return textOf(tool) ?? '';
    default:
      return null;
  }
}

type EventReader = (event: JsonObject) => CallEvent | null;

/** Events of versions that do not write items. */
const LEGACY: ReadonlyMap<string, EventReader> = new Map<string, EventReader>([
  [
    'exec_command_end',
    (event) =>
      event.source === 'user_shell'
        ? null
        : eventOf(event, 'exec_command', statusOfWord(event.status, STATES) ?? exitOf(event)),
  ],
  ['patch_apply_end', (event) => eventOf(event, 'apply_patch', statusOfSuccess(event.success))],
  ['view_image_tool_call', (event) => eventOf(event, 'view_image', null)],
  ['mcp_tool_call_end', readMcp],
  ['dynamic_tool_call_response', readDynamic],
  ['collab_agent_spawn_end', readSpawn],
  // Their calls have items, at times without an id.
  ['image_generation_end', () => null],
  ['web_search_end', () => null],
]);

function eventOf(event: JsonObject, name: string, status: DraftStatus | null): CallEvent {
  return {
    call: { id: textOf(event.call_id), name },
    status,
    durationMs: readDuration(event.duration),
    threads: [],
    canNest: true,
  };
}

function readMcp(event: JsonObject): CallEvent {
  const { server, tool, arguments: passed } = objectOf(event.invocation);
  const { Ok: ok, Err: failure } = objectOf(event.result);
  const status =
    failure === undefined ? (statusOfFlag(objectOf(ok).isError ?? undefined) ?? 'ok') : 'error';
  const base = eventOf(
    event,
    textOf(tool) ?? '',
    ok === undefined && failure === undefined ? null : status,
  );
  return { ...base, call: { ...base.call, server: textOf(server), arguments: passed } };
}

function readDynamic(event: JsonObject): CallEvent {
  const base = eventOf(event, textOf(event.tool) ?? '', statusOfSuccess(event.success));
  return { ...base, call: { ...base.call, arguments: event.arguments } };
}

function readSpawn(event: JsonObject): CallEvent {
  const thread = textOf(event.new_thread_id);
  return { ...eventOf(event, 'spawn_agent', null), threads: thread === null ? [] : [thread] };
}

function exitOf({ exit_code: code }: JsonObject): DraftStatus | null {
  return typeof code === 'number' ? (code === 0 ? 'ok' : 'error') : null;
}

function statusOfSuccess(success: Json | undefined): DraftStatus | null {
  if (success === undefined || success === null) return null;
  return success === true ? 'ok' : success === false ? 'error' : 'unreadable';
}

/** A duration as Rust writes it: seconds and nanoseconds. */
function readDuration(value: Json | undefined): number | undefined {
  if (!isJsonObject(value)) return undefined;
  const [secs, nanos] = [readNumber(value.secs), readNumber(value.nanos)];
  return secs === null || nanos === null ? undefined : Math.round(secs * 1e6 + nanos / 1e3) / 1e3;
}
