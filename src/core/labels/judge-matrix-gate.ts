import type { Gate } from '../gate.ts';
import type { MetricSpec } from '../metric.ts';
import type { GateReport } from '../report.ts';
import { PER_TOOL_METRICS } from './confusion-report.ts';
import type { ConfusionTable } from './confusion-table.ts';
import { judgePerTool } from './judge-per-tool.ts';
import { judgeMutual, MUTUAL_METRIC } from './mutual-confusion.ts';

/** The metrics that are derived from the confusion matrix: of each tool, and of the worst pair of tools. */
export const MATRIX_METRICS: readonly MetricSpec[] = [...PER_TOOL_METRICS, MUTUAL_METRIC];

/** Judges a gate on the confusion matrix, tool by tool or over its pairs; null for a gate on another metric. */
export function judgeMatrixGate(
  gate: Gate,
  table: ConfusionTable,
  unmeasured: number,
): readonly GateReport[] | null {
  if (gate.metric === MUTUAL_METRIC.id) return [judgeMutual(gate, table, unmeasured)];
  const isPerTool = PER_TOOL_METRICS.some(({ id }) => id === gate.metric);
  return isPerTool ? judgePerTool(gate, table, unmeasured) : null;
}
