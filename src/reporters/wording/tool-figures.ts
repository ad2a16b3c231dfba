import type { ToolReport } from '#core';
import { formatInterval, formatNumber, formatShort } from '../values/value.ts';

/** The figures of a tool, in the order of every table. */
export const TOOL_COLUMNS: readonly string[] = ['recall', 'precision', 'f1', 'n', '95 % of recall'];

/** The tools with a fault, the lowest recall first. A tool without a fault needs no row. */
export function faultyTools(tools: readonly ToolReport[]): readonly ToolReport[] {
  return tools
    .filter(
      ({ support, predicted, correct }) =>
        support > 0 && (correct < support || correct < predicted),
    )
    .toSorted((a, b) => (a.recall ?? 1) - (b.recall ?? 1));
}

/** The cells of these columns. */
export function toolFigures(tool: ToolReport): readonly string[] {
  const { support, recall, precision, f1, interval } = tool;
  return [
    ...[recall, precision, f1].map((value) => formatShort(value, 'ratio')),
    formatNumber(support),
    interval === null ? '' : formatInterval(interval, 'ratio'),
  ];
}
