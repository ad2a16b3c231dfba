import { toExpectedCalls } from '../../calls/expectation.ts';
import { EXPECTED_OF_ROW } from '../../calls/expected-call-keys.ts';
import { ExpectedCalls } from '../../calls/expected-calls.ts';
import { groupsOfExpected } from '../../calls/groups-of-expected.ts';
import type { ExpectedTools } from '../../tools/expected-tools.ts';
import { matchingSize } from '../../matching/maximum-matching.ts';
import { metricValue } from '../../metrics/metric.ts';
import { type Reach, reachOf } from '../../scoring/reach.ts';
import type { Quotes } from '../../redaction/index.ts';
import { defineScorer } from '../../scoring/define-scorer.ts';
import type {
  CallVerdict,
  CompiledScorer,
  Remark,
  RunScore,
  Scorer,
  Services,
} from '../../scoring/scorer.ts';
import { formatTool, type ToolCall, type Trace } from '../../trace/trace.ts';
import { explainMissed } from '../../calls/explain-missed.ts';
import { type Match, PAIR, pairAnyOrder } from './trajectory-pairs.ts';
import { keys, options, type TrajectoryOptions } from './options.ts';
import { type ArgumentsMode, FITS } from './trajectory-fits.ts';

/** Whether the whole path of calls is the expected one. */
export const trajectory = defineScorer({
  name: 'trajectory',
  version: 1,
  summary: 'Whether the path of calls is the expected one: true or false per run',
  options,
  suite: {
    keys,
    required: ['expected'],
    templates: { expected: 'calls' },
    fromRow: EXPECTED_OF_ROW,
    block: 'Whether the whole list of calls is as expected.',
    entry: 'Whether the whole list of calls is as expected.',
  },
  metrics: {
    'trajectory.match': {
      unit: 'ratio',
      better: 'higher',
      proportion: true,
      summary: 'share of runs whose path matches',
      derive: ({ matched = 0 }, runs) => (runs === 0 ? null : metricValue('ratio', matched, runs)),
    },
  },
  defaultGates: [{ metric: 'trajectory.match', op: '==', value: 1 }],
  tallyKeys: ['matched'],
  showsArguments: true,
  groupsOf: ({ expected, match = 'exact', arguments: mode }) =>
    match === 'exact' || match === 'in_order'
      ? { needs: `the order of calls (match: ${match})` }
      : groupsOfExpected(expected, mode !== 'ignore'),
  reads: 'calls',
  compile: (values, services) => new CompiledTrajectory(values, services),
  isVacuous: ({ expected = 0, calls = 0 }) => expected + calls === 0,
});

class CompiledTrajectory implements CompiledScorer {
  readonly scorer: Scorer = trajectory;
  readonly #expected: ExpectedCalls;
  readonly #match: Match;
  readonly #mode: ArgumentsMode;

  constructor(options: TrajectoryOptions, services: Services) {
    this.#expected = new ExpectedCalls(toExpectedCalls(options.expected), options, services);
    this.#match = options.match ?? 'exact';
    this.#mode = options.arguments ?? 'exact';
  }

  get slots(): readonly string[] {
    return this.#expected.names;
  }

  /** Of a subset no tool must be called: they are alternatives. */
  expects(): readonly ExpectedTools[] {
    const { tools } = this.#expected;
    if (this.#match !== 'subset') return tools;
    return [{ class: null, tools: tools.flatMap((alternative) => alternative.tools) }];
  }

  score(calls: readonly ToolCall[]): RunScore {
    const { expectations, index } = this.#expected;
    const allowsExtra = this.#match === 'in_order' || this.#match === 'any_order';
    const allowsMissing = this.#match === 'subset';
    const callOf = PAIR[this.#match](calls, this.#expected, FITS[this.#mode]);
    const size = matchingSize(callOf);
    const matched =
      (allowsMissing || size === expectations.length) && (allowsExtra || size === calls.length);
    const verdicts = calls.map((call): CallVerdict => {
      if (matched) return 'ok';
      return index.match(call).length === 0 ? 'unexpected' : 'mismatch';
    });
    for (const call of callOf) if (call !== -1) verdicts[call] = 'hit';
    return {
      tally: { matched: matched ? 1 : 0, expected: expectations.length, calls: calls.length },
      perfect: matched,
      sample: null,
      // Where an expectation need not be met it is not missed.
      hits: callOf.map((call) => (allowsMissing && call === -1 ? 1 : call + 1)),
      verdicts,
    };
  }

  reach(calls: readonly ToolCall[], run: RunScore): Reach {
    const allowsExtra = this.#match === 'in_order' || this.#match === 'any_order';
    const best = allowsExtra || this.#canBeCompleted(calls) ? 1 : 0;
    const worst = allowsExtra ? (run.tally.matched ?? 0) : 0;
    return reachOf(run, {
      worst: { tally: { matched: worst }, perfect: worst === 1 },
      best: { tally: { matched: best }, perfect: best === 1 },
    });
  }

  /** Whether each call has an expectation of its own, in the order that is asked for. */
  #canBeCompleted(calls: readonly ToolCall[]): boolean {
    const fits = FITS[this.#mode];
    if (this.#match !== 'exact') {
      return matchingSize(pairAnyOrder(calls, this.#expected, fits)) === calls.length;
    }
    const { expectations, index } = this.#expected;
    let slot = 0;
    return calls.every((call) => {
      const slots = index.match(call);
      const isMet = (at: number): boolean => slots.includes(at) && fits(expectations[at]!, call);
      while (slot < expectations.length && !isMet(slot)) slot++;
      return slot++ < expectations.length;
    });
  }

  explainCall(calls: readonly ToolCall[], i: number, _trace: Trace, quotes: Quotes): string | null {
    const { expectations, index } = this.#expected;
    const slots = index.match(calls[i]!);
    const slot = this.#match === 'exact' ? slots.find((candidate) => candidate === i) : slots[0];
    return this.#mode === 'exact'
      ? (expectations[slot ?? -1]?.explain(calls[i]!, quotes) ?? null)
      : null;
  }

  explainMiss(calls: readonly ToolCall[], slot: number, quotes: Quotes): string | null {
    return this.#match === 'exact'
      ? explainPlace(calls[slot], slot)
      : explainMissed(this.#expected, calls, slot, quotes);
  }

  remarks(calls: readonly ToolCall[]): readonly Remark[] {
    return this.#expected.remarks(calls);
  }
}

function explainPlace(call: ToolCall | undefined, slot: number): string {
  return call === undefined
    ? `there is no call ${slot + 1}`
    : `call ${slot + 1} is ${formatTool(call)}`;
}
