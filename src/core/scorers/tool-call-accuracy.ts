import type { RelaxationOptions } from '../arguments/argument-rules.ts';
import { gcd } from '../statistics/gcd.ts';
import { type ExpectedCall, type ExpectedCallSpec, toExpectedCalls } from '../calls/expectation.ts';
import { ExpectedCalls } from '../calls/expected-calls.ts';
import type { ExpectedTools } from '../tools/expected-tools.ts';
import { heaviestMatching } from '../matching/heaviest-matching.ts';
import { maximumMatching } from '../matching/maximum-matching.ts';
import { type Reach, reachOf } from '../scoring/reach.ts';
import type { Quotes } from '../redaction/index.ts';
import type {
  CallVerdict,
  CompiledScorer,
  Ratio,
  Remark,
  RunScore,
  Scorer,
  Services,
} from '../scoring/scorer.ts';
import { formatPattern } from '../tools/tool-pattern.ts';
import { formatTool, type ToolCall, type Trace } from '../trace/trace.ts';
import { explainMissed } from './explain-missed.ts';

/** What `tool_call_accuracy` is compiled from. */
export interface ToolCallAccuracyOptions extends RelaxationOptions {
  readonly expected: readonly ExpectedCallSpec[];
  readonly order?: 'strict' | 'flexible';
}

/** The share of right arguments, when the tools are right and (strict) in order. */
export const toolCallAccuracy: Scorer<ToolCallAccuracyOptions> = {
  name: 'tool_call_accuracy',
  version: 1,
  summary: 'The share of right arguments, when the tools are right and in order',
  metrics: [
    {
      id: 'tool_call.accuracy',
      unit: 'ratio',
      better: 'higher',
      proportion: false,
      summary: 'mean over runs; 0 for a run whose tools differ',
    },
  ],
  defaultGates: [],
  meanMetric: 'tool_call.accuracy',
  tallyKeys: ['perfect'],
  showsArguments: true,
  rowOption: { option: 'expected', key: 'expected_calls' },
  compile: (options, services) => new CompiledToolCallAccuracy(options, services),
  derive: () => [undefined],
  isVacuous: ({ expected = 0, calls = 0 }) => expected + calls === 0,
};

/** A pairing of every expectation with a call: the call of each slot and the mean of their shares. */
interface Pairing {
  readonly callOf: ArrayLike<number>;
  readonly sample: Ratio;
}

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
    const slot = this.#isStrict ? slots.find((one) => one === i) : slots[0];
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

/** Position by position; null when a tool differs. */
function pairByPosition(
  calls: readonly ToolCall[],
  { expectations, index }: ExpectedCalls,
): Pairing | null {
  if (!calls.every((call, i) => index.match(call).includes(i))) return null;
  const shares = expectations.map((one, i) => one.keyScore(calls[i]!));
  return { callOf: expectations.map((_, i) => i), sample: meanOf(shares) };
}

/** The perfect matching with the greatest total; null when the multisets of tools differ. */
function pairBest(
  calls: readonly ToolCall[],
  { expectations, index }: ExpectedCalls,
): Pairing | null {
  const callsOf: number[][] = expectations.map(() => []);
  calls.forEach((call, i) => {
    for (const slot of index.match(call)) callsOf[slot]!.push(i);
  });
  if (maximumMatching(callsOf, calls.length).includes(-1)) return null;
  const shares = callsOf.map((list, slot) =>
    list.map((i) => expectations[slot]!.keyScore(calls[i]!)),
  );
  const ideal = maximumMatching(
    callsOf.map((list, slot) => list.filter((_, at) => isFull(shares[slot]![at]!))),
    calls.length,
  );
  if (!ideal.includes(-1)) return { callOf: ideal, sample: { num: 1, den: 1 } };
  const scale = commonScale(shares.flat());
  const weights = callsOf.map((list, slot) => {
    const row: (bigint | null)[] = calls.map(() => null);
    list.forEach((i, at) => (row[i] = scaled(shares[slot]![at]!, scale)));
    return row;
  });
  const best = heaviestMatching(weights);
  if (best === null) return null;
  return { callOf: best.columnOf, sample: reduced(best.total, scale * BigInt(calls.length)) };
}

type KeyScore = readonly [equal: number, of: number];

function isFull([equal, of]: KeyScore): boolean {
  return equal === of;
}

function meanOf(shares: readonly KeyScore[]): Ratio {
  if (shares.every(isFull)) return { num: 1, den: 1 };
  const scale = commonScale(shares);
  const total = shares.reduce((sum, share) => sum + scaled(share, scale), 0n);
  return reduced(total, scale * BigInt(shares.length));
}

/** The least number that makes every share a whole number when it is multiplied by it. */
function commonScale(shares: readonly KeyScore[]): bigint {
  return shares.reduce((all, [, of]) => (all / gcd(all, BigInt(of))) * BigInt(of), 1n);
}

function scaled([equal, of]: KeyScore, scale: bigint): bigint {
  return (BigInt(equal) * scale) / BigInt(of);
}

function reduced(num: bigint, den: bigint): Ratio {
  const divisor = gcd(num, den);
  return { num: num / divisor, den: den / divisor };
}

function explainTools(expected: readonly ExpectedCall[], calls: readonly ToolCall[]): string {
  const wanted = expected.map(({ tool }) => formatPattern(tool));
  return `the tools differ: expected ${listTools(wanted)}; called ${listTools(calls.map(formatTool))}`;
}

function listTools(tools: readonly string[]): string {
  return tools.slice(0, 20).join(', ') || 'none';
}
