import type { ClientConfig } from 'pg';
import { type Json, parseJson } from '#core';
import type { WarehouseAddress } from '../address.ts';
import { type Connection, failed, nameColumns, type SentRow } from '../connection/connection.ts';
import { loadPeer } from '#platform';
import { quoteText } from '../sql/quote.ts';
import type { RowQuery } from '../sql/select-rows.ts';
import { explainPostgres } from './postgres-errors.ts';

/** How many rows are fetched at a time: while they are read, the next ones are fetched. */
const BATCH_ROWS = 1000;
const MAX_CONNECT_MS = 30_000;

type Cells = readonly (string | null)[];

/** Connects to PostgreSQL. All values come as text, so that numbers stay exact. */
export async function connectPostgres(address: WarehouseAddress): Promise<Connection> {
  const { default: pg } = await loadPeer(() => import('pg'), {
    purpose: address.display,
    packages: ['pg'],
  });
  const client = new pg.Client(configOf(address));
  // A connection that breaks between two queries fails the next of them.
  client.on('error', () => {});
  const query = async (text: string): Promise<readonly Cells[]> => {
    try {
      const { rows } = await client.query<(string | null)[]>({ text, rowMode: 'array' });
      return rows;
    } catch (error) {
      throw explainPostgres(error, address);
    }
  };
  await client.connect().catch((error: unknown) => {
    throw explainPostgres(error, address);
  });
  // Of one moment: rows that are written meanwhile are not seen.
  await query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const literal = (text: string): string => {
    const quoted = quoteText(text, 'postgres');
    if (quoted === null) throw failed(address, 'a NUL character cannot be in a name');
    return quoted;
  };
  return {
    async describe() {
      const rows = await query(
        'SELECT a.attname, format_type(a.atttypid, a.atttypmod) FROM pg_attribute a ' +
          'JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace ' +
          `WHERE n.nspname = ${literal(address.schema)} AND c.relname = ${literal(address.table)} ` +
          'AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum',
      );
      if (rows.length === 0) return null;
      return new Map(rows.map(([name, type]) => [name ?? '', type ?? '']));
    },
    async listTables() {
      const rows = await query(
        'SELECT tablename FROM pg_tables ' +
          `WHERE schemaname = ${literal(address.schema)} ORDER BY tablename COLLATE "C" LIMIT 50`,
      );
      return rows.map(([name]) => name ?? '');
    },
    rows: (selection) => fetchRows(query, selection),
    async query(sql, names) {
      const rows = await query(
        `SELECT ${names.map((name) => `"${name}"`).join(', ')} FROM (${sql}) AS counted`,
      );
      return rows.map((row) => row.map((cell) => cell ?? ''));
    },
    close: () => client.end(),
  };
}

/** Reads through a cursor: one batch is in memory, and one under way. */
async function* fetchRows(
  query: (text: string) => Promise<readonly Cells[]>,
  { sql, names, isJson }: RowQuery,
): AsyncGenerator<readonly SentRow[]> {
  await query(`DECLARE whichtool_rows NO SCROLL CURSOR FOR ${sql}`);
  const fetch = (): Promise<readonly Cells[]> => query(`FETCH ${BATCH_ROWS} FROM whichtool_rows`);
  const toRow = ([run = null, scope = null, ...cells]: Cells): SentRow => ({
    ok: true,
    run: run ?? '',
    scope: scope ?? '',
    columns: nameColumns(names, (at) => valueOf(cells[at] ?? null, isJson[at] === true)),
  });
  let next = fetch();
  for (;;) {
    const cells = await next;
    if (cells.length === 0) return;
    next = fetch();
    // It fails where it is awaited, also if the reader stops before.
    next.catch(() => {});
    yield cells.map(toRow);
  }
}

/** JSON that cannot be read stays text: the format reports it. */
function valueOf(text: string | null, isJson: boolean): Json {
  if (text === null || !isJson) return text;
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : text;
}

function configOf(address: WarehouseAddress): ClientConfig {
  const host = address.host.replace(/^\[|\]$/g, '');
  return {
    host,
    port: address.port,
    database: address.database,
    ...(address.user === null ? {} : { user: address.user }),
    ...(address.password === null ? {} : { password: address.password }),
    // The certificate must be of this host, also where it is an IP address.
    ssl: address.isSecure ? { host } : false,
    connectionTimeoutMillis: MAX_CONNECT_MS,
    application_name: 'whichtool',
    types: { getTypeParser: () => (value: string) => value },
  };
}
