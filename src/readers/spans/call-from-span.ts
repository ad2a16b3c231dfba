import type { CallDraft } from '../draft/call-ledger.ts';
import { msBetween, readTime } from '../draft/read-time.ts';
import { NameSplitter } from '../draft/split-name.ts';
import { textOf } from '../draft/text-of.ts';
import type { MessageResult } from '../messages/message.ts';
import { branchOf, type Decision } from './decisions.ts';
import { plainName } from './same-tool.ts';
import type { SpanNode } from './span-node.ts';
import type { Turns } from './number-turns.ts';

/** The call of a decision, from its message, its span and its result. */
export function toCall(
  decision: Decision,
  turns: Turns,
  results: ReadonlyMap<string, MessageResult>,
): CallDraft {
  const branch = branchOf(decision);
  const { execution } = decision;
  const call = decision.selection?.call;
  const id = call?.id ?? execution?.id ?? null;
  const result = results.get(id ?? '');
  return {
    id,
    ...nameOf(decision),
    arguments: call?.arguments ?? execution?.arguments,
    requester: call?.requester ?? branch.requester,
    status: execution?.status ?? result?.status ?? call?.status,
    result: result?.text ?? execution?.result,
    answered: execution !== null || result !== undefined,
    turn: turns[branch.index],
    ...(execution === null ? {} : timesOf(execution.branch.node)),
  };
}

/**
 * A server has its own name for a tool; without it, the model's name is the offered name. The program that a server
 * runs in names it only where the model's name does not.
 */
function nameOf({
  selection,
  execution,
}: Decision): Pick<CallDraft, 'name' | 'server' | 'rawName'> {
  const raw = selection?.call.name ?? execution?.name ?? '';
  const server =
    execution?.server ??
    selection?.call.server ??
    writtenServer(raw, execution?.mcpName ?? null) ??
    execution?.service ??
    null;
  if (server === null) return { name: raw, server };
  const toolName = execution?.mcpName ?? execution?.name ?? raw;
  return { name: new NameSplitter([server], []).split(toolName).name, server, rawName: raw };
}

/** The server in `mcp__server__tool`, in the client's words. The server's name for the tool shows where it ends. */
function writtenServer(raw: string, toolName: string | null): string | null {
  const end = toolName === null ? null : `__${toolName}`;
  if (end === null || !raw.startsWith('mcp__') || !plainName(raw).endsWith(plainName(end)))
    return null;
  return textOf(raw.slice('mcp__'.length, -end.length));
}

function timesOf({ startMs, endMs }: SpanNode): Pick<CallDraft, 'startedAt' | 'durationMs'> {
  if (startMs === null) return {};
  return { startedAt: readTime(startMs, 'ms'), durationMs: msBetween(startMs, endMs) };
}
