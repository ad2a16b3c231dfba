import { metricValue } from '../../metrics/metric.ts';
import { reachOf } from '../../scoring/reach.ts';
import { noOptions } from '../../schema/no-options.ts';
import { defineScorer } from '../../scoring/define-scorer.ts';
import type { CallVerdict, CompiledScorer, RunScore } from '../../scoring/scorer.ts';
import { findTextCall, hasAnswer } from '../../trace/text-calls.ts';
import type { ToolCall, Trace } from '../../trace/trace.ts';

const NEEDS = "the agent's answer";

/** Runs whose agent wrote a call as text, which its record does not have as a call. */
export const textCalls = defineScorer({
  name: 'text_calls',
  version: 1,
  summary: 'Runs in which the agent wrote a call as text, so that no tool was called',
  options: noOptions,
  suite: {
    keys: {},
    block: 'Runs in which the agent wrote a call as text.',
    entry: 'Runs in which a call is written as text.',
  },
  metrics: {
    'text_calls.runs': {
      unit: 'count',
      better: 'lower',
      proportion: false,
      summary:
        'runs in whose answers a call is written as text; only where every run records calls or answers',
      derive: ({ text_calls: runs = 0, without_answer: without = 0 }) =>
        without === 0 ? metricValue('count', runs) : null,
      gap: ({ text_calls: runs = 0, without_answer: without = 0 }) =>
        without === 0
          ? null
          : { runs: without, needs: NEEDS, low: metricValue('count', runs), high: null },
    },
  },
  tallyKeys: ['text_calls'],
  isLabelFree: true,
  ignoresTools: true,
  countedTally: () => ({ text_calls: 0, without_answer: 1 }),
  compile: (): CompiledScorer => ({
    scorer: textCalls,
    slots: [],
    score,
    reach: (_calls, run) =>
      reachOf(run, {
        worst: { tally: { text_calls: 1 }, perfect: false },
        best: { tally: { text_calls: 0 }, perfect: true },
      }),
  }),
});

function score(calls: readonly ToolCall[], trace: Trace): RunScore {
  const hasTextCall = findTextCall(trace) !== null;
  return {
    tally: { text_calls: hasTextCall ? 1 : 0, without_answer: hasAnswer(trace) ? 0 : 1 },
    perfect: !hasTextCall,
    sample: null,
    hits: [],
    verdicts: calls.map((): CallVerdict => 'ok'),
  };
}
