import type { CallTable } from './call-table.ts';
import { doubtOf, doubtfulOf } from './count-statement.ts';
import type { Dialect } from './dialect.ts';

/** The SELECT of the runs that must be read: the `run` of each, at most so many. */
export function doubtStatement(table: CallTable, limit: number, dialect: Dialect): string {
  const { from, where, id, isRun, gathered } = table;
  const columns = [
    `${id} AS run`,
    `${doubtfulOf(table, dialect)} AS doubtful`,
    ...gathered.map(([name, aggregate]) => `${aggregate} AS ${name}`),
  ];
  return `SELECT run FROM (
  SELECT
    ${columns.join(',\n    ')}
  FROM ${from}${where === null ? '' : `\n  WHERE ${where}`}${isRun ? '' : `\n  GROUP BY ${id}`}
) AS counted
WHERE ${doubtOf(table, dialect)} = 1
LIMIT ${limit}`;
}
