import type { RelaxationOptions } from '../argument-rules.ts';
import type { Expectation, ExpectedCall } from '../expectation.ts';
import { compileExpectedCalls, type ExpectedCalls } from '../expected-calls.ts';
import { matchingSize, maximumMatching } from '../maximum-matching.ts';
import { metricValue } from '../metric.ts';
import type { CallVerdict, CompiledScorer, RunScore, Scorer, Services } from '../scorer.ts';
import { formatTool, type ToolCall } from '../trace.ts';
import { explainMissed } from './explain-missed.ts';

/** What `trajectory` is compiled from. */
export interface TrajectoryOptions extends RelaxationOptions {
  readonly expected: readonly ExpectedCall[];
  readonly match?: 'exact' | 'in_order' | 'any_order' | 'unordered' | 'subset';
  readonly arguments?: 'exact' | 'ignore' | 'subset' | 'superset';
}

/** Whether the whole path of calls is the expected one. */
export const trajectory: Scorer<TrajectoryOptions> = {
  name: 'trajectory',
  version: 1,
  summary: 'Whether the path of calls is the expected one: true or false per run',
  metrics: [
    {
      id: 'trajectory.match',
      unit: 'ratio',
      better: 'higher',
      proportion: true,
      summary: 'share of runs whose path matches',
    },
  ],
  defaultGates: [{ metric: 'trajectory.match', op: '==', value: 1 }],
  meanMetric: null,
  tallyKeys: ['matched'],
  showsArguments: true,
  compile: (options, services) => compile(options, services),
  derive: ({ matched = 0 }, runs) => [runs === 0 ? null : metricValue('ratio', matched, runs)],
  isVacuous: ({ expected = 0, calls = 0 }) => expected + calls === 0,
};

function compile(options: TrajectoryOptions, services: Services): CompiledScorer {
  const { match = 'exact', arguments: mode = 'exact' } = options;
  const expected = compileExpectedCalls(options.expected, options, services);
  const { expectations, index, remarks } = expected;
  const fits = FITS[mode];
  const allowsExtra = match === 'in_order' || match === 'any_order';
  const allowsMissing = match === 'subset';

  const pair = (calls: readonly ToolCall[]): Int32Array => {
    if (match === 'exact') return pairByPosition(calls, expected, fits);
    return match === 'in_order'
      ? pairInOrder(calls, expected, fits)
      : pairAnyOrder(calls, expected, fits);
  };

  const score = (calls: readonly ToolCall[]): RunScore => {
    const callOf = pair(calls);
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
  };

  let names: readonly string[] | null = null;
  return {
    scorer: trajectory,
    // Only what was missed is ever named.
    get slots() {
      return (names ??= expectations.map((one) => one.format()));
    },
    score,
    explainCall(calls, i) {
      const slots = index.match(calls[i]!);
      const slot = match === 'exact' ? slots.find((one) => one === i) : slots[0];
      return mode === 'exact' ? (expectations[slot ?? -1]?.explain(calls[i]!) ?? null) : null;
    },
    explainMiss: (calls, slot) =>
      match === 'exact' ? explainPlace(calls[slot], slot) : explainMissed(expected, calls, slot),
    remarks,
  };
}

type Fits = (expectation: Expectation, call: ToolCall) => boolean;

const FITS: Record<NonNullable<TrajectoryOptions['arguments']>, Fits> = {
  exact: (expectation, call) => expectation.fits(call),
  ignore: () => true,
  subset: (expectation, call) => expectation.contains(call),
  superset: (expectation, call) => expectation.isContained(call),
};

function explainPlace(call: ToolCall | undefined, slot: number): string {
  return call === undefined
    ? `there is no call ${slot + 1}`
    : `call ${slot + 1} is ${formatTool(call)}`;
}

/** Each expectation with the call at its own place. */
function pairByPosition(
  calls: readonly ToolCall[],
  { expectations, index }: ExpectedCalls,
  fits: Fits,
): Int32Array {
  const callOf = new Int32Array(expectations.length).fill(-1);
  for (let slot = 0; slot < Math.min(expectations.length, calls.length); slot++) {
    const call = calls[slot]!;
    if (index.match(call).includes(slot) && fits(expectations[slot]!, call)) callOf[slot] = slot;
  }
  return callOf;
}

/** Each expectation with the earliest call after that of the one before it. */
function pairInOrder(
  calls: readonly ToolCall[],
  { expectations, index }: ExpectedCalls,
  fits: Fits,
): Int32Array {
  const callOf = new Int32Array(expectations.length).fill(-1);
  let slot = 0;
  calls.forEach((call, i) => {
    const expectation = expectations[slot];
    if (expectation === undefined || !index.match(call).includes(slot)) return;
    if (fits(expectation, call)) callOf[slot++] = i;
  });
  return callOf;
}

function pairAnyOrder(
  calls: readonly ToolCall[],
  { expectations, index }: ExpectedCalls,
  fits: Fits,
): Int32Array {
  const edges: number[][] = expectations.map(() => []);
  calls.forEach((call, i) => {
    for (const slot of index.match(call)) {
      if (fits(expectations[slot]!, call)) edges[slot]!.push(i);
    }
  });
  return maximumMatching(edges, calls.length);
}
