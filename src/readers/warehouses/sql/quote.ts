import type { WarehouseStore } from '../store.ts';

/** A dialect of SQL. */
export type Dialect = WarehouseStore['engine'];

/**
 * A text as a literal of SQL. ClickHouse before 19 has no parameters, and a cursor of PostgreSQL takes none, so each
 * value goes through this function. Null for a text that the engine cannot contain.
 */
export function quoteText(text: string, dialect: Dialect): string | null {
  if (LONE_SURROGATE.test(text)) return null;
  if (dialect === 'clickhouse')
    return `'${text.replace(/[\\']/g, '\\$&').replaceAll('\0', '\\0')}'`;
  if (text.includes('\0')) return null;
  const quoted = `'${text.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;
  return text.includes('\\') ? ` E${quoted}` : quoted;
}

/** Half of a surrogate pair cannot be written in UTF-8. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** The name of a table or a column as it is written in SQL. */
export function quoteName(name: string, dialect: Dialect): string {
  if (dialect === 'clickhouse') return `\`${name.replace(/[\\`]/g, '\\$&')}\``;
  return `"${name.replaceAll('"', '""')}"`;
}
