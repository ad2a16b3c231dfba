import type { CountedTable } from '../table-of-store.ts';
import type { Dialect } from './dialect.ts';
import { whereOf } from './where-of.ts';

/** The columns of `runStatement`. Lists are JSON text, and empty where they are not recorded. */
export const RUN_COLUMNS: readonly string[] = [
  '_run',
  '_scope',
  '_case',
  '_tools',
  '_servers',
  '_offered',
];

/**
 * The SELECT of the runs of a table in which each row is one: their case, the names of their calls in order, and the
 * tools that they were offered. Runs in doubt are left out. Null where the calls of a run are in several rows.
 */
export function runStatement(table: CountedTable, dialect: Dialect): string | null {
  const { from, where, id, isRun, calls, doubts, offers } = table;
  const [record, ...more] = calls;
  if (!isRun || record === undefined || more.length > 0) return null;
  const plain = doubts.length === 0 ? null : `NOT (${doubts.join(' OR ')})`;
  const text = (value: string | null): string =>
    value === null ? "''" : `coalesce(${dialect.asText(value)}, '')`;
  const list = (value: string | null): string => (value === null ? "''" : dialect.listText(value));
  const values = [
    dialect.asText(id),
    text(table.scope),
    text(table.case),
    list(record.tool),
    list(record.server),
    list(offers?.list ?? null),
  ];
  const columns = values.map((value, i) => `${value} AS ${RUN_COLUMNS[i]}`);
  const order = [id, ...(table.scope === null ? [] : [table.scope])];
  return `SELECT ${columns.join(', ')}
FROM ${from}${whereOf([where, record.where, plain])}
ORDER BY ${order.map((key) => dialect.byBytes(key)).join(', ')}`;
}
