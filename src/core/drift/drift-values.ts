import { CALL_STATUS, JUDGED_SCHEMAS, OFFERED_TOOLS } from '../calls/call-checker.ts';
import { metricValue, type MetricValue } from '../metrics/metric.ts';
import { exactFactor } from './compare-means.ts';
import type { DriftComparison } from './compare-piles.ts';
import { exactDifference } from './compare-shares.ts';
import {
  DRIFT_GONE,
  DRIFT_NEW,
  DRIFT_SHARE,
  DRIFT_TOOLS,
  meanMetric,
  rateMetric,
} from './drift-metrics.ts';
import type { MeanId, RateId, ToolDrift } from './drift-report.ts';
import { MEAN_IDS, type PileSums } from './pile-sums.ts';
import type { MeanSums } from './mean-sums.ts';

/** The value of a figure that can be gated, or why there is none. */
export type DriftValue =
  | { readonly value: MetricValue; readonly why: null }
  | { readonly value: null; readonly why: string };

const RATE_NEEDS: Readonly<Record<RateId, string>> = {
  without_calls: 'their calls',
  failed: CALL_STATUS,
  hallucinated: OFFERED_TOOLS,
  invalid_args: JUDGED_SCHEMAS,
  unparsed_args: 'their arguments',
  duplicate: 'their arguments',
  text_calls: "the agent's answer",
};

const MEAN_NEEDS: Readonly<Record<MeanId, string>> = {
  calls: 'their calls',
  tokens: 'both input and output tokens',
  cost: 'a cost',
  time: 'how long they took',
};

/** The values of `DRIFT_METRICS`. A figure that some run of either pile does not record is not measured. */
export function driftValues(
  before: PileSums,
  after: PileSums,
  { tools, rates }: DriftComparison,
): ReadonlyMap<string, DriftValue> {
  const count = (isOne: (tool: ToolDrift) => boolean): MetricValue =>
    metricValue('count', tools.filter(isOne).length);
  const gap = explainPiles(before, after);
  const valueUnless = (value: MetricValue): DriftValue =>
    gap === null ? { value, why: null } : { value: null, why: gap };
  const values = new Map<string, DriftValue>([
    [DRIFT_TOOLS, valueUnless(count(({ hasChanged }) => hasChanged))],
    [DRIFT_SHARE, valueUnless(largestChange(tools))],
    [DRIFT_NEW, valueUnless(count(({ presence }) => presence === 'new'))],
    [DRIFT_GONE, valueUnless(count(({ presence }) => presence === 'gone'))],
  ]);
  for (const { id, change, lacking } of rates) {
    const why = gap ?? explainLacking(lacking, [before, after], RATE_NEEDS[id]);
    const exact = change === null ? null : exactDifference(change);
    values.set(
      rateMetric(id),
      why === null && exact !== null
        ? { value: metricValue('ratio', exact.num, exact.den), why: null }
        : { value: null, why: why ?? 'no run of one pile has a call' },
    );
  }
  for (const id of MEAN_IDS) values.set(meanMetric(id), factorOf(id, before, after, gap));
  return values;
}

/** The largest change of a share of runs; 0 without a tool. */
export function largestChange(tools: readonly ToolDrift[]): MetricValue {
  let largest = { num: 0n, den: 1n };
  for (const tool of tools) {
    const { num, den } = exactDifference(tool);
    const size = num < 0n ? -num : num;
    if (size * largest.den > largest.num * den) largest = { num: size, den };
  }
  return metricValue('ratio', largest.num, largest.den);
}

function factorOf(id: MeanId, before: PileSums, after: PileSums, gap: string | null): DriftValue {
  const [first, other] = [before.means.get(id), after.means.get(id)] as [MeanSums, MeanSums];
  const lacking = { before: before.runs - first.count, after: after.runs - other.count };
  const why = gap ?? explainLacking(lacking, [before, after], MEAN_NEEDS[id]);
  if (why !== null) return { value: null, why };
  const factor = exactFactor(first, other);
  return factor === null
    ? { value: null, why: 'it is 0 before' }
    : { value: metricValue('mean', factor.num, factor.den), why: null };
}

/** Why nothing of two piles is compared as a whole. */
function explainPiles(before: PileSums, after: PileSums): string | null {
  const parts = [
    [before, 'before'],
    [after, 'after'],
  ] as const;
  const empty = parts.find(([{ runs }]) => runs === 0);
  return empty === undefined ? null : `no run ${empty[1]} was measured`;
}

function explainLacking(
  lacking: { readonly before: number; readonly after: number },
  [before, after]: readonly [PileSums, PileSums],
  needs: string,
): string | null {
  const of = (runs: number, pile: PileSums, word: string): string[] =>
    runs === 0 ? [] : [`${runs} of ${countRuns(pile.runs)} ${word}`];
  const parts = [...of(lacking.before, before, 'before'), ...of(lacking.after, after, 'after')];
  if (parts.length === 0) return null;
  const verb = lacking.before + lacking.after === 1 ? 'does' : 'do';
  return `${parts.join(' and ')} ${verb} not record ${needs}`;
}

function countRuns(runs: number): string {
  return `${runs} run${runs === 1 ? '' : 's'}`;
}
