import type { CountedTable } from '../table-of-store.ts';
import type { Dialect } from './dialect.ts';

/**
 * The SELECT that is run once before those of tests: `rows`, the distinct `ids` of runs, and `strays`, the rows that no
 * test takes. `tests` are the names of the tests that runs name; null where one test takes all runs.
 */
export function checkStatement(
  { from, where, id, test }: CountedTable,
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
  return `SELECT ${dialect.count} AS rows, ${dialect.countDistinct(id)} AS ids, ${strays} AS strays
FROM ${from}${condition}`;
}
