import type { WarehouseTable } from '#readers';
import { checkStatement, mixedStatement } from './sql/check-statement.ts';
import type { Dialect } from './sql/dialect.ts';
import { doubtStatement } from './sql/doubt-statement.ts';
import type { CountedTable } from './table-of-store.ts';

/** Of more runs in doubt the whole table is read. */
export const MAX_DOUBTFUL = 1000;

/** The ids of runs that only a reader can say the calls of. */
export async function findDoubtful(
  open: WarehouseTable,
  table: CountedTable,
  dialect: Dialect,
): Promise<readonly string[]> {
  if (table.doubts.length + table.runDoubts.length === 0) return [];
  const sql = doubtStatement(table, MAX_DOUBTFUL + 1, dialect);
  return (await open.query(sql, ['run'])).map(([run = '']) => run);
}

/** How many rows a table has; or why they are not plain runs, and are read. */
export async function checkRows(
  open: WarehouseTable,
  table: CountedTable,
  names: readonly string[] | null,
  dialect: Dialect,
): Promise<{ readonly rows: number } | { readonly why: string }> {
  const sql = checkStatement(table, names, dialect);
  const [cells = []] = await open.query(sql, ['rows', 'ids', 'strays']);
  const [rows = 0, ids = 0, strays = 0] = cells.map(Number);
  if (rows === 0) return { why: 'the table has no runs' };
  if (table.isRun && ids < rows) return { why: 'several rows have the id of one run' };
  if (strays > 0) return { why: `${strays} rows name no test of the suite` };
  if (table.isRun || names === null || table.test === null) return { rows };
  const mixed = await open.query(mixedStatement(table, table.test, dialect), ['runs']);
  const isMixed = mixed.some(([runs]) => runs !== '0');
  return isMixed ? { why: 'the rows of some run name several tests' } : { rows };
}
