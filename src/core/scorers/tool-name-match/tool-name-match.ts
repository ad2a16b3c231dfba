import type { ExpectedTools } from '../../tools/expected-tools.ts';
import { metricValue } from '../../metrics/metric.ts';
import { explainNearMiss } from '../../tools/near-miss.ts';
import { type Reach, reachOf } from '../../scoring/reach.ts';
import { defineScorer } from '../../scoring/define-scorer.ts';
import type { CallVerdict, CompiledScorer, RunScore, Scorer } from '../../scoring/scorer.ts';
import type { ToolCall } from '../../trace/trace.ts';
import { LabelReader, overLabels } from '../../labels/labelled-case.ts';
import type { Pairer } from '../../labels/pairing.ts';
import { keys, options, type ToolNameMatchOptions } from './options.ts';

/** Whether the tools are the labelled ones. */
export const toolNameMatch = defineScorer({
  name: 'tool_name_match',
  version: 1,
  summary: 'Whether the labelled tools were called, and no tool where none should be',
  options,
  suite: { keys, entry: 'Whether the labelled tools were called.' },
  metrics: {
    tool_name_match: {
      unit: 'ratio',
      better: 'higher',
      proportion: true,
      summary: 'share of cases whose every expected call went to an acceptable tool',
      derive: ({ matched = 0, cases = 0 }) =>
        cases === 0 ? null : metricValue('ratio', matched, cases),
    },
  },
  tallyKeys: ['matched', 'cases'],
  reads: 'calls',
  namesDecide: true,
  isLabelDefault: true,
  ...overLabels<ToolNameMatchOptions>((values, services) => {
    const reader = new LabelReader(values, services);
    return (row) => new CompiledNameMatch(reader.read(row), values.extras !== 'allow');
  }),
});

class CompiledNameMatch implements CompiledScorer {
  readonly scorer: Scorer = toolNameMatch;
  readonly #pairer: Pairer;
  readonly #extrasFail: boolean;

  constructor(pairer: Pairer, extrasFail: boolean) {
    this.#pairer = pairer;
    this.#extrasFail = extrasFail && pairer.label.kind !== 'decision';
  }

  get slots(): readonly string[] {
    return this.#pairer.label.calls.map(({ name }) => name);
  }

  expects(): readonly ExpectedTools[] {
    return this.#pairer.expectedTools;
  }

  score(calls: readonly ToolCall[]): RunScore {
    const { pairs, extras } = this.#pairer.pair(calls);
    const hits = this.#pairer.label.calls.map(() => 0);
    const verdicts = calls.map((): CallVerdict => 'ok');
    let matched = !this.#extrasFail || extras.length === 0;
    for (const { expected, call, acceptable } of pairs) {
      matched &&= acceptable;
      if (call === -1) continue;
      verdicts[call] = acceptable ? 'hit' : 'unexpected';
      if (acceptable) hits[expected] = call + 1;
    }
    if (this.#extrasFail) for (const call of extras) verdicts[call] = 'unexpected';
    return {
      tally: { matched: matched ? 1 : 0, cases: 1 },
      perfect: matched,
      sample: null,
      hits,
      verdicts,
    };
  }

  reach(calls: readonly ToolCall[], run: RunScore): Reach {
    const { kind } = this.#pairer.label;
    const paired = this.#pairer.pair(calls).pairs.filter(({ acceptable }) => acceptable).length;
    // A call that is right stays right, unless an earlier one is the decision or an extra call fails the case.
    const stays = kind !== 'none' && !this.#extrasFail && this.#pairer.keepsDecision;
    const worst = stays ? run.tally.matched : 0;
    const mends = kind !== 'none' && (!this.#extrasFail || paired === calls.length);
    const best = mends ? 1 : run.tally.matched;
    return reachOf(run, {
      worst: { tally: { matched: worst ?? 0 }, perfect: worst === 1 },
      best: { tally: { matched: best ?? 0 }, perfect: best === 1 },
    });
  }

  explainCall(calls: readonly ToolCall[], i: number): string | null {
    const { calls: expected } = this.#pairer.label;
    if (expected.length === 0) return 'no tool should be called';
    return explainNearMiss(
      calls[i]!,
      expected.flatMap(({ tools }) => tools),
    );
  }
}
