import type { ToolReport } from '#core';
import { makeVisible } from '../escape/visible.ts';
import { formatCount, formatInterval } from '../wording/value.ts';
import { innerWidth, type Page } from './block.ts';
import { alignRows, type Cell, GAP } from './layout.ts';
import { cutMiddle } from './width.ts';

const TOOLS_SHOWN = 12;
const NARROWEST_NAME = 8;
const FIGURES = ['recall', 'precision', 'f1', 'n', '95 % of recall'];

/** The worst tools by recall, in a table whose names have the room that the figures leave; a tool without a fault needs no line. */
export function formatTools(tools: readonly ToolReport[], page: Page): string[] {
  const faulty = tools.filter(
    ({ support, predicted, correct }) => support > 0 && (correct < support || correct < predicted),
  );
  const shown = faulty.toSorted((a, b) => (a.recall ?? 1) - (b.recall ?? 1)).slice(0, TOOLS_SHOWN);
  if (shown.length === 0) return [];
  const figures = [FIGURES, ...shown.map(figuresOf)];
  const widths = FIGURES.map((_, column) =>
    Math.max(...figures.map((row) => row[column]?.length ?? 0)),
  );
  const left = widths.reduce((room, width) => room - width - GAP.length, innerWidth(page));
  const room = Math.max(NARROWEST_NAME, left);
  const names = ['', ...shown.map(({ tool }) => cutMiddle(makeVisible(tool), room))];
  const rows = figures.map((row, line): Cell[] => [
    { text: names[line] ?? '' },
    ...row.map((figure, column): Cell => {
      const text = figure.padStart(widths[column] ?? 0);
      const isQuiet = line === 0 || column === FIGURES.length - 1;
      return isQuiet ? { text, paint: page.theme.dim } : { text };
    }),
  ]);
  const more = faulty.length - shown.length;
  return [
    ...alignRows(rows, innerWidth(page)).flat(),
    ...(more === 0 ? [] : [page.theme.dim(`and ${formatCount(more, 'more tool')} with faults`)]),
  ];
}

function figuresOf({ support, recall, precision, f1, interval }: ToolReport): string[] {
  const range = interval === null ? '' : formatInterval(interval, 'ratio');
  return [short(recall), short(precision), short(f1), String(support), range];
}

function short(value: number | null): string {
  return value === null ? '-' : String(value);
}
