import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { InputRecord } from '../../read-input.ts';
import type { Input } from '../../reader.ts';
import { nothingFound } from '../../sources/read-pages.ts';
import { chooseStore } from '../choose-store.ts';
import { loadMapping } from '../load-mapping.ts';
import { formatIdOf, loadStoreFormat } from '../load-store-format.ts';
import { readColumns } from '../stores/read-columns.ts';
import { openParquet, type ParquetTable } from './parquet-table.ts';

const ENDING = /\.parquet$/i;

/**
 * Reads the rows of a Parquet file, as a table with the same columns would be read; one row group is in memory. A mapping
 * file lies beside it: `runs.mapping.yaml` for `runs.parquet`, or `mapping.yaml` for all files of a folder.
 */
export async function* readParquet({
  path,
  displayName,
  ...input
}: Input): AsyncGenerator<readonly InputRecord[]> {
  const table = await openParquet(path, displayName);
  if (!table.ok) {
    yield [{ kind: 'error', issue: table.issue }];
    return;
  }
  try {
    yield* readRows(table, { ...input, path, displayName });
  } finally {
    await table.close();
  }
}

async function* readRows(
  table: ParquetTable,
  input: Input,
): AsyncGenerator<readonly InputRecord[]> {
  const { path, displayName: label } = input;
  if (table.rows === 0) {
    yield [{ kind: 'error', issue: nothingFound(label) }];
    return;
  }
  const { columns } = table;
  const mappingPath = findMapping(path);
  const mapping = mappingPath === null ? null : await loadMapping(mappingPath);
  const name = basename(path).replace(ENDING, '');
  const store = chooseStore({ engine: 'parquet', name, columns, label }, { store: null, mapping });
  const format = await loadStoreFormat(store);
  const id = formatIdOf(store, format);
  yield [
    { kind: 'input', input: { ...input, format: id === format.id ? format : { ...format, id } } },
  ];
  yield* table.read(readColumns(store, columns), (row, at) => ({
    kind: 'value',
    value: store.toRecord(row, ''),
    where: { file: label, pointer: `/rows/${at}` },
  }));
}

/** The mapping file of a Parquet file; null without one. */
function findMapping(path: string): string | null {
  const folder = dirname(path);
  const own = join(folder, `${basename(path).replace(ENDING, '')}.mapping.yaml`);
  return [own, join(folder, 'mapping.yaml')].find((file) => existsSync(file)) ?? null;
}
