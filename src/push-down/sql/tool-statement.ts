import type { CallTable } from './call-table.ts';
import type { Dialect } from './dialect.ts';

/** The columns of `toolStatement`. */
export const TOOL_COLUMNS: readonly string[] = [
  'tool',
  'server',
  'runs',
  'calls',
  'squares',
  'products',
  'failed_calls',
  'failed_runs',
];

/** The SELECT of the tools that were called: how often, in how many runs, and the sums that intervals need. */
export function toolStatement(table: CallTable, dialect: Dialect): string {
  return `SELECT tool, server, count(*) AS runs, sum(k) AS calls, sum(k * k) AS squares, sum(k * n) AS products, sum(faults) AS failed_calls, sum(least(faults, 1)) AS failed_runs
FROM (
  SELECT run, tool, server, count(*) AS k, max(n) AS n, sum(failed) AS faults
  FROM (
  ${dialect.selectCalls(table)}
  ) AS called
  GROUP BY run, tool, server
) AS used
GROUP BY tool, server`;
}
