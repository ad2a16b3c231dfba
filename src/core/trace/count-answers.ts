import type { ToolCall, Trace } from './trace.ts';

/**
 * How many answers the model gave in a run; 0 where the trace does not say. By default there is one for each turn of
 * calls and words, and one more for the output.
 */
export function countAnswers(trace: Pick<Trace, 'answers' | 'calls' | 'said' | 'output'>): number {
  const { answers, calls, said = [], output } = trace;
  const last = lastTurn(calls);
  if (last === null) return 0;
  if (answers !== undefined) return Math.max(answers, last);
  const turns = said.reduce((most, { turn }) => Math.max(most, turn), last);
  return output === null ? turns : turns + 1;
}

/** The last turn with a call, 0 without calls; null where a call does not say its turn. */
function lastTurn(calls: readonly ToolCall[]): number | null {
  let last = 0;
  for (const { turn } of calls) {
    if (turn === undefined) return null;
    if (turn > last) last = turn;
  }
  return last;
}
