import { suggest } from '#core';
import { sourceError } from '#platform';
import { guessMapping, lackingColumn } from './mapping/guess-mapping.ts';
import { mappedStore } from './mapping/mapped-store.ts';
import type { Mapping } from './mapping/mapping.ts';
import type { Columns, Engine, NeededColumn, WarehouseStore } from './store.ts';
import { STORES } from './stores/index.ts';

/** A table that was described. */
export interface DescribedTable {
  readonly engine: Engine;
  /** Its name, by which stores with equal columns are distinguished. */
  readonly name: string;
  readonly columns: Columns;
  /** What it is called in messages. */
  readonly label: string;
}

/** What the user says of a table. */
export interface StoreChoice {
  /** The id of a store; null where the columns decide. */
  readonly store: string | null;
  readonly mapping: Mapping | null;
}

/** The store of a table. Throws a UserError that names the column that is missing, or the stores that there are. */
export function chooseStore(table: DescribedTable, choice: StoreChoice): WarehouseStore {
  const store = findStore(table, choice);
  const missing = store.required.find((need) => !fits(need, table));
  if (missing === undefined) return store;
  throw lacking(table, store, missing);
}

function findStore(table: DescribedTable, { store: id, mapping }: StoreChoice): WarehouseStore {
  const dialect = table.engine === 'postgres' ? 'postgres' : 'clickhouse';
  if (mapping !== null) return mappedStore(mapping, dialect, 'the mapping file');
  const known = STORES.filter(({ engine }) => table.engine === 'parquet' || engine === dialect);
  if (id !== null) {
    const named = known.find((candidate) => candidate.id === id);
    if (named !== undefined) return named;
    const ids = known.map((candidate) => candidate.id);
    const near = suggest(id, ids);
    const hint = near === null ? `there are ${ids.join(', ')}` : `did you mean "${near}"?`;
    throw sourceError('SOURCE_URL', table.label, `there is no store "${id}"`, hint);
  }
  const alike = known.filter(({ signature }) => signature.every((need) => fits(need, table)));
  const match = alike.find(({ tables }) => tables.includes(table.name)) ?? alike[0];
  if (match !== undefined) return match;
  const guess = guessMapping(table.columns);
  if (guess !== null) return mappedStore(guess, dialect, 'plain columns');
  const nearest = nearestOf(table, known);
  if (nearest !== null) return nearest;
  const lacks = lackingColumn(table.columns);
  const why = lacks === null ? '' : `the table has no column "${lacks}", and `;
  throw sourceError(
    'SOURCE_COLUMN',
    table.label,
    `${why}the columns fit no store: ${listed(table.columns)}`,
    'name them in a mapping file: ?mapping=file.yaml, see docs/sources.md',
  );
}

/** The store that a table is most like, where it has at least half of its columns. */
function nearestOf(
  table: DescribedTable,
  stores: readonly WarehouseStore[],
): WarehouseStore | null {
  const share = ({ required }: WarehouseStore): number =>
    required.filter((need) => fits(need, table)).length / required.length;
  const [nearest] = [...stores].sort((a, b) => share(b) - share(a));
  return nearest !== undefined && share(nearest) >= 0.5 ? nearest : null;
}

function fits({ name, type }: NeededColumn, { columns, engine }: DescribedTable): boolean {
  const existing = columns.get(name);
  if (existing === undefined) return false;
  return type === undefined || engine === 'parquet' || type.test(existing);
}

function lacking(table: DescribedTable, store: WarehouseStore, missing: NeededColumn): Error {
  const { name, use } = missing;
  const type = table.columns.get(name);
  const what =
    type === undefined
      ? `the table has no column "${name}", which ${store.title} needs for ${use}`
      : `the column "${name}" is ${type}, and ${store.title} needs another type for ${use}`;
  return sourceError(
    'SOURCE_COLUMN',
    table.label,
    what,
    `its columns are ${listed(table.columns)}; a mapping file can name others`,
  );
}

const MAX_LISTED = 30;

function listed(columns: Columns): string {
  const names = [...columns.keys()];
  const shown = names.slice(0, MAX_LISTED).join(', ');
  return names.length > MAX_LISTED ? `${shown}, …` : shown === '' ? 'none' : shown;
}
