import type { EvalReport } from '../report.ts';
import { reportConfusion, reportTools } from './confusion-report.ts';
import { ConfusionTable } from './confusion-table.ts';

/**
 * An eval as if some tools were one: its matrix and its tools counted again. Its gates are those of the run, and the
 * failure modes, which the matrix does not tell, are left out. Null when the matrix has none of these tools.
 */
export function mergeTools(measured: EvalReport, tools: readonly string[]): EvalReport | null {
  const { confusion, perTool = [], failureModes: _, ...rest } = measured;
  if (confusion === undefined || !tools.some((tool) => confusion.labels.includes(tool)))
    return null;
  const merged = tools.join('+');
  const rename = (label: string): string => (tools.includes(label) ? merged : label);
  const table = new ConfusionTable();
  confusion.labels.forEach((expected, row) => {
    confusion.labels.forEach((observed, column) => {
      table.add(expected, observed, confusion.matrix[row]?.[column] ?? 0, null);
    });
  });
  // The cases of a cell are known by name only: their places in the list stand in for the order.
  const cases: string[] = [];
  for (const { expected, observed, cases: named } of confusion.cells) {
    for (const one of named) table.name(expected, observed, cases.push(one) - 1);
  }
  const costs = new Map<string, number>();
  for (const { tool, cost } of perTool) {
    costs.set(rename(tool), Math.max(cost, costs.get(rename(tool)) ?? 0));
  }
  const cost = (label: string): number => costs.get(label) ?? 1;
  const whole = table.renamed(rename);
  const { runs, partial = 0 } = measured;
  // A report does not say which of its cases are partial, so any of them may be.
  const counts = { table: whole, partial: whole, cases: runs, partialCases: partial };
  return {
    ...rest,
    confusion: reportConfusion(counts, cost, (order) => cases[order] ?? ''),
    perTool: reportTools(counts, cost),
  };
}
