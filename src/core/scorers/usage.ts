import { metricValue, type MetricSpec, type MetricValue } from '../metrics/metric.ts';
import { BILLION, tokensOf } from '../trace/run-usage.ts';
import { type Reach, reachOf, UNLIMITED } from '../scoring/reach.ts';
import type {
  CallVerdict,
  CompiledScorer,
  Gap,
  RunScore,
  Scorer,
  Tally,
} from '../scoring/scorer.ts';
import type { ToolCall, Trace } from '../trace/trace.ts';

/** `usage` takes no options. */
export type UsageOptions = Readonly<Record<string, never>>;

const METRICS: readonly MetricSpec[] = [
  count('runs.without_calls', 'runs that ended without calling a tool'),
  count('calls.total', 'calls that count'),
  mean('calls.mean', 'calls per run'),
  count('tokens.total', 'tokens in and out; only where every run records both'),
  mean('tokens.mean', 'tokens in and out per run; only where every run records both'),
  mean('cost.total', 'reported cost; only where every run records it'),
  mean('cost.mean', 'reported cost per run; only where every run records it'),
];

/** What runs used: calls, tokens and money. Needs no label. */
export const usage: Scorer<UsageOptions> = {
  name: 'usage',
  version: 1,
  summary: 'What runs used, without any label: calls, tokens and reported cost',
  metrics: METRICS,
  defaultGates: [],
  meanMetric: null,
  tallyKeys: ['calls', 'runs_without_calls', 'tokens', 'cost_billionths'],
  showsArguments: false,
  isLabelFree: true,
  compile,
  derive,
  gaps,
  isVacuous: () => false,
};

function compile(): CompiledScorer {
  return { scorer: usage, slots: [], score, reach };
}

/** What was not observed has calls, tokens and a cost too. */
function reach(_calls: readonly ToolCall[], run: RunScore): Reach {
  const more = { calls: UNLIMITED, tokens: UNLIMITED, cost_billionths: UNLIMITED };
  return reachOf(run, { worst: { tally: more }, best: { tally: { runs_without_calls: 0 } } });
}

function score(calls: readonly ToolCall[], trace: Trace): RunScore {
  const tokens = tokensOf(trace);
  const cost = trace.usage?.cost ?? null;
  return {
    tally: {
      calls: calls.length,
      runs_without_calls: calls.length === 0 ? 1 : 0,
      tokens: tokens ?? 0,
      cost_billionths: cost === null ? 0 : Math.round(cost * BILLION),
      without_tokens: tokens === null ? 1 : 0,
      without_cost: cost === null ? 1 : 0,
    },
    perfect: true,
    sample: null,
    hits: [],
    verdicts: calls.map((): CallVerdict => 'ok'),
  };
}

/** Null for a sum of which some run is unknown: it could pass a gate by what was not measured. */
function derive(tally: Tally, runs: number): readonly (MetricValue | null)[] {
  const of = (key: string): number => tally[key] ?? 0;
  // Beyond 2^53 a sum depends on its order.
  const isExact = (key: string): boolean => Number.isSafeInteger(of(key)) || of(key) >= UNLIMITED;
  const tokens = runs > 0 && of('without_tokens') === 0 && isExact('tokens');
  const cost = runs > 0 && of('without_cost') === 0 && isExact('cost_billionths');
  const measured = runs > 0;
  return [
    measured ? metricValue('count', of('runs_without_calls')) : null,
    measured ? metricValue('count', of('calls')) : null,
    measured ? metricValue('mean', of('calls'), runs) : null,
    tokens ? metricValue('count', of('tokens')) : null,
    tokens ? metricValue('mean', of('tokens'), runs) : null,
    cost ? metricValue('mean', of('cost_billionths'), BILLION) : null,
    cost ? metricValue('mean', of('cost_billionths'), BigInt(BILLION) * BigInt(runs)) : null,
  ];
}

/** What is known of sums that some runs do not record: that they are at least what the other runs record. */
function gaps(tally: Tally, runs: number): readonly (Gap | null)[] {
  const gap = (
    key: 'tokens' | 'cost',
    needs: string,
    low: (sum: number) => MetricValue,
  ): Gap | null => {
    const without = tally[`without_${key}`] ?? 0;
    const sum = tally[key === 'cost' ? 'cost_billionths' : key] ?? 0;
    return without === 0 ? null : { runs: without, needs, low: low(sum), high: null };
  };
  const both = 'both input and output tokens';
  return [
    null,
    null,
    null,
    gap('tokens', both, (sum) => metricValue('count', sum)),
    gap('tokens', both, (sum) => metricValue('mean', sum, runs)),
    gap('cost', 'a cost', (sum) => metricValue('mean', sum, BILLION)),
    gap('cost', 'a cost', (sum) => metricValue('mean', sum, BigInt(BILLION) * BigInt(runs))),
  ];
}

function count(id: string, summary: string): MetricSpec {
  return { id, unit: 'count', better: 'lower', proportion: false, summary };
}

function mean(id: string, summary: string): MetricSpec {
  return { id, unit: 'mean', better: 'lower', proportion: false, summary };
}
