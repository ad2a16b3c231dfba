import type { ToolCall, Trace, Usage } from '#core';
import { withoutRepeats } from './join-tools.ts';

/** Two traces of one program, of which the second began later, as one. */
export function followTrace(first: Trace, second: Trace): Trace {
  const turns = first.calls.reduce((most, { turn = 0 }) => Math.max(most, turn), 0);
  const later = second.calls.map((call): ToolCall =>
    call.turn === undefined ? call : { ...call, turn: call.turn + turns },
  );
  const offered = [...(first.offered ?? []), ...(second.offered ?? [])];
  const { durationMs: _one, ...head } = first;
  return {
    ...head,
    agent: first.agent ?? second.agent,
    input: first.input ?? second.input,
    calls: [...first.calls, ...later],
    offered: first.offered === null && second.offered === null ? null : withoutRepeats(offered),
    output: second.output ?? first.output,
    usage: addUsage(first.usage, second.usage),
    error: first.error ?? second.error,
    metadata: first.metadata ?? second.metadata,
  };
}

function addUsage(a: Usage | null, b: Usage | null): Usage | null {
  if (a === null || b === null) return a ?? b;
  return {
    inputTokens: add(a.inputTokens, b.inputTokens),
    outputTokens: add(a.outputTokens, b.outputTokens),
    cost: add(a.cost, b.cost),
  };
}

function add(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : a + b;
}
