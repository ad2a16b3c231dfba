import type { Gate } from '../gate.ts';
import { judgeGate } from '../gate-report.ts';
import type { MetricSpec, MetricValue } from '../metric.ts';
import type { GateReport, Interval } from '../report.ts';
import { roundOutward, wilsonInterval } from '../statistics.ts';
import { holm } from '../statistics/index.ts';
import { PER_TOOL_METRICS, toolLabels, toolMetrics } from './confusion-report.ts';
import type { ConfusionTable } from './confusion-table.ts';

/**
 * Judges a gate on single tools: one entry per tool with enough support. Where no tool has that, one entry says that
 * nothing was measured. Each tool is certified by its own interval; what Holm's correction over all of them says
 * stands in the note.
 */
export function judgePerTool(
  gate: Gate,
  table: ConfusionTable,
  unmeasured: number,
): readonly GateReport[] {
  const at = PER_TOOL_METRICS.findIndex(({ id }) => id === gate.metric);
  const spec = PER_TOOL_METRICS[at] as MetricSpec;
  const least = Math.max(1, gate.minSupport ?? 1);
  const tools = toolLabels(table).filter((tool) => table.support(tool) >= least);
  if (tools.length === 0) {
    const none = judgeGate(gate, { spec, value: null, interval: null, unmeasured });
    return [{ ...none, note: `no tool was expected ${least === 1 ? 'at all' : `${least} times`}` }];
  }
  const values = tools.map((tool) => toolMetrics(table, tool)[at] ?? null);
  const entries = tools.map((tool, i) => {
    const value = values[i] ?? null;
    const interval = spec.proportion && value !== null ? intervalOf(value) : null;
    return { ...judgeGate(gate, { spec, value, interval, unmeasured }), tool };
  });
  return gate.certify && tools.length > 1 ? withHolm(gate, values, entries) : entries;
}

function intervalOf({ num, den }: MetricValue): Interval | null {
  const interval = wilsonInterval(Number(num), Number(den));
  return interval === null ? null : roundOutward(interval);
}

/** Many tools are asked at once: that all of them are good enough is less certain than that each one is. */
function withHolm(
  gate: Gate,
  values: readonly (MetricValue | null)[],
  entries: readonly GateReport[],
): readonly GateReport[] {
  const adjusted = holm(values.map((value) => chanceOf(gate, value)));
  return entries.map((entry, i) => {
    const p = Math.ceil((adjusted[i] ?? 1) * 10_000) / 10_000;
    const note = `over all ${entries.length} tools p = ${p} (Holm, one-sided; 0.025 is needed)`;
    return { ...entry, note: entry.note === null ? note : `${entry.note}; ${note}` };
  });
}

/** The chance to see as much or more if the true share were the value of the gate: the score test, one-sided. */
function chanceOf(gate: Gate, value: MetricValue | null): number {
  if (value === null || !('num' in gate.value)) return 1;
  const limit = Number(gate.value.num) / Number(gate.value.den);
  const n = Number(value.den);
  if (limit <= 0) return 0;
  if (limit >= 1) return 1;
  const z = (Number(value.num) / n - limit) / Math.sqrt((limit * (1 - limit)) / n);
  return normalTail(z);
}

/** P(Z > z), Abramowitz and Stegun 26.2.17: to seven digits, for display. */
function normalTail(z: number): number {
  if (z < 0) return 1 - normalTail(-z);
  const t = 1 / (1 + 0.2316419 * z);
  const series =
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
}
