import type { RunOrder } from '../evidence.ts';
import { metricNumber, metricValue, type MetricSpec, type MetricValue } from '../metric.ts';
import type { ConfusionReading, ConfusionReport, ToolReport } from '../report.ts';
import { shareReport } from '../share-report.ts';
import {
  type ConfusionCell,
  type ConfusionTable,
  EXTRA_LABEL,
  NONE_LABEL,
  OTHER_LABEL,
  UNKNOWN_LABEL,
} from './confusion-table.ts';
import { reportMutual } from './mutual-confusion.ts';
import { readConfusion } from './read-confusion.ts';

/** A matrix with more labels would be mostly zeros, and too large to write: the rarest tools share one. */
const MOST_LABELS = 500;
const MOST_CELLS = 500;

/** The metrics of single tools, one gate entry per row of the matrix. */
export const PER_TOOL_METRICS: readonly MetricSpec[] = [
  perTool(
    'recall',
    true,
    'of the cases that expect a tool, the share that got it; gated tool by tool',
  ),
  perTool(
    'precision',
    true,
    'of the calls of a tool, the share that was expected; gated tool by tool',
  ),
  perTool('f1', false, 'both in one, from the counts; gated tool by tool'),
];

function perTool(name: string, proportion: boolean, summary: string): MetricSpec {
  return { id: `per_tool.${name}`, unit: 'ratio', better: 'higher', proportion, summary };
}

/** The matrix as it is reported; `cost` is what a call of a label's tool costs, `caseOf` names a case, `others` are readings besides. */
export function reportConfusion(
  whole: ConfusionTable,
  cost: (label: string) => number,
  caseOf: (order: RunOrder) => string,
  others: readonly ConfusionReading[] = [],
): ConfusionReport {
  const table = foldRare(whole);
  const labels = table.labels();
  const confused = whole
    .cells()
    .filter(({ expected, observed }) => expected !== observed)
    .sort(compareCells);
  const isCase = (label: string): boolean => label !== EXTRA_LABEL;
  const rows = whole.labels().filter(isCase);
  const sum = (of: (label: string) => number): number =>
    rows.reduce((all, label) => all + of(label), 0);
  return {
    labels,
    matrix: labels.map((expected) => labels.map((observed) => table.count(expected, observed))),
    accuracy: shareReport(
      sum((label) => whole.count(label, label)),
      sum((label) => whole.support(label)),
    ),
    cells: confused.slice(0, MOST_CELLS).map(({ expected, observed, count, orders }) => ({
      expected,
      observed,
      count,
      cases: orders.map(caseOf),
    })),
    mutual: reportMutual(whole),
    readings: readConfusion(whole, confused, cost, others),
  };
}

/** The most frequent first, then by name. */
function compareCells(a: ConfusionCell, b: ConfusionCell): number {
  if (a.count !== b.count) return b.count - a.count;
  if (a.expected !== b.expected) return a.expected < b.expected ? -1 : 1;
  return a.observed < b.observed ? -1 : 1;
}

function foldRare(table: ConfusionTable): ConfusionTable {
  const labels = table.labels();
  if (labels.length <= MOST_LABELS) return table;
  const weight = (label: string): number => table.support(label) + table.predicted(label);
  const isTool = (label: string): boolean =>
    ![UNKNOWN_LABEL, EXTRA_LABEL, NONE_LABEL].includes(label);
  // Sorting is stable, and the labels are in order already.
  const tools = labels.filter(isTool).sort((a, b) => weight(b) - weight(a));
  const kept = new Set(tools.slice(0, MOST_LABELS - 4));
  return table.renamed((label) => (!isTool(label) || kept.has(label) ? label : OTHER_LABEL));
}

/** Every label that has a row of its own, with its counts. */
export function reportTools(
  table: ConfusionTable,
  cost: (label: string) => number,
): readonly ToolReport[] {
  return toolLabels(table).map((tool) => {
    const [recall, precision, f1] = toolMetrics(table, tool);
    const correct = table.count(tool, tool);
    const support = table.support(tool);
    return {
      tool,
      support,
      predicted: table.predicted(tool),
      correct,
      recall: numberOf(recall),
      precision: numberOf(precision),
      f1: numberOf(f1),
      interval: shareReport(correct, support).interval,
      cost: cost(tool),
    };
  });
}

/** The labels that have figures of their own: extras and unknown names have none. */
export function toolLabels(table: ConfusionTable): readonly string[] {
  return table.labels().filter((label) => label !== EXTRA_LABEL && label !== UNKNOWN_LABEL);
}

/** Recall, precision and F1 of a tool, as `PER_TOOL_METRICS` lists them; null where nothing was counted. */
export function toolMetrics(
  table: ConfusionTable,
  tool: string,
): readonly [MetricValue | null, MetricValue | null, MetricValue | null] {
  const correct = table.count(tool, tool);
  const support = table.support(tool);
  const predicted = table.predicted(tool);
  return [
    ratio(correct, support),
    ratio(correct, predicted),
    ratio(2 * correct, support + predicted),
  ];
}

function ratio(num: number, den: number): MetricValue | null {
  return den === 0 ? null : metricValue('ratio', num, den);
}

function numberOf(value: MetricValue | null): number | null {
  return value === null ? null : metricNumber(value);
}
