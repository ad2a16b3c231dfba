import { metricValue } from '../metrics/metric.ts';
import { ForbiddenNearMisses } from '../tools/forbidden-near-misses.ts';
import { reachOf, UNLIMITED } from '../scoring/reach.ts';
import type { Scorer } from '../scoring/scorer.ts';
import { ToolIndex, type ToolPattern } from '../tools/tool-pattern.ts';

/** What `forbidden` is compiled from. */
export interface ForbiddenOptions {
  readonly tools: readonly ToolPattern[];
}

/** Tools that must not be called. */
export const forbidden: Scorer<ForbiddenOptions> = {
  name: 'forbidden',
  version: 1,
  summary: 'Calls of tools that must not be called',
  metrics: [
    {
      id: 'forbidden.calls',
      unit: 'count',
      better: 'lower',
      proportion: false,
      summary: 'calls of forbidden tools',
    },
  ],
  defaultGates: [{ metric: 'forbidden.calls', op: '==', value: 0 }],
  meanMetric: null,
  tallyKeys: ['calls'],
  showsArguments: false,
  compile({ tools }) {
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
  derive: ({ calls = 0 }) => [metricValue('count', calls)],
  isVacuous: () => false,
};
