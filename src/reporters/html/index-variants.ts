import type { Report } from '#core';
import { formatShort } from '../values/value.ts';
import { variantTable } from '../wording/variants.ts';

/** What runs with several models: for each test or eval its row for each model, with the number to show; 0 where there is none. */
export interface IndexVariants {
  readonly models: readonly string[];
  readonly rows: readonly (readonly [
    name: string,
    cells: readonly (readonly [row: number, text: string] | 0)[],
  ])[];
}

/** The table of models; null where nothing runs with several. */
export function indexVariants(report: Report): IndexVariants | null {
  const table = variantTable(report);
  if (table === null) return null;
  const places = new Map([...report.evals, ...report.tests].map((entry, place) => [entry, place]));
  const rows = table.rows.map(({ name, cells }) => {
    const shown = cells.map((cell) => {
      if (cell === null) return 0;
      const [gate] = cell.measured.gates;
      const text = gate === undefined ? cell.text : formatShort(gate.observed, gate.unit);
      return [places.get(cell.measured) ?? 0, text] as const;
    });
    return [name, shown] as const;
  });
  return { models: table.models, rows };
}
