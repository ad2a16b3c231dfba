import type { ConfusionReport } from '#core';
import { formatCount, formatInterval, formatNumber, formatValue } from '../values/value.ts';

/** The part of a matrix that is shown. */
export interface ShownMatrix {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  /** Labels of which nothing is shown because all of their cases are right. */
  readonly hidden: number;
}

/** All of a small matrix; of a large one the rows with the most confusion, and the columns that they need. */
export function chooseLabels(
  { labels, matrix }: Pick<ConfusionReport, 'labels' | 'matrix'>,
  most: number,
): ShownMatrix {
  const all = labels.map((_, i) => i);
  if (labels.length <= most) return { rows: all, columns: all, hidden: 0 };
  const wrong = (row: number): number =>
    (matrix[row] ?? []).reduce((sum, count, column) => (column === row ? sum : sum + count), 0);
  const rows = all
    .filter((row) => wrong(row) > 0)
    .sort((a, b) => wrong(b) - wrong(a) || a - b)
    .slice(0, most)
    .sort((a, b) => a - b);
  const sum = (column: number): number =>
    rows.reduce((all, row) => all + (matrix[row]?.[column] ?? 0), 0);
  const columns = all
    .filter((column) => sum(column) > 0)
    .sort((a, b) => sum(b) - sum(a) || a - b)
    .slice(0, most)
    .sort((a, b) => a - b);
  return { rows, columns, hidden: labels.length - rows.length };
}

/** The failure modes that are worth a line, the most frequent first, and those that were not measured. */
export function shownModes(
  modes: Readonly<Record<string, number | null>> | undefined,
): readonly (readonly [mode: string, count: number | null])[] {
  return Object.entries(modes ?? {})
    .filter(([, count]) => count !== 0)
    .sort(([, a], [, b]) => (b ?? 0) - (a ?? 0))
    .map(([mode, count]) => [mode.replaceAll('_', ' '), count]);
}

/** What is said about labels without a row. */
export function hiddenLabels(hidden: number): string {
  return `${formatCount(hidden, 'more label')}, less confused or not at all`;
}

/** How many cases got the tools that were expected, of how many. */
export function accuracyText({ accuracy }: Pick<ConfusionReport, 'accuracy'>): string {
  const { k, n, rate, interval } = accuracy;
  const bounds = interval === null ? '' : `, 95 % interval ${formatInterval(interval, 'ratio')}`;
  return `tools: ${formatNumber(k)} of ${formatNumber(n)} as expected, ${formatValue(rate, 'ratio')}${bounds}`;
}
