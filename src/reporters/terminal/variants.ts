import type { Report } from '#core';
import { makeVisible } from '../escape/visible.ts';
import { variantTable } from '../wording/variants.ts';
import { innerWidth, type Page, withGutter } from './block.ts';
import { alignRows, type Cell } from './layout.ts';
import { MARKS } from './theme.ts';
import { cutToWidth } from './width.ts';

const NAME_WIDTH = 40;
const ROWS_SHOWN = 50;

/** The models side by side. */
export function formatVariants(report: Report, page: Page): string[] {
  const table = variantTable(report);
  if (table === null) return [];
  const { theme } = page;
  const show = (text: string): string => cutToWidth(makeVisible(text), NAME_WIDTH);
  const head = ['', ...table.models].map((text): Cell => ({ text: show(text), paint: theme.dim }));
  const rows = table.rows
    .slice(0, ROWS_SHOWN)
    .map(({ name, cells }): Cell[] => [
      { text: show(name) },
      ...cells.map((cell): Cell =>
        cell === null
          ? { text: '' }
          : { text: `${MARKS[cell.verdict]} ${cell.text}`, paint: theme.verdict[cell.verdict] },
      ),
    ]);
  const more = table.rows.length - rows.length;
  const lines = alignRows([head, ...rows], innerWidth(page)).flat();
  if (more > 0) lines.push(theme.dim(`and ${more} more`));
  return [...withGutter(lines, theme.dim), ''];
}
