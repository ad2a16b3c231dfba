import type { InputRecord } from '../read-input.ts';
import type { Input } from '../reader.ts';
import { nothingFound } from '../sources/read-pages.ts';
import { connectTable } from './connect-table.ts';
import { formatIdOf, loadStoreFormat } from './load-store-format.ts';
import { toSourceRecord } from './row-records.ts';
import { runByRun } from './run-by-run.ts';
import { selectRows } from './sql/select-rows.ts';

/**
 * Reads the traces of a table of a database. It is described before anything is asked of it. Throws a UserError where it
 * cannot be read, and where a part of it did not arrive.
 */
export async function* readWarehouse(input: Input): AsyncGenerator<readonly InputRecord[]> {
  const { address, connection, store, columns } = await connectTable(input.path);
  try {
    const format = await loadStoreFormat(store);
    const { base } = address;
    yield [
      { kind: 'input', input: { ...input, format: runByRun(format, formatIdOf(store, format)) } },
    ];
    let isEmpty = true;
    for await (const rows of connection.rows(selectRows(store, columns, address))) {
      isEmpty &&= rows.length === 0;
      yield rows.map((row) =>
        row.ok
          ? toSourceRecord(store, row.columns, { run: row.run, scope: row.scope, base })
          : { kind: 'error', issue: row.issue },
      );
    }
    if (isEmpty) yield [{ kind: 'error', issue: nothingFound(input.displayName) }];
  } finally {
    await connection.close();
  }
}
