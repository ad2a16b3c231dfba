import type { Columns, WarehouseStore } from '../store.ts';

/** The columns of a table that are read, in the order of the store. */
export function readColumns(
  { required, optional }: WarehouseStore,
  columns: Columns,
): readonly string[] {
  const names = new Set([...required.map(({ name }) => name), ...optional]);
  return [...names].filter((name) => columns.has(name));
}
