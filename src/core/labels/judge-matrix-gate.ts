import type { Gate } from '../gates/gate.ts';
import type { MetricSpec } from '../metrics/metric.ts';
import type { GateReport } from '../report/report.ts';
import { PER_TOOL_METRICS, type ToolCounts } from './confusion-report.ts';
import { ARGUMENT_METRIC } from './judge-per-argument.ts';
import { judgePerTool } from './judge-per-tool.ts';
import { judgeMutual, MUTUAL_METRIC } from './mutual-confusion.ts';

/** The metrics of labelled cases that are of no single scorer: of tools, of the worst pair of tools, of arguments. */
export const MATRIX_METRICS: readonly MetricSpec[] = [
  ...PER_TOOL_METRICS,
  MUTUAL_METRIC,
  ARGUMENT_METRIC,
];

/** Judges a gate on the confusion matrix, tool by tool or over its pairs; null for a gate on another metric. */
export function judgeMatrixGate(
  gate: Gate,
  counts: ToolCounts,
  unmeasured: number,
): readonly GateReport[] | null {
  if (gate.metric === MUTUAL_METRIC.id) return [judgeMutual(gate, counts, unmeasured)];
  const isPerTool = PER_TOOL_METRICS.some(({ id }) => id === gate.metric);
  return isPerTool ? judgePerTool(gate, counts, unmeasured) : null;
}
