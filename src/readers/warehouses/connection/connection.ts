import type { Json, JsonObject, UserError } from '#core';
import { sourceError } from '#platform';
import type { ReadFailure } from '../../records/read-codes.ts';
import type { WarehouseAddress } from '../address.ts';
import type { RowQuery } from '../sql/select-rows.ts';
import type { Columns } from '../store.ts';

/** A row as its engine sent it, or why a row cannot be read. */
export type SentRow =
  | {
      readonly ok: true;
      readonly run: string;
      readonly scope: string;
      readonly columns: JsonObject;
    }
  | { readonly ok: false; readonly issue: ReadFailure };

/** A connection to a database. Its methods throw a UserError where the database refuses or fails. */
export interface Connection {
  /** The columns of a table; null where there is no such table. */
  describe(): Promise<Columns | null>;
  /** The names of the tables that can be read, for a hint. */
  listTables(): Promise<readonly string[]>;
  /** Sends the rows of a query in batches, as fast as they are taken. Throws where any row did not arrive. */
  rows(query: RowQuery): AsyncGenerator<readonly SentRow[]>;
  /** Runs a statement with a short result: the cells of its rows as text, by these columns. */
  query(sql: string, names: readonly string[]): Promise<readonly (readonly string[])[]>;
  close(): Promise<void>;
}

/** The columns of a row by their names. */
export function nameColumns(names: readonly string[], value: (at: number) => Json): JsonObject {
  return Object.fromEntries(names.map((name, at): [string, Json] => [name, value(at)]));
}

const MAX_REASON = 300;

/** The error for a database that fails: a part of a result is not a result. */
export function failed(address: WarehouseAddress, reason: string): UserError {
  return sourceError(
    'SOURCE_FAILED',
    address.display,
    `${TITLES[address.engine]} failed: ${clean(reason, address)}`,
    UNTRUSTED.test(reason)
      ? 'with ?secure the certificate must be valid for this host; NODE_EXTRA_CA_CERTS=ca.pem adds an authority'
      : 'nothing was measured: run it again when the server is well',
  );
}

/** What TLS says of a certificate, or of a server without one. */
const UNTRUSTED = /certificate|altname|\bSSL\b/i;

/** The error for credentials that the database refuses. */
export function refused(address: WarehouseAddress, reason: string): UserError {
  const names =
    address.engine === 'postgres' ? 'PGUSER, PGPASSWORD' : 'CLICKHOUSE_USER, CLICKHOUSE_PASSWORD';
  return sourceError(
    'SOURCE_REFUSED',
    address.display,
    `${TITLES[address.engine]} refuses: ${clean(reason, address)}`,
    `user and password come from the address or from ${names}`,
  );
}

const TITLES = { clickhouse: 'ClickHouse', postgres: 'PostgreSQL' };

/** The first line of a reason, without the password should a server repeat it. */
function clean(reason: string, { password }: WarehouseAddress): string {
  const [line = ''] = reason.trim().split('\n');
  const short = line.slice(0, MAX_REASON);
  return password === null || password === '' ? short : short.replaceAll(password, '…');
}
