import { metricValue } from '../../metrics/metric.ts';
import { reachOf } from '../../scoring/reach.ts';
import { about, closed, either, flag, literal } from '../../schema/schema.ts';
import { template } from '../../schema/template.ts';
import { defineScorer } from '../../scoring/define-scorer.ts';
import type { CompiledScorer } from '../../scoring/scorer.ts';

const APPLIES = 'Whether no tool should be called; left out in an eval: the `no_tools` of the row.';

/** Runs in which no tool should be called. */
export const noTools = defineScorer({
  name: 'no_tools',
  version: 1,
  summary: 'Whether no tool was called, where none should be',
  options: either(literal(true), closed({ when: flag })),
  suite: {
    keys: { when: about(APPLIES, either(flag, template)) },
    templates: { when: 'flag' },
    fromRow: { option: 'when', key: 'no_tools', isOptional: true, fallback: false },
    entry: 'Whether no tool was called, in the rows where none should be.',
  },
  metrics: {
    'no_tool.rate': {
      unit: 'ratio',
      better: 'higher',
      proportion: true,
      summary: 'share of runs without a call',
      derive: ({ clean = 0, asked = 0 }) =>
        asked === 0 ? null : metricValue('ratio', clean, asked),
    },
  },
  defaultGates: [{ metric: 'no_tool.rate', op: '==', value: 1 }],
  tallyKeys: ['clean'],
  groupsOf: () => ({ groups: [] }),
  reads: 'tools',
  compile: (options): CompiledScorer =>
    options === true || options.when !== false ? ASKED : NOT_ASKED,
});

const ASKED: CompiledScorer = {
  scorer: noTools,
  slots: [],
  expectsNoCall: true,
  score: (calls) => ({
    tally: { clean: calls.length === 0 ? 1 : 0, asked: 1 },
    perfect: calls.length === 0,
    sample: null,
    hits: [],
    verdicts: calls.map(() => 'unexpected' as const),
  }),
  reach: (_calls, run) =>
    reachOf(run, { worst: { tally: { clean: 0 }, perfect: false }, best: {} }),
};

/** For a row in which tools may be called: it counts neither way. */
const NOT_ASKED: CompiledScorer = {
  scorer: noTools,
  slots: [],
  score: (calls) => ({
    tally: { clean: 0, asked: 0 },
    perfect: true,
    sample: null,
    hits: [],
    verdicts: calls.map(() => 'ok' as const),
  }),
  reach: (_calls, run) => reachOf(run, { worst: {}, best: {} }),
};
