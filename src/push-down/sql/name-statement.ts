import type { CallsOfRow } from './call-table.ts';
import type { CountedTable } from '../table-of-store.ts';
import type { Dialect } from './dialect.ts';

/** The columns of `nameStatement`. */
export const NAME_COLUMNS: readonly string[] = ['offered', 'test', 'tool', 'server'];

/**
 * The SELECT of the distinct names of a table, at most so many: those that were called (`offered` is 0), and those that
 * were offered, each with the test that its run names.
 */
export function nameStatement(table: CountedTable, limit: number, dialect: Dialect): string {
  const { calls, offers, test, from, where: selected } = table;
  const select = (record: CallsOfRow, offered: string): string => {
    const columns: [string, string][] = [['offered', offered]];
    if (test !== null) columns.push(['test', `coalesce(${test}, '')`]);
    return dialect.selectNames(record, { from, where: selected, columns });
  };
  const parts = calls.map((record) => select(record, '0'));
  if (offers !== null) {
    const { where, list } = offers;
    const record: CallsOfRow = { shape: 'list', where, tool: list, server: null, failed: null };
    parts.push(select(record, '1'));
  }
  const keys = `offered, ${test === null ? '' : 'test, '}tool, server`;
  return `SELECT ${test === null ? `'' AS test, ` : ''}${keys} FROM (
  ${parts.join('\n  UNION ALL\n  ')}
) AS named
GROUP BY ${keys}
LIMIT ${limit}`;
}
