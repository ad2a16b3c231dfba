import { isJsonObject, type Json } from '#core';
import type { CallDraft } from '../draft/call-ledger.ts';
import { objectOf } from '../draft/json-parts.ts';
import { readNumber } from '../draft/read-number.ts';
import type { DraftStatus } from '../draft/read-status.ts';
import { textOf } from '../draft/text-of.ts';
import { type AgentEvent, readFlag, readJsonText } from './agent-event.ts';

/** What an event says of a tool: a call with its outcome, nothing, or something that is not known. */
export type ToolEvent = CallDraft | 'none' | 'unknown';

type Attributes = AgentEvent['attributes'];

/** The events about tools. A decision and the result with the same id are one call. */
const READERS: ReadonlyMap<string, (attributes: Attributes) => ToolEvent> = new Map([
  ['claude_code.tool_result', readClaude],
  ['claude_code.tool_decision', (a) => decided(readClaude(a), a.get('decision') === 'reject')],
  ['codex.tool_result', readCodex],
  ['codex.tool_decision', (a) => decided(readCodex(a), isDenied(a.get('decision')))],
  ['gemini_cli.tool_call', readGemini],
  ['qwen-code.tool_call', readGemini],
]);

/** Events with `tool` in their name that are not calls. */
const HARMLESS = /tool_(?:output|search|blocked|permission)|tools_/;

export function readToolEvent({ name, attributes }: AgentEvent): ToolEvent {
  const read = READERS.get(name);
  if (read !== undefined) return read(attributes);
  return /tool/.test(name) && !HARMLESS.test(name) ? 'unknown' : 'none';
}

function isDenied(decision: Json | undefined): boolean {
  return /^(?:denied|abort|rejected|reject)/.test(textOf(decision) ?? '');
}

/** A call that was decided on. Without an id its result is another event, so that only a refusal counts. */
function decided(call: CallDraft, isRefused: boolean): ToolEvent {
  if (isRefused) return refused(call);
  return call.id === null ? 'none' : { ...call, status: null };
}

function refused(call: CallDraft): CallDraft {
  return { ...call, status: 'denied' };
}

function statusOf(attributes: Attributes): DraftStatus {
  const success = readFlag(attributes.get('success'));
  return success === null ? 'unreadable' : success ? 'ok' : 'error';
}

function tookOf(attributes: Attributes): number | undefined {
  return readNumber(attributes.get('duration_ms')) ?? undefined;
}

/**
 * Claude Code names the tools of servers, and the input of a tool, only with OTEL_LOG_TOOL_DETAILS. Without it
 * `mcp_tool` is written for all of them, so that the tool is unknown.
 */
function readClaude(attributes: Attributes): CallDraft {
  const name = textOf(attributes.get('tool_name')) ?? '';
  const details = objectOf(readJsonText(attributes.get('tool_parameters')));
  const server = textOf(details.mcp_server_name);
  const tool = textOf(details.mcp_tool_name);
  const input = readJsonText(attributes.get('tool_input'));
  return {
    id: textOf(attributes.get('tool_use_id')),
    name: name === 'mcp_tool' ? (tool ?? '') : name,
    server: name === 'mcp_tool' ? server : null,
    arguments: isJsonObject(input) ? input : undefined,
    status: statusOf(attributes),
    durationMs: tookOf(attributes),
  };
}

function readCodex(attributes: Attributes): CallDraft {
  const namespace = textOf(attributes.get('tool_namespace'));
  const server = textOf(attributes.get('mcp_server'));
  const other = namespace === null || namespace === 'functions' ? null : namespace;
  return {
    id: textOf(attributes.get('call_id')),
    name: textOf(attributes.get('tool_name')) ?? '',
    server: server ?? /^mcp__(.+?)(?:__)?$/.exec(other ?? '')?.[1] ?? other,
    arguments: attributes.get('arguments'),
    status: statusOf(attributes),
    result: textOf(attributes.get('output')) ?? undefined,
    durationMs: tookOf(attributes),
  };
}

function readGemini(attributes: Attributes): CallDraft {
  const rawName = textOf(attributes.get('function_name')) ?? '';
  const server = textOf(attributes.get('mcp_server_name'));
  const call = {
    id: textOf(attributes.get('call_id')),
    name: server === null ? rawName : withoutServer(rawName, server),
    server,
    rawName,
    arguments: attributes.get('function_args'),
    status: statusOf(attributes),
    durationMs: tookOf(attributes),
  };
  return attributes.get('decision') === 'reject' ? refused(call) : call;
}

/** The tool in a name that is joined to that of its server. */
function withoutServer(name: string, server: string): string {
  for (const prefix of [`mcp__${server}__`, `mcp_${server}_`, `${server}__`])
    if (name.startsWith(prefix) && name.length > prefix.length) return name.slice(prefix.length);
  return name;
}
