import { metricValue } from '../../metrics/metric.ts';
import { reachOf } from '../../scoring/reach.ts';
import { literal } from '../../schema/schema.ts';
import { defineScorer } from '../../scoring/define-scorer.ts';
import type { CompiledScorer } from '../../scoring/scorer.ts';

/** Runs in which no tool should be called. */
export const noTools = defineScorer({
  name: 'no_tools',
  version: 1,
  summary: 'Whether no tool was called, where none should be',
  options: literal(true),
  metrics: {
    'no_tool.rate': {
      unit: 'ratio',
      better: 'higher',
      proportion: true,
      summary: 'share of runs without a call',
      derive: ({ clean = 0 }, runs) => (runs === 0 ? null : metricValue('ratio', clean, runs)),
    },
  },
  defaultGates: [{ metric: 'no_tool.rate', op: '==', value: 1 }],
  tallyKeys: ['clean'],
  reads: 'tools',
  compile: (): CompiledScorer => ({
    scorer: noTools,
    slots: [],
    score: (calls) => ({
      tally: { clean: calls.length === 0 ? 1 : 0 },
      perfect: calls.length === 0,
      sample: null,
      hits: [],
      verdicts: calls.map(() => 'unexpected' as const),
    }),
    reach: (_calls, run) =>
      reachOf(run, { worst: { tally: { clean: 0 }, perfect: false }, best: {} }),
  }),
});
