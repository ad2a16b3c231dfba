import type { Report } from '#core';
import { makeVisible } from '../escape/visible.ts';
import { variantTable } from '../wording/variants.ts';
import { innerWidth, type Page, withGutter } from './block.ts';
import { alignRows, type Cell, GAP } from './layout.ts';
import { MARKS } from './theme.ts';
import { cutMiddle, cutToWidth, textWidth } from './width.ts';

const MAX_NAME_WIDTH = 40;
const MAX_COLUMN_WIDTH = 34;
const ROWS_SHOWN = 50;

/** The models side by side: as many columns as fit, and the other models in further tables below. */
export function formatVariants(report: Report, page: Page): string[] {
  const table = variantTable(report);
  if (table === null) return [];
  const { theme } = page;
  const rows = table.rows.slice(0, ROWS_SHOWN);
  const nameWidth = Math.min(MAX_NAME_WIDTH, Math.floor(innerWidth(page) / 3));
  const columnWidth = Math.min(MAX_COLUMN_WIDTH, innerWidth(page) - nameWidth - GAP.length);
  const names = ['', ...rows.map(({ name }) => cutToWidth(makeVisible(name), nameWidth))];
  const columns = table.models.map((model, i): Cell[] => [
    { text: cutMiddle(makeVisible(model), columnWidth), paint: theme.dim },
    ...rows.map(({ cells }): Cell => {
      const cell = cells[i] ?? null;
      if (cell === null) return { text: '' };
      const text = cutToWidth(`${MARKS[cell.verdict]} ${cell.text}`, columnWidth);
      return { text, paint: theme.verdict[cell.verdict] };
    }),
  ]);
  const room = innerWidth(page) - widthOf(names);
  const lines = groupToFit(columns, room).flatMap((group, at) => {
    const cells = names.map((text, row): Cell[] => [
      { text },
      ...group.map((column) => column[row] as Cell),
    ]);
    return [...(at === 0 ? [] : ['']), ...alignRows(cells, innerWidth(page)).flat()];
  });
  const more = table.rows.length - rows.length;
  if (more > 0) lines.push(theme.dim(`and ${more} more`));
  return [...withGutter(lines, theme.dim), ''];
}

/** Columns in groups that fit into so many columns of text; each group has at least one. */
function groupToFit(columns: readonly Cell[][], room: number): Cell[][][] {
  const groups: Cell[][][] = [];
  let left = 0;
  for (const column of columns) {
    const width = widthOf(column.map(({ text }) => text)) + GAP.length;
    const last = groups.at(-1);
    if (last === undefined || width > left) {
      groups.push([column]);
      left = room - width;
    } else {
      last.push(column);
      left -= width;
    }
  }
  return groups;
}

function widthOf(texts: readonly string[]): number {
  return texts.reduce((widest, text) => Math.max(widest, textWidth(text)), 0);
}
