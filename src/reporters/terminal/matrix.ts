import type { Matrix } from '../document/index.ts';
import { makeVisible } from '../escape/visible.ts';
import { chooseLabels, hiddenLabels } from '../wording/confused-labels.ts';
import { alignRows, type Cell, wrapParts } from './layout.ts';
import type { Page } from './page.ts';
import { cutMiddle } from './width.ts';

const NAME_WIDTH = 24;

/** Rows are what was expected, columns, by their number, what was called. */
export function matrixLines(
  { labels, counts, cap }: Matrix,
  { theme, width, density }: Page,
): string[] {
  const digits = String(counts.flat().reduce((most, count) => Math.max(most, count), 100)).length;
  const room = Math.floor((width - NAME_WIDTH - 3) / (digits + 2));
  const most = Math.max(2, Math.min(cap[density], room));
  const { rows, columns, hidden } = chooseLabels({ labels, matrix: counts }, most);
  if (rows.length === 0) return [];
  const right = (text: string): string => text.padStart(digits);
  const numbers = new Map(columns.map((column, i) => [column, String(i + 1)]));
  const head: Cell[] = [
    { text: 'expected \\ called', paint: theme.dim },
    ...columns.map((column) => ({ text: right(numbers.get(column) ?? ''), paint: theme.dim })),
  ];
  const body = rows.map((row): Cell[] => [
    { text: labelText(labels[row] ?? '', numbers.get(row) ?? ' ') },
    ...columns.map((column): Cell => {
      const count = counts[row]?.[column] ?? 0;
      if (count === 0) return { text: right('·'), paint: theme.dim };
      return { text: right(String(count)), paint: theme.tone[column === row ? 'pass' : 'fail'] };
    }),
  ]);
  const others = columns.filter((column) => !rows.includes(column));
  const legend = others.map((column) => labelText(labels[column] ?? '', numbers.get(column) ?? ''));
  return [
    ...alignRows([head, ...body], width).flat(),
    ...(legend.length === 0 ? [] : wrapParts(legend, width, '')),
    ...(hidden === 0 ? [] : [theme.dim(hiddenLabels(hidden))]),
  ];
}

function labelText(label: string, number: string): string {
  return `${number.padStart(2)} ${cutMiddle(makeVisible(label), NAME_WIDTH)}`;
}
