import { metricValue } from '../../metrics/metric.ts';
import { ForbiddenNearMisses } from '../../tools/forbidden-near-misses.ts';
import { reachOf, UNLIMITED } from '../../scoring/reach.ts';
import { closed } from '../../schema/schema.ts';
import { defineScorer } from '../../scoring/define-scorer.ts';
import type { CompiledScorer } from '../../scoring/scorer.ts';
import { ToolIndex } from '../../tools/tool-pattern.ts';
import { toolList } from '../../tools/tool-schema.ts';

/** Tools that must not be called. */
export const forbidden = defineScorer({
  name: 'forbidden',
  version: 1,
  summary: 'Calls of tools that must not be called',
  options: closed({ tools: toolList }, ['tools']),
  metrics: {
    'forbidden.calls': {
      unit: 'count',
      better: 'lower',
      proportion: false,
      summary: 'calls of forbidden tools',
      derive: ({ calls = 0 }) => metricValue('count', calls),
    },
  },
  defaultGates: [{ metric: 'forbidden.calls', op: '==', value: 0 }],
  tallyKeys: ['calls'],
  reads: 'tools',
  compile({ tools }): CompiledScorer {
    const index = new ToolIndex([tools]);
    const nearMisses = new ForbiddenNearMisses(tools);
    return {
      scorer: forbidden,
      slots: [],
      score(calls) {
        const verdicts = calls.map((call) => (index.match(call).length > 0 ? 'forbidden' : 'ok'));
        const count = verdicts.filter((verdict) => verdict === 'forbidden').length;
        return { tally: { calls: count }, perfect: count === 0, sample: null, hits: [], verdicts };
      },
      reach: (_calls, run) =>
        reachOf(run, { worst: { tally: { calls: UNLIMITED }, perfect: false }, best: {} }),
      remarks: (calls) =>
        nearMisses.remarks(calls.filter((call) => index.match(call).length === 0)),
    };
  },
});
