import { CallSet } from '../../calls/call-set.ts';
import { type ExpectedCall, toExpectedCalls } from '../../calls/expectation.ts';
import { EXPECTED_OF_ROW } from '../../calls/expected-call-keys.ts';
import { distinctExpected, ExpectedCalls } from '../../calls/expected-calls.ts';
import { groupsOfExpected } from '../../calls/groups-of-expected.ts';
import type { ExpectedTools } from '../../tools/expected-tools.ts';
import { matchingSize, maximumMatching } from '../../matching/maximum-matching.ts';
import { shareOf } from '../../metrics/metric.ts';
import { explainNearMiss } from '../../tools/near-miss.ts';
import { f1Sample, type Reach, reachOfF1 } from '../../scoring/reach.ts';
import type { Quotes } from '../../redaction/index.ts';
import { defineScorer } from '../../scoring/define-scorer.ts';
import type {
  CallVerdict,
  CompiledScorer,
  Remark,
  RunScore,
  Scorer,
  Services,
  Tally,
} from '../../scoring/scorer.ts';
import type { ToolCall, Trace } from '../../trace/trace.ts';
import { keys, options, type ToolCallF1Options } from './options.ts';
import { explainMissed } from '../../calls/explain-missed.ts';

/** Precision, recall and F1 over calls with their arguments. */
export const toolCallF1 = defineScorer({
  name: 'tool_call_f1',
  version: 1,
  summary: 'Precision, recall and F1 over calls, names and arguments',
  options,
  suite: {
    keys,
    required: ['expected'],
    templates: { expected: 'calls' },
    fromRow: EXPECTED_OF_ROW,
    block: 'Precision, recall and F1 over calls with their arguments.',
    entry: 'F1 over calls with their arguments.',
  },
  metrics: {
    'tool_call.precision': {
      unit: 'ratio',
      better: 'higher',
      proportion: false,
      summary: 'TP / (TP + FP) over distinct calls',
      derive: ({ tp = 0, fp = 0, fn = 0 }) =>
        shareOf('ratio', tp, tp + fp, isVacuous({ tp, fp, fn })),
    },
    'tool_call.recall': {
      unit: 'ratio',
      better: 'higher',
      proportion: false,
      summary: 'TP / (TP + FN) over distinct expected calls',
      derive: ({ tp = 0, fp = 0, fn = 0 }) =>
        shareOf('ratio', tp, tp + fn, isVacuous({ tp, fp, fn })),
    },
    'tool_call.f1': {
      unit: 'ratio',
      better: 'higher',
      proportion: false,
      isRatioOfSums: true,
      summary: '2 TP / (2 TP + FP + FN)',
      derive: ({ tp = 0, fp = 0, fn = 0 }) =>
        shareOf('ratio', 2 * tp, 2 * tp + fp + fn, isVacuous({ tp, fp, fn })),
    },
    'tool_call.f1_mean': {
      unit: 'ratio',
      better: 'higher',
      proportion: false,
      meanOf: 'tool_call.f1',
      summary: 'mean of the F1 of each run',
    },
  },
  tallyKeys: ['tp', 'fp', 'fn'],
  showsArguments: true,
  groupsOf: ({ expected, count = 'set', compare }) =>
    count === 'set'
      ? { needs: 'which calls are equal (count: set)' }
      : groupsOfExpected(expected, compare !== 'name'),
  reads: 'calls',
  compile: (values, services) => new CompiledToolCallF1(values, services),
  isVacuous,
});

function isVacuous({ tp = 0, fp = 0, fn = 0 }: Tally): boolean {
  return tp + fp + fn === 0;
}

class CompiledToolCallF1 implements CompiledScorer {
  readonly scorer: Scorer = toolCallF1;
  readonly #wanted: readonly ExpectedCall[];
  readonly #expected: ExpectedCalls;
  readonly #countsAll: boolean;
  readonly #byName: boolean;

  constructor(options: ToolCallF1Options, services: Services) {
    this.#countsAll = options.count === 'multiset';
    this.#byName = options.compare === 'name';
    const expected = toExpectedCalls(options.expected);
    this.#wanted = this.#byName ? expected.map(({ tool }) => ({ tool })) : expected;
    const counted = this.#countsAll
      ? this.#wanted
      : distinctExpected(this.#wanted, options, services);
    this.#expected = new ExpectedCalls(counted, options, services);
  }

  get slots(): readonly string[] {
    return this.#expected.names;
  }

  expects(): readonly ExpectedTools[] {
    return this.#expected.tools;
  }

  score(calls: readonly ToolCall[]): RunScore {
    const { expectations, index, rulesOf } = this.#expected;
    const edges: number[][] = expectations.map(() => []);
    const seen = new CallSet(rulesOf);
    const verdicts: CallVerdict[] = [];
    let distinct = 0;
    for (let i = 0; i < calls.length; i++) {
      const call = calls[i]!;
      const first = this.#countsAll ? i : seen.add(this.#comparable(call), i);
      if (first === i) distinct++;
      const slots = index.match(call);
      const fitting = slots.filter((slot) => expectations[slot]!.fits(call));
      // Calls that are equal once relaxed are one: it fits what any of them fits.
      for (const slot of fitting) edges[slot]!.push(first);
      if (first !== i) verdicts.push('repeat');
      else verdicts.push(slots.length > 0 && fitting.length === 0 ? 'mismatch' : 'unexpected');
    }
    const callOf = maximumMatching(edges, calls.length);
    for (const call of callOf) if (call !== -1) verdicts[call] = 'hit';
    const tp = matchingSize(callOf);
    const fp = distinct - tp;
    const fn = expectations.length - tp;
    return {
      tally: { tp, fp, fn },
      perfect: fp === 0 && fn === 0,
      sample: f1Sample({ tp, fp, fn }),
      hits: callOf.map((call) => call + 1),
      verdicts,
    };
  }

  #comparable(call: ToolCall): ToolCall {
    return this.#byName ? { ...call, arguments: { state: 'absent' } } : call;
  }

  reach(_calls: readonly ToolCall[], run: RunScore): Reach {
    return reachOfF1(run, {});
  }

  explainCall(calls: readonly ToolCall[], i: number, _trace: Trace, quotes: Quotes): string | null {
    const { expectations, index } = this.#expected;
    const call = calls[i]!;
    const slots = index.match(call);
    const [slot] = slots;
    if (slot === undefined)
      return explainNearMiss(
        call,
        this.#wanted.map(({ tool }) => tool),
      );
    if (slots.some((candidate) => expectations[candidate]!.fits(call))) {
      return 'every expectation that it fits is met by another call';
    }
    return expectations[slot]!.explain(call, quotes);
  }

  explainMiss(calls: readonly ToolCall[], slot: number, quotes: Quotes): string | null {
    return explainMissed(this.#expected, calls, slot, quotes);
  }

  remarks(calls: readonly ToolCall[]): readonly Remark[] {
    return this.#expected.remarks(calls);
  }
}
