import { metricValue, type MetricSpec, type MetricValue, type Unit } from '../../metrics/metric.ts';
import { noOptions } from '../../schema/no-options.ts';
import { defineScorer } from '../../scoring/define-scorer.ts';
import { BILLION, tokensOf } from '../../trace/run-usage.ts';
import { type Reach, reachOf, UNLIMITED } from '../../scoring/reach.ts';
import type {
  CallVerdict,
  CompiledScorer,
  RunScore,
  ScorerMetric,
  Tally,
} from '../../scoring/scorer.ts';
import type { ToolCall, Trace } from '../../trace/trace.ts';

type Definition = Omit<ScorerMetric, 'id'>;

/** What runs used: calls, tokens and money. Needs no label. */
export const usage = defineScorer({
  name: 'usage',
  version: 1,
  summary: 'What runs used, without any label: calls, tokens and reported cost',
  options: noOptions,
  suite: {
    keys: {},
    block: 'What the runs used: calls, tokens and reported cost.',
    entry: 'Calls, tokens and reported cost.',
  },
  metrics: {
    'runs.without_calls': ofCalls('count', 'runs that ended without calling a tool', (tally) =>
      metricValue('count', tally.runs_without_calls ?? 0),
    ),
    'calls.total': ofCalls('count', 'calls that count', ({ calls = 0 }) =>
      metricValue('count', calls),
    ),
    'calls.mean': ofCalls('mean', 'calls per run', ({ calls = 0 }, runs) =>
      metricValue('mean', calls, runs),
    ),
    'tokens.total': ofTokens(
      'count',
      'tokens in and out; only where every run records both',
      (sum) => metricValue('count', sum),
    ),
    'tokens.mean': ofTokens(
      'mean',
      'tokens in and out per run; only where every run records both',
      (sum, runs) => metricValue('mean', sum, runs),
    ),
    'cost.total': ofCost('reported cost; only where every run records it', (sum) =>
      metricValue('mean', sum, BILLION),
    ),
    'cost.mean': ofCost('reported cost per run; only where every run records it', (sum, runs) =>
      metricValue('mean', sum, BigInt(BILLION) * BigInt(runs)),
    ),
  },
  tallyKeys: ['calls', 'runs_without_calls', 'tokens', 'cost_billionths'],
  isLabelFree: true,
  ignoresTools: true,
  groupsOf: () => ({
    groups: [],
    unmeasured: ['tokens.total', 'tokens.mean', 'cost.total', 'cost.mean'],
  }),
  countedTally: ({ calls }) => ({
    calls,
    runs_without_calls: calls === 0 ? 1 : 0,
    tokens: 0,
    cost_billionths: 0,
    without_tokens: 1,
    without_cost: 1,
  }),
  compile,
});

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

type Figure = (sum: number, runs: number) => MetricValue;

/** A figure of calls, which every run records. */
function ofCalls(
  unit: Unit,
  summary: string,
  figure: (tally: Tally, runs: number) => MetricValue,
): Definition {
  return {
    unit,
    better: 'lower',
    proportion: false,
    summary,
    derive: (tally, runs) => (runs > 0 ? figure(tally, runs) : null),
  };
}

function ofTokens(unit: Unit, summary: string, figure: Figure): Definition {
  const needs = 'both input and output tokens';
  return ofRecorded({ unit, summary }, ['tokens', 'without_tokens', needs], figure);
}

function ofCost(summary: string, figure: Figure): Definition {
  return ofRecorded(
    { unit: 'mean', summary },
    ['cost_billionths', 'without_cost', 'a cost'],
    figure,
  );
}

/**
 * A figure of a sum that some runs may not record. It is null then, because a gate could pass by what was not measured:
 * all that is known is that the sum is at least that of the other runs.
 */
function ofRecorded(
  spec: Pick<MetricSpec, 'unit' | 'summary'>,
  [sumKey, withoutKey, needs]: readonly [sum: string, without: string, needs: string],
  figure: Figure,
): Definition {
  return {
    ...spec,
    better: 'lower',
    proportion: false,
    derive: ({ [sumKey]: sum = 0, [withoutKey]: without = 0 }, runs) =>
      runs > 0 && without === 0 && isExact(sum) ? figure(sum, runs) : null,
    gap: ({ [sumKey]: sum = 0, [withoutKey]: without = 0 }, runs) =>
      without === 0 ? null : { runs: without, needs, low: figure(sum, runs), high: null },
  };
}

/** Beyond 2^53 a sum depends on its order. */
function isExact(sum: number): boolean {
  return Number.isSafeInteger(sum) || sum >= UNLIMITED;
}
