import type { Json, ToolCall, Trace } from '#core';

/** What a case is cut from: a whole run, or one answer of the model in it. */
export type Unit = 'decision' | 'trace';

/** A part of a trace that one label will speak of. */
export interface Cut {
  readonly trace: Trace;
  /** Which answer of the model it is, from 1; null for a whole trace. */
  readonly turn: number | null;
  readonly calls: readonly ToolCall[];
  /** What had been called before. */
  readonly before: readonly ToolCall[];
  readonly output: Json;
}

/**
 * The cases in a trace. Decisions are the answers of the model that the trace tells of: those with calls, those
 * between them without (a missed call is found in these), and the last one, which gave the output. A trace that does
 * not tell which answer asked for a call is one case.
 */
export function cutCases(trace: Trace, unit: Unit): readonly Cut[] {
  const last = unit === 'decision' ? lastTurn(trace.calls) : 0;
  if (last === 0)
    return [{ trace, turn: null, calls: trace.calls, before: [], output: trace.output }];
  const cuts: Cut[] = [];
  const turns = trace.output === null ? last : last + 1;
  for (let turn = 1; turn <= turns; turn++) {
    cuts.push({
      trace,
      turn,
      calls: trace.calls.filter((call) => call.turn === turn),
      before: trace.calls.filter((call) => (call.turn as number) < turn),
      output: turn > last ? trace.output : null,
    });
  }
  return cuts;
}

/** A trace of more answers than this counts as one that does not tell its turns. */
const MOST_TURNS = 10_000;

/** The last turn with a call; 0 when a call does not tell its turn, or none was made. */
function lastTurn(calls: readonly ToolCall[]): number {
  let last = 0;
  for (const { turn } of calls) {
    if (turn === undefined) return 0;
    if (turn > last) last = turn;
  }
  return last > MOST_TURNS ? 0 : last;
}
