import type { ToolRef } from '#core';
import type { WarehouseTable } from '#readers';
import type { Dialect } from './sql/dialect.ts';
import { NAME_COLUMNS, nameStatement } from './sql/name-statement.ts';
import type { CountedTable } from './table-of-store.ts';

/** The tools that the runs of a test called, and were offered. */
interface NamesOfTest {
  readonly called: readonly ToolRef[];
  readonly offered: readonly ToolRef[];
}

/** The names of a table by the test that runs name, empty where none does; or why runs must be read. */
export type FoundNames =
  | { readonly names: ReadonlyMap<string, NamesOfTest> }
  | { readonly why: string };

/** Of more distinct names the table is read. */
const MAX_NAMES = 100_000;

/** Finds the distinct names of a table: expected tools that no run called or was offered are reported. */
export async function findNames(
  open: WarehouseTable,
  table: CountedTable,
  dialect: Dialect,
): Promise<FoundNames> {
  const rows = await open.query(nameStatement(table, MAX_NAMES + 1, dialect), NAME_COLUMNS);
  if (rows.length > MAX_NAMES)
    return { why: `its runs have more than ${MAX_NAMES} names of tools` };
  const names = new Map<string, { readonly called: ToolRef[]; readonly offered: ToolRef[] }>();
  for (const [isOffered = '', test = '', tool = '', server = ''] of rows) {
    let ofTest = names.get(test);
    if (ofTest === undefined) names.set(test, (ofTest = { called: [], offered: [] }));
    if (isOffered === '0') {
      ofTest.called.push({ server: server === '' ? null : server, name: tool });
      continue;
    }
    const tools = table.offers?.read(tool) ?? null;
    if (tools === null) return { why: 'the tools that some run was offered cannot be counted' };
    ofTest.offered.push(...tools);
  }
  return { names };
}
