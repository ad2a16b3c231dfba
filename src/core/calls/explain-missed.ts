import type { ExpectedCalls } from './expected-calls.ts';
import type { Quotes } from '../redaction/index.ts';
import type { ToolCall } from '../trace/trace.ts';

/** The call that came nearest to a missed expectation, and what was different about it. */
export function explainMissed(
  { expectations, index }: ExpectedCalls,
  calls: readonly ToolCall[],
  slot: number,
  quotes: Quotes,
): string | null {
  for (const [i, call] of calls.entries()) {
    if (!index.match(call).includes(slot)) continue;
    const why = expectations[slot]?.explain(call, quotes) ?? null;
    if (why !== null) return `call ${i + 1} has the tool, but ${why}`;
  }
  return null;
}
