import type { Decimal } from '../json/decimal.ts';
import type { Gate } from '../gates/gate.ts';
import { judgeGate, observeGap } from '../gates/gate-report.ts';
import type { MetricSpec, MetricValue } from '../metrics/metric.ts';
import type { GateReport, Interval } from '../report/report.ts';
import { isCertified, roundOutward, wilsonInterval } from '../statistics/intervals.ts';
import { holm } from '../statistics/adjust.ts';
import { normalTail, sharedZ2 } from '../statistics/normal.ts';
import { PER_TOOL_METRICS, type ToolCounts, toolFigures, toolLabels } from './confusion-report.ts';

/**
 * Judges a gate on single tools: one entry per tool with enough support. Where no tool has that, one entry says that
 * nothing was measured. Tools are certified together, by Holm's step-down over all of them.
 */
export function judgePerTool(
  gate: Gate,
  counts: ToolCounts,
  unmeasured: number,
): readonly GateReport[] {
  const { table } = counts;
  const at = PER_TOOL_METRICS.findIndex(({ id }) => id === gate.metric);
  const spec = PER_TOOL_METRICS[at] as MetricSpec;
  const least = Math.max(1, gate.minSupport ?? 1);
  const tools = toolLabels(table).filter((tool) => table.support(tool) >= least);
  if (tools.length === 0) {
    const none = judgeGate(gate, { spec, value: null, interval: null, unmeasured });
    return [{ ...none, note: `no tool was expected ${least === 1 ? 'at all' : `${least} times`}` }];
  }
  const figures = tools.map((tool) => toolFigures(counts, tool)[at]);
  const values = figures.map((figure) => figure?.value ?? null);
  const holmed = gate.certify && 'num' in gate.value ? stepDown(values, gate.value) : null;
  return tools.map((tool, i) => {
    const value = values[i] ?? null;
    const interval = spec.proportion && value !== null ? intervalOf(value) : null;
    const z2 = holmed?.bounds[i];
    const gap = figures[i]?.gap ?? null;
    const observation = {
      spec,
      value,
      interval,
      unmeasured,
      ...(z2 === undefined ? {} : { z2 }),
      ...(gap === null ? {} : observeGap(gap, counts.cases)),
    };
    const entry = { ...judgeGate(gate, observation), tool };
    const note = holmed?.notes[i];
    if (note === undefined) return entry;
    return { ...entry, note: entry.note === null ? note : `${entry.note}; ${note}` };
  });
}

function intervalOf({ num, den }: MetricValue): Interval | null {
  const interval = wilsonInterval(Number(num), Number(den));
  return interval === null ? null : roundOutward(interval);
}

/** What Holm's step-down asks of each tool. */
interface StepDown {
  /** The square of z, times 10^10, that certifies the tool. */
  readonly bounds: readonly bigint[];
  /** The chance alone and over all tools; none where there is only one. */
  readonly notes: readonly string[];
}

/**
 * Many tools are asked at once: the clearest is held against the risk shared by all of them, the next against that shared by
 * the rest, until one does not reach it. The rest are held against what that one did not reach. Decided in integers.
 */
function stepDown(values: readonly (MetricValue | null)[], limit: Decimal): StepDown {
  const { num: a, den: b } = limit;
  const order = values.map((_, i) => i).sort((i, j) => compareShares(values[j], values[i], limit));
  const bounds = values.map(() => 0n);
  let bound: bigint | null = null;
  let stopped = false;
  order.forEach((at, rank) => {
    if (bound === null || !stopped) bound = sharedZ2(values.length - rank);
    bounds[at] = bound;
    const value = values[at] ?? null;
    stopped ||= value === null || !isCertified(value.num, value.den, a, b, bound);
  });
  if (values.length === 1) return { bounds, notes: [] };
  const alone = values.map((value) => chanceOf(value, limit));
  const together = holm(alone);
  const notes = alone.map(
    (p, i) =>
      `p = ${shown(p)} alone, ${shown(together[i] ?? 1)} by Holm over ${values.length} tools (one-sided; 0.025 is needed)`,
  );
  return { bounds, notes };
}

/** How much clearer one share is above the limit than another: by the square of its distance times its size. */
function compareShares(
  x: MetricValue | null | undefined,
  y: MetricValue | null | undefined,
  { num: a, den: b }: Decimal,
): number {
  if (!x || !y) return Number(Boolean(x)) - Number(Boolean(y));
  const gap = ({ num, den }: MetricValue): bigint => {
    const distance = b * num - a * den;
    return distance < 0n ? -distance * distance : distance * distance;
  };
  const difference = gap(x) * y.den - gap(y) * x.den;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The chance to see as much or more if the true share were the limit: the score test, one-sided. */
function chanceOf(value: MetricValue | null, limit: Decimal): number {
  if (value === null) return 1;
  const share = Number(limit.num) / Number(limit.den);
  const n = Number(value.den);
  if (share <= 0) return 0;
  if (share >= 1) return 1;
  return normalTail((Number(value.num) / n - share) / Math.sqrt((share * (1 - share)) / n));
}

/** Four decimals, rounded up. */
function shown(p: number): number {
  return Math.ceil(p * 10_000) / 10_000;
}
