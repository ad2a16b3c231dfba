import { countAnswers, type Json, type ToolCall, type Trace } from '#core';

/** What is drawn: single answers of the model, whole runs, or runs whose answers are a case each. */
export type Unit = 'decision' | 'trace' | 'conversation';

/** A part of a trace that one label will speak of. */
export interface Cut {
  readonly trace: Trace;
  /** Which answer of the model it is, from 1; null for a whole trace. */
  readonly turn: number | null;
  readonly calls: readonly ToolCall[];
  /** What had been called before. */
  readonly before: readonly ToolCall[];
  readonly output: Json;
  /** Present where runs were asked for, and not decisions: all that was said in the run is a part of its case. */
  readonly isRun?: true;
}

/**
 * The decisions in a trace: the answers of the model, with calls or without (a missed call is found in these). A trace
 * that does not say which answer asked for a call is one case.
 */
export function cutDecisions(trace: Trace): readonly Cut[] {
  const answers = countAnswers(trace);
  // A trace with too many answers counts as one that does not say its turns.
  const isWhole = answers === 0 || answers > MAX_ANSWERS;
  if (isWhole || (answers === 1 && trace.calls.length === 0)) return [cutWhole(trace)];
  return Array.from({ length: answers }, (_, index) => {
    const turn = index + 1;
    const calls = trace.calls.filter((call) => call.turn === turn);
    return {
      trace,
      turn,
      calls,
      before: trace.calls.filter((call) => (call.turn as number) < turn),
      output: turn === answers && calls.length === 0 ? trace.output : null,
    };
  });
}

/** A run as one case. */
export function cutRun(trace: Trace): Cut {
  return { ...cutWhole(trace), isRun: true };
}

/** A whole trace as one case. */
function cutWhole(trace: Trace): Cut {
  return { trace, turn: null, calls: trace.calls, before: [], output: trace.output };
}

const MAX_ANSWERS = 10_000;
