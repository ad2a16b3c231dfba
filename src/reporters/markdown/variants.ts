import type { Report } from '#core';
import { markdownCode } from '../escape/markdown.ts';
import { variantTable } from '../wording/variants.ts';
import { SIGNS } from './section.ts';

const ROWS_SHOWN = 50;

/** The models side by side. */
export function formatVariants(report: Report): string {
  const table = variantTable(report);
  if (table === null) return '';
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  const rows = table.rows
    .slice(0, ROWS_SHOWN)
    .map(({ name, cells }) =>
      line([
        markdownCode(name),
        ...cells.map((cell) => (cell === null ? '' : `${SIGNS[cell.verdict]} ${cell.text}`)),
      ]),
    );
  const more = table.rows.length - rows.length;
  return [
    line(['', ...table.models.map(markdownCode)]),
    line(['---', ...table.models.map(() => '---')]),
    ...rows,
    more > 0 ? `\nand ${more} more\n` : '',
    '\n',
  ].join('');
}
