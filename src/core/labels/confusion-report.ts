import type { RunOrder } from '../measure/evidence.ts';
import { metricNumber, metricValue, type MetricSpec, type MetricValue } from '../metrics/metric.ts';
import type { ConfusionReading, ConfusionReport, Share, ToolReport } from '../report/report.ts';
import type { Gap } from '../scoring/scorer.ts';
import { shareReport } from '../report/share-report.ts';
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
const MAX_LABELS = 500;
const MAX_CELLS = 500;

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

/** The matrix, and what it counts of partial cases. */
export interface ToolCounts {
  readonly table: ConfusionTable;
  readonly partial: ConfusionTable;
  /** How many cases there are, and how many of them are partial. */
  readonly cases: number;
  readonly partialCases: number;
}

/** The matrix as it is reported; `cost` is what a call of a label's tool costs, `caseOf` names a case, `others` are readings besides. */
export function reportConfusion(
  { table: whole, cases, partialCases }: ToolCounts,
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
  const expectedCalls = sum((label) => whole.support(label));
  return {
    labels,
    matrix: labels.map((expected) => labels.map((observed) => table.count(expected, observed))),
    accuracy: openShare(
      shareReport(
        sum((label) => whole.count(label, label)),
        expectedCalls,
      ),
      partialCases > 0,
    ),
    cells: confused.slice(0, MAX_CELLS).map(({ expected, observed, count, orders }) => ({
      expected,
      observed,
      count,
      cases: orders.map(caseOf),
    })),
    mutual: reportMutual(whole),
    readings: readConfusion(whole, confused, cost, others, expectedCalls > cases ? 'call' : 'case'),
  };
}

/** A share that further calls of partial cases could change has counts but no rate. */
function openShare(share: Share, isOpen: boolean): Share {
  return isOpen ? { ...share, rate: null, interval: null } : share;
}

/** The most frequent first, then by name. */
function compareCells(a: ConfusionCell, b: ConfusionCell): number {
  if (a.count !== b.count) return b.count - a.count;
  if (a.expected !== b.expected) return a.expected < b.expected ? -1 : 1;
  return a.observed < b.observed ? -1 : 1;
}

function foldRare(table: ConfusionTable): ConfusionTable {
  const labels = table.labels();
  if (labels.length <= MAX_LABELS) return table;
  const weight = (label: string): number => table.support(label) + table.predicted(label);
  const isTool = (label: string): boolean =>
    ![UNKNOWN_LABEL, EXTRA_LABEL, NONE_LABEL].includes(label);
  // Sorting is stable, and the labels are in order already.
  const tools = labels.filter(isTool).sort((a, b) => weight(b) - weight(a));
  const kept = new Set(tools.slice(0, MAX_LABELS - 4));
  return table.renamed((label) => (!isTool(label) || kept.has(label) ? label : OTHER_LABEL));
}

/** Every label that has a row of its own, with its counts. */
export function reportTools(
  counts: ToolCounts,
  cost: (label: string) => number,
): readonly ToolReport[] {
  const { table } = counts;
  return toolLabels(table).map((tool) => {
    const [recall, precision, f1] = toolFigures(counts, tool);
    const correct = table.count(tool, tool);
    const support = table.support(tool);
    return {
      tool,
      support,
      predicted: table.predicted(tool),
      correct,
      recall: numberOf(recall.value),
      precision: numberOf(precision.value),
      f1: numberOf(f1.value),
      interval: openShare(shareReport(correct, support), recall.gap !== null).interval,
      cost: cost(tool),
    };
  });
}

/** The labels that have figures of their own: extras and unknown names have none. */
export function toolLabels(table: ConfusionTable): readonly string[] {
  return table.labels().filter((label) => label !== EXTRA_LABEL && label !== UNKNOWN_LABEL);
}

/** A figure of one tool: null where nothing was counted, or where its gap says why it is not measured. */
interface ToolFigure {
  readonly value: MetricValue | null;
  readonly gap: Gap | null;
}

/** Recall, precision and F1 of a tool, as `PER_TOOL_METRICS` lists them. */
export function toolFigures(
  { table, partial, partialCases }: ToolCounts,
  tool: string,
): readonly [ToolFigure, ToolFigure, ToolFigure] {
  const correct = table.count(tool, tool);
  const [support, predicted] = [table.support(tool), table.predicted(tool)];
  // What further calls cannot change: the cases that are not partial, and how often a tool is expected.
  const kept = correct - partial.count(tool, tool);
  const most = kept + partial.support(tool);
  const called = predicted - partial.predicted(tool) + partial.support(tool);
  const figure = (
    value: MetricValue | null,
    low: MetricValue | null,
    high: MetricValue | null,
  ): ToolFigure => {
    const isFixed = low !== null && high !== null && low.num * high.den === high.num * low.den;
    if (partialCases === 0 || isFixed) return { value, gap: null };
    const [least, greatest] = [low ?? metricValue('ratio', 0), high ?? metricValue('ratio', 1)];
    const gap = { runs: 0, needs: '', partial: partialCases, low: least, high: greatest };
    return { value: null, gap };
  };
  return [
    figure(ratio(correct, support), ratio(kept, support), ratio(most, support)),
    // Any further call may be one of this tool.
    figure(ratio(correct, predicted), null, ratio(most, called)),
    figure(ratio(2 * correct, support + predicted), null, ratio(2 * most, support + called)),
  ];
}

function ratio(num: number, den: number): MetricValue | null {
  return den === 0 ? null : metricValue('ratio', num, den);
}

function numberOf(value: MetricValue | null): number | null {
  return value === null ? null : metricNumber(value);
}
