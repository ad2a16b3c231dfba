import { connectTable } from './connect-table.ts';
import { placeOf } from './row-records.ts';
import { selectFrom } from './sql/select-rows.ts';
import type { WarehouseTable } from './warehouse-table.ts';

/** Opens a table for statements. Throws a UserError where it is not there, or lacks a column. */
export async function openWarehouse(url: string): Promise<WarehouseTable> {
  const { address, connection, store, columns } = await connectTable(url);
  return {
    store,
    columns,
    select: (names) => selectFrom(store, columns, address, names),
    placeOf: (run, scope) => placeOf(address.base, run, scope),
    query: (sql, names) => connection.query(sql, names),
    close: () => connection.close(),
  };
}
