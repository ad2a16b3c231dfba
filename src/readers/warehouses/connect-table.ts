import { resolve } from 'node:path';
import { sourceError, WORLD } from '#platform';
import { parseWarehouseUrl, type WarehouseAddress } from './address.ts';
import { chooseStore } from './choose-store.ts';
import type { Connection } from './connection/connection.ts';
import type { Columns, WarehouseStore } from './store.ts';

/** A table that was found and described. */
export interface ConnectedTable {
  readonly address: WarehouseAddress;
  readonly connection: Connection;
  readonly store: WarehouseStore;
  readonly columns: Columns;
}

/** Connects to the table of an address. Throws a UserError where it is not there, or lacks a column. */
export async function connectTable(url: string): Promise<ConnectedTable> {
  const address = parseWarehouseUrl(url, WORLD);
  const mapping =
    address.mapping === null
      ? null
      : await (await import('./load-mapping.ts')).loadMapping(resolve(address.mapping));
  const connection = await connect(address);
  try {
    const columns = await describe(connection, address);
    const label = address.display;
    const store = chooseStore(
      { engine: address.engine, name: address.table, columns, label },
      { store: address.store, mapping },
    );
    return { address, connection, store, columns };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function connect(address: WarehouseAddress): Promise<Connection> {
  if (address.engine === 'clickhouse')
    return (await import('./clickhouse/clickhouse-connection.ts')).connectClickHouse(address);
  return (await import('./postgres/postgres-connection.ts')).connectPostgres(address);
}

async function describe(connection: Connection, address: WarehouseAddress): Promise<Columns> {
  const columns = address.table === '' ? null : await connection.describe();
  if (columns !== null) return columns;
  const tables = await connection.listTables();
  const parent =
    address.schema === '' ? address.database : `${address.database}, ${address.schema}`;
  throw sourceError(
    'SOURCE_TABLE',
    address.display,
    address.table === ''
      ? 'the address does not name a table'
      : `there is no table "${address.table}" in ${parent}`,
    tables.length === 0 ? undefined : `there are ${tables.join(', ')}`,
  );
}
