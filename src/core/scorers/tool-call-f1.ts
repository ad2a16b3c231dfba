import type { RelaxationOptions } from '../argument-rules.ts';
import { CallSet } from '../call-set.ts';
import type { ExpectedCall } from '../expectation.ts';
import { compileExpectedCalls, distinctExpected } from '../expected-calls.ts';
import { matchingSize, maximumMatching } from '../maximum-matching.ts';
import { shareOf } from '../metric.ts';
import { explainNearMiss } from '../near-miss.ts';
import type { CallVerdict, CompiledScorer, RunScore, Scorer, Services } from '../scorer.ts';
import type { ToolCall } from '../trace.ts';
import { explainMissed } from './explain-missed.ts';

/** What `tool_call_f1` is compiled from. */
export interface ToolCallF1Options extends RelaxationOptions {
  readonly expected: readonly ExpectedCall[];
  readonly count?: 'set' | 'multiset';
  readonly compare?: 'call' | 'name';
}

/** Precision, recall and F1 over calls with their arguments. */
export const toolCallF1: Scorer<ToolCallF1Options> = {
  name: 'tool_call_f1',
  version: 1,
  summary: 'Precision, recall and F1 over calls, names and arguments',
  metrics: [
    {
      id: 'tool_call.precision',
      unit: 'ratio',
      better: 'higher',
      proportion: false,
      summary: 'TP / (TP + FP) over distinct calls',
    },
    {
      id: 'tool_call.recall',
      unit: 'ratio',
      better: 'higher',
      proportion: false,
      summary: 'TP / (TP + FN) over distinct expected calls',
    },
    {
      id: 'tool_call.f1',
      unit: 'ratio',
      better: 'higher',
      proportion: false,
      summary: '2 TP / (2 TP + FP + FN)',
    },
    {
      id: 'tool_call.f1_mean',
      unit: 'ratio',
      better: 'higher',
      proportion: false,
      summary: 'mean of the F1 of each run',
    },
  ],
  defaultGates: [],
  meanMetric: 'tool_call.f1_mean',
  tallyKeys: ['tp', 'fp', 'fn'],
  showsArguments: true,
  compile: (options, services) => compile(options, services),
  derive({ tp = 0, fp = 0, fn = 0 }) {
    const vacuous = tp + fp + fn === 0;
    return [
      shareOf('ratio', tp, tp + fp, vacuous),
      shareOf('ratio', tp, tp + fn, vacuous),
      shareOf('ratio', 2 * tp, 2 * tp + fp + fn, vacuous),
      undefined,
    ];
  },
  isVacuous: ({ tp = 0, fp = 0, fn = 0 }) => tp + fp + fn === 0,
};

function compile(options: ToolCallF1Options, services: Services): CompiledScorer {
  const { count = 'set', compare = 'call' } = options;
  const wanted =
    compare === 'name' ? options.expected.map(({ tool }) => ({ tool })) : options.expected;
  const expected = compileExpectedCalls(
    count === 'set' ? distinctExpected(wanted, options, services) : wanted,
    options,
    services,
  );
  const { expectations, index, rulesOf, remarks } = expected;
  const comparable = (call: ToolCall): ToolCall =>
    compare === 'call' ? call : { ...call, arguments: { state: 'absent' } };

  const score = (calls: readonly ToolCall[]): RunScore => {
    const edges: number[][] = expectations.map(() => []);
    const seen = new CallSet(rulesOf);
    const verdicts: CallVerdict[] = [];
    let distinct = 0;
    for (let i = 0; i < calls.length; i++) {
      const call = calls[i]!;
      const first = count === 'multiset' ? i : seen.add(comparable(call), i);
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
    const den = 2 * tp + fp + fn;
    return {
      tally: { tp, fp, fn },
      perfect: fp === 0 && fn === 0,
      sample: den === 0 ? { num: 1, den: 1 } : { num: 2 * tp, den },
      hits: callOf.map((call) => call + 1),
      verdicts,
    };
  };

  let names: readonly string[] | null = null;
  return {
    scorer: toolCallF1,
    // Only what was missed is ever named.
    get slots() {
      return (names ??= expectations.map((one) => one.format()));
    },
    score,
    explainCall(calls, i) {
      const call = calls[i]!;
      const slots = index.match(call);
      const [slot] = slots;
      if (slot === undefined)
        return explainNearMiss(
          call,
          wanted.map(({ tool }) => tool),
        );
      if (slots.some((one) => expectations[one]!.fits(call))) {
        return 'every expectation that it fits is met by another call';
      }
      return expectations[slot]!.explain(call);
    },
    explainMiss: (calls, slot) => explainMissed(expected, calls, slot),
    remarks,
  };
}
