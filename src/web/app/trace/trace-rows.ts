import { stringifyJson } from '#core';
import type { ShownCall } from '../../components/conversation/call-view.tsx';
import type { ConversationItem } from '../../components/conversation/conversation.tsx';
import type { Role } from '../../components/reading/reading.ts';

/** A row of a trace: something that was said, or one call. */
export type TraceRow =
  | { readonly kind: 'said'; readonly role: Role; readonly text: string; readonly isTurn: boolean }
  | {
      readonly kind: 'call';
      readonly call: ShownCall;
      /** Its number in the trace, from 1; null for a call that was expected and not made. */
      readonly number: number | null;
      /** How many calls one answer asked for; given at the first of them. */
      readonly together: number | null;
      readonly isParallel: boolean;
      readonly head: 'Agent' | 'Label' | null;
      readonly isTurn: boolean;
    };

/** The rows of a conversation. A turn begins where the user or the agent begins to speak or to act. */
export function rowsOf(items: readonly ConversationItem[]): readonly TraceRow[] {
  const rows: TraceRow[] = [];
  let number = 0;
  for (const [place, item] of items.entries()) {
    if (item.kind === 'said') {
      const isTurn = item.role === 'user' || item.role === 'assistant';
      rows.push({ kind: 'said', role: item.role, text: item.text, isTurn });
      continue;
    }
    const before = items[place - 1];
    const isSpoken = before?.kind === 'said' && before.role === 'assistant';
    const isExpected = item.kind === 'expected';
    for (const [i, call] of item.calls.entries()) {
      if (!isExpected) number += 1;
      const isHead = i === 0 && (isExpected || !isSpoken);
      rows.push({
        kind: 'call',
        call,
        number: isExpected ? null : number,
        together: i === 0 && !isExpected && item.calls.length > 1 ? item.calls.length : null,
        isParallel: !isExpected && item.calls.length > 1,
        head: isHead ? (isExpected ? 'Label' : 'Agent') : null,
        isTurn: isHead && !isExpected,
      });
    }
  }
  return rows;
}

/** The agents that asked for calls, in the order in which they first did; the agent itself is null. */
export function agentsOf(rows: readonly TraceRow[]): readonly (string | null)[] {
  const agents = new Set<string | null>();
  for (const row of rows)
    if (row.kind === 'call' && row.number !== null) agents.add(row.call.requester ?? null);
  return [...agents];
}

/** Where a key goes: the next call, the next turn, the next agent. */
export type Stop = 'call' | 'turn' | 'agent';

/** The next row of a kind, before or after a row; null where there is none. */
export function nextStop(
  rows: readonly TraceRow[],
  from: number,
  by: 1 | -1,
  stop: Stop,
): number | null {
  for (let at = from + by; at >= 0 && at < rows.length; at += by)
    if (isStop(rows, at, stop)) return at;
  return null;
}

function isStop(rows: readonly TraceRow[], at: number, stop: Stop): boolean {
  const row = rows[at];
  if (row === undefined) return false;
  if (stop === 'turn') return row.isTurn;
  if (row.kind !== 'call' || row.number === null) return false;
  if (stop === 'call') return true;
  return askerBefore(rows, at) !== (row.call.requester ?? null);
}

/** Who asked for the call before a row; the agent itself where there is none. */
function askerBefore(rows: readonly TraceRow[], at: number): string | null {
  for (let i = at - 1; i >= 0; i -= 1) {
    const row = rows[i];
    if (row?.kind === 'call' && row.number !== null) return row.call.requester ?? null;
  }
  return null;
}

/** The text that a search looks at, in lower case. */
export function textOf(row: TraceRow): string {
  if (row.kind === 'said') return row.text.toLowerCase();
  const { tool, arguments: passed, result = '', requester = '', words = '', notes = [] } = row.call;
  const sent =
    passed === undefined ? '' : typeof passed === 'string' ? passed : stringifyJson(passed);
  return [tool, sent, result, requester, words, ...notes].join('\n').toLowerCase();
}
