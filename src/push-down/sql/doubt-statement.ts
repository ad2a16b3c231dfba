import type { CallTable } from './call-table.ts';
import { doubtOf, fromOf, gatheredOf } from './count-statement.ts';
import type { Dialect } from './dialect.ts';
import { whereOf } from './where-of.ts';

/** The SELECT of the runs that must be read: the `run` of each, at most so many. */
export function doubtStatement(table: CallTable, limit: number, dialect: Dialect): string {
  const { id, runs, from, where, isRun, doubts, runDoubts } = table;
  // Rows decide alone: there is nothing to gather.
  if (!isRun && runs === null && runDoubts.length === 0)
    return `SELECT DISTINCT ${id} AS run
FROM ${from}${whereOf([where, `(${doubts.join(' OR ')})`])}
LIMIT ${limit}`;
  const columns = [`${id} AS run`, ...gatheredOf(table, dialect)];
  return `SELECT run FROM (
  SELECT
    ${columns.join(',\n    ')}
  ${fromOf(table)}
) AS counted
WHERE ${doubtOf(table, dialect)} = 1${runs === null ? '' : ` AND ${runs}`}
LIMIT ${limit}`;
}
