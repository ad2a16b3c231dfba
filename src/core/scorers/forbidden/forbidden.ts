import { metricValue } from '../../metrics/metric.ts';
import { ForbiddenNearMisses } from '../../tools/forbidden-near-misses.ts';
import { reachOf, UNLIMITED } from '../../scoring/reach.ts';
import { about, closed, either } from '../../schema/schema.ts';
import { template } from '../../schema/template.ts';
import { defineScorer } from '../../scoring/define-scorer.ts';
import type { CompiledScorer } from '../../scoring/scorer.ts';
import { ToolIndex, type ToolPattern } from '../../tools/tool-pattern.ts';
import { toolList } from '../../tools/tool-schema.ts';

/** Tools that must not be called. */
export const forbidden = defineScorer({
  name: 'forbidden',
  version: 1,
  summary: 'Calls of tools that must not be called',
  options: closed({ tools: toolList }, ['tools']),
  suite: {
    keys: {
      tools: about(
        'Tools that must not be called; left out in an eval: the `forbidden` of the row.',
        either(toolList, template),
      ),
    },
    required: ['tools'],
    templates: { tools: 'tools' },
    fromRow: { option: 'tools', key: 'forbidden', isOptional: true },
    forbids: true,
    entry: 'Calls of tools that must not be called in a row.',
  },
  metrics: {
    'forbidden.calls': {
      unit: 'count',
      better: 'lower',
      proportion: false,
      summary: 'calls of forbidden tools',
      // A column that no row has forbids nothing: that is not a count of 0.
      derive: ({ calls = 0, asked = 0 }) => (asked === 0 ? null : metricValue('count', calls)),
    },
  },
  defaultGates: [{ metric: 'forbidden.calls', op: '==', value: 0 }],
  tallyKeys: ['calls'],
  groupsOf: ({ tools }) => ({ groups: [tools] }),
  reads: 'tools',
  compile(options): CompiledScorer {
    // A row that has no such column leaves the option out.
    const { tools }: { readonly tools?: readonly ToolPattern[] } = options;
    if (tools === undefined) return NOT_ASKED;
    const index = new ToolIndex([tools]);
    const nearMisses = new ForbiddenNearMisses(tools);
    return {
      scorer: forbidden,
      slots: [],
      score(calls) {
        const verdicts = calls.map((call) => (index.match(call).length > 0 ? 'forbidden' : 'ok'));
        const count = verdicts.filter((verdict) => verdict === 'forbidden').length;
        const tally = { calls: count, asked: 1 };
        return { tally, perfect: count === 0, sample: null, hits: [], verdicts };
      },
      reach: (_calls, run) =>
        reachOf(run, { worst: { tally: { calls: UNLIMITED }, perfect: false }, best: {} }),
      remarks: (calls) =>
        nearMisses.remarks(calls.filter((call) => index.match(call).length === 0)),
    };
  },
});

/** For a row that forbids nothing: it counts neither way. */
const NOT_ASKED: CompiledScorer = {
  scorer: forbidden,
  slots: [],
  score: (calls) => ({
    tally: { calls: 0, asked: 0 },
    perfect: true,
    sample: null,
    hits: [],
    verdicts: calls.map(() => 'ok' as const),
  }),
  reach: (_calls, run) => reachOf(run, { worst: {}, best: {} }),
};
