import type { CountedTable } from '../table-of-store.ts';
import type { Dialect } from './dialect.ts';

/**
 * The SELECT that is run once before those of tests: `rows`, the distinct `ids` where each row is a run, and `strays`,
 * the rows that no test takes. `tests` are the names of the tests that runs name; null where one test takes all runs.
 */
export function checkStatement(
  { from, where, id, test, isRun }: CountedTable,
  tests: readonly string[] | null,
  dialect: Dialect,
): string {
  const names = (tests ?? []).flatMap((name) => dialect.text(name) ?? []);
  const strays =
    tests === null || test === null
      ? '0'
      : names.length === 0
        ? dialect.count
        : dialect.countIf(`coalesce(${test}, '') NOT IN (${names.join(', ')})`);
  const condition = where === null ? '' : `\nWHERE ${where}`;
  const ids = isRun ? dialect.countDistinct(id) : '0';
  return `SELECT ${dialect.count} AS rows, ${ids} AS ids, ${strays} AS strays
FROM ${from}${condition}`;
}

/** The SELECT of the number of runs (`runs`) whose rows name more than one test. */
export function mixedStatement(
  { from, where, id }: CountedTable,
  test: string,
  dialect: Dialect,
): string {
  const condition = where === null ? '' : `\n  WHERE ${where}`;
  return `SELECT ${dialect.count} AS runs FROM (
  SELECT min(${test}) AS one, max(${test}) AS other
  FROM ${from}${condition}
  GROUP BY ${id}
) AS named
WHERE one != other`;
}
