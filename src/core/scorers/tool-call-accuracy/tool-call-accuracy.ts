import { type ExpectedCall, toExpectedCalls } from '../../calls/expectation.ts';
import { EXPECTED_OF_ROW } from '../../calls/expected-call-keys.ts';
import { ExpectedCalls } from '../../calls/expected-calls.ts';
import { groupsOfExpected } from '../../calls/groups-of-expected.ts';
import type { ExpectedTools } from '../../tools/expected-tools.ts';
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
import { formatPattern } from '../../tools/tool-pattern.ts';
import { formatTool, type ToolCall, type Trace } from '../../trace/trace.ts';
import { explainMissed } from '../../calls/explain-missed.ts';
import { isFull } from './key-score.ts';
import { type Pairing, pairByPosition, pairBest } from './accuracy-pairs.ts';
import { keys, options, type ToolCallAccuracyOptions } from './options.ts';

/** The share of right arguments, when the tools are right and (strict) in order. */
export const toolCallAccuracy = defineScorer({
  name: 'tool_call_accuracy',
  version: 1,
  summary: 'The share of right arguments, when the tools are right and in order',
  options,
  suite: {
    keys,
    required: ['expected'],
    templates: { expected: 'calls' },
    fromRow: EXPECTED_OF_ROW,
    block: 'Calls in order, arguments key by key.',
    entry: 'Calls in order, arguments key by key.',
  },
  metrics: {
    'tool_call.accuracy': {
      unit: 'ratio',
      better: 'higher',
      proportion: false,
      summary: 'mean over runs; 0 for a run whose tools differ',
    },
  },
  tallyKeys: ['perfect'],
  showsArguments: true,
  groupsOf: ({ expected, order = 'strict' }) =>
    order === 'strict'
      ? { needs: 'the order of calls (order: strict)' }
      : groupsOfExpected(expected, true),
  reads: 'calls',
  compile: (values, services) => new CompiledToolCallAccuracy(values, services),
  isVacuous: ({ expected = 0, calls = 0 }) => expected + calls === 0,
});

class CompiledToolCallAccuracy implements CompiledScorer {
  readonly scorer: Scorer = toolCallAccuracy;
  readonly #wanted: readonly ExpectedCall[];
  readonly #expected: ExpectedCalls;
  readonly #isStrict: boolean;

  constructor(options: ToolCallAccuracyOptions, services: Services) {
    this.#wanted = toExpectedCalls(options.expected);
    this.#expected = new ExpectedCalls(this.#wanted, options, services);
    this.#isStrict = options.order !== 'flexible';
  }

  get slots(): readonly string[] {
    return this.#expected.names;
  }

  expects(): readonly ExpectedTools[] {
    return this.#expected.tools;
  }

  score(calls: readonly ToolCall[]): RunScore {
    const { expectations, index } = this.#expected;
    const pairing = this.#pair(calls);
    const sample = pairing?.sample ?? { num: 0, den: 1 };
    const isPerfect = sample.num === sample.den;
    const hits = expectations.map(() => 0);
    const verdicts = calls.map((call): CallVerdict =>
      index.match(call).length === 0 ? 'unexpected' : 'mismatch',
    );
    if (pairing !== null) {
      expectations.forEach((expectation, slot) => {
        const at = pairing.callOf[slot]!;
        if (!isPerfect && !isFull(expectation.keyScore(calls[at]!))) return;
        hits[slot] = at + 1;
        verdicts[at] = 'hit';
      });
    }
    return {
      tally: {
        perfect: isPerfect ? 1 : 0,
        paired: pairing === null ? 0 : 1,
        expected: expectations.length,
        calls: calls.length,
      },
      perfect: isPerfect,
      sample,
      hits,
      verdicts,
    };
  }

  /** Further calls break a run whose tools are right, and mend one whose calls are all expected but too few. */
  reach(calls: readonly ToolCall[], run: RunScore): Reach {
    const { expectations, index } = this.#expected;
    const canBeMended =
      calls.length < expectations.length && calls.every((call) => index.match(call).length > 0);
    return reachOf(run, {
      worst: { tally: { perfect: 0 }, sample: { num: 0, den: 1 }, perfect: false },
      best: canBeMended ? { tally: { perfect: 1 }, sample: { num: 1, den: 1 }, perfect: true } : {},
    });
  }

  #pair(calls: readonly ToolCall[]): Pairing | null {
    if (calls.length !== this.#expected.expectations.length) return null;
    return this.#isStrict ? pairByPosition(calls, this.#expected) : pairBest(calls, this.#expected);
  }

  explainCall(calls: readonly ToolCall[], i: number, _trace: Trace, quotes: Quotes): string | null {
    const { expectations, index } = this.#expected;
    const slots = index.match(calls[i]!);
    const slot = this.#isStrict ? slots.find((candidate) => candidate === i) : slots[0];
    return expectations[slot ?? -1]?.explain(calls[i]!, quotes) ?? null;
  }

  explainMiss(calls: readonly ToolCall[], slot: number, quotes: Quotes): string | null {
    return explainMissed(this.#expected, calls, slot, quotes);
  }

  explainRun(calls: readonly ToolCall[], { tally }: RunScore): string | null {
    return tally.paired === 1 ? null : explainTools(this.#wanted, calls);
  }

  remarks(calls: readonly ToolCall[]): readonly Remark[] {
    return this.#expected.remarks(calls);
  }
}

function explainTools(expected: readonly ExpectedCall[], calls: readonly ToolCall[]): string {
  const names = expected.map(({ tool }) => formatPattern(tool));
  return `the tools differ: expected ${listTools(names)}; called ${listTools(calls.map(formatTool))}`;
}

function listTools(tools: readonly string[]): string {
  return tools.slice(0, 20).join(', ') || 'none';
}
