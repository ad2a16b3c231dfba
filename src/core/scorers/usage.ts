import { metricValue, type MetricSpec, type MetricValue } from '../metric.ts';
import type { CallVerdict, CompiledScorer, RunScore, Scorer, Tally } from '../scorer.ts';
import type { ToolCall, Trace } from '../trace.ts';

/** `usage` takes no options. */
export type UsageOptions = Readonly<Record<string, never>>;

/** Money is counted in billionths, so that sums are exact whatever their order. */
const BILLION = 1_000_000_000;

const METRICS: readonly MetricSpec[] = [
  count('runs.without_calls', 'runs that ended without calling a tool'),
  count('calls.total', 'calls that count'),
  mean('calls.mean', 'calls per run'),
  count('tokens.total', 'tokens in and out; only where every run tells'),
  mean('tokens.mean', 'tokens in and out per run; only where every run tells'),
  mean('cost.total', 'reported cost; only where every run tells'),
  mean('cost.mean', 'reported cost per run; only where every run tells'),
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
  compile,
  derive,
  isVacuous: () => false,
};

function compile(): CompiledScorer {
  return { scorer: usage, slots: [], score };
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
      with_tokens: tokens === null ? 0 : 1,
      with_cost: cost === null ? 0 : 1,
    },
    perfect: true,
    sample: null,
    hits: [],
    verdicts: calls.map((): CallVerdict => 'ok'),
  };
}

function tokensOf({ usage: used }: Trace): number | null {
  if (used === null || (used.inputTokens === null && used.outputTokens === null)) return null;
  return Math.round((used.inputTokens ?? 0) + (used.outputTokens ?? 0));
}

/** A sum over runs of which some do not tell is no sum: it could pass a gate by what was not measured. */
function derive(tally: Tally, runs: number): readonly (MetricValue | null)[] {
  const of = (key: string): number => tally[key] ?? 0;
  // Beyond 2^53 a sum depends on its order.
  const isExact = (key: string): boolean => Number.isSafeInteger(of(key));
  const tokens = runs > 0 && of('with_tokens') === runs && isExact('tokens');
  const cost = runs > 0 && of('with_cost') === runs && isExact('cost_billionths');
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

function count(id: string, summary: string): MetricSpec {
  return { id, unit: 'count', better: 'lower', proportion: false, summary };
}

function mean(id: string, summary: string): MetricSpec {
  return { id, unit: 'mean', better: 'lower', proportion: false, summary };
}
