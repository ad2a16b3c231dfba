import type { SelectedRows } from './sql/select-rows.ts';
import type { Columns, WarehouseStore } from './store.ts';

/** A described table of a database that statements can be run on. */
export interface WarehouseTable {
  readonly store: WarehouseStore;
  readonly columns: Columns;
  /** The rows that its address selects, with at least these columns. */
  select(this: void, names: readonly string[]): SelectedRows;
  /** The place of a run: an address that selects it, without credentials. */
  placeOf(this: void, run: string, scope: string): string;
  /** Runs a statement: the cells of its rows as text, by these columns. Throws a UserError where it fails. */
  query(sql: string, names: readonly string[]): Promise<readonly (readonly string[])[]>;
  close(): Promise<void>;
}
