import type { Report } from '#core';
import { type Cell, name, nameColumn, type Table, type Text } from '../document/index.ts';
import { variantTable as tableOf } from '../wording/variants.ts';

const ROWS_SHOWN = { brief: 50, full: 50 };

/** The models side by side; null where nothing runs with several. */
export function variantTable(report: Report): Table | null {
  const table = tableOf(report);
  if (table === null) return null;
  return {
    kind: 'table',
    isSplit: true,
    columns: [nameColumn(''), ...table.models.map((model) => nameColumn(name(model)))],
    rows: table.rows.map(({ name: row, cells }) => ({
      cells: [
        name(row),
        ...cells.map((cell): Cell | Text =>
          cell === null ? '' : { text: cell.text, tone: cell.verdict, isMarked: true },
        ),
      ],
    })),
    cap: ROWS_SHOWN,
  };
}
