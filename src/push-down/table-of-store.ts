import type { CallRows, WarehouseTable } from '#readers';
import type { CallsOfRow, CallTable } from './sql/call-table.ts';

/** How a table is counted; or why its runs must be read. */
export type CountableTable = { readonly table: CountedTable } | { readonly why: string };

/** A table whose runs can be counted. */
export interface CountedTable extends CallTable {
  /** The test that a run names; null where none does. */
  readonly test: string | null;
  readonly hasServers: boolean;
}

/** The calls of a described table as statements see them. */
export function tableOfStore({ store, columns, select }: WarehouseTable): CountableTable {
  const { counted, calls, row } = store;
  if (counted === undefined)
    return { why: `only the reader of ${store.title} can say which calls its runs have` };
  const missing = counted.needs?.find((name) => !columns.has(name));
  if (missing !== undefined) return { why: `the table has no column ${missing}` };
  const odd = calls.find(({ shape, tool }) => shape === 'list' && !isArray(tool, columns));
  if (odd !== undefined) return { why: `the tools of a run are not an array of text` };
  const aggregates = (counted.gathered ?? []).map(([, aggregate]) => aggregate);
  const used = namesIn(
    [row.run, counted.test, ...counted.doubts, ...calls.flatMap(expressionsOf), ...aggregates],
    [...columns.keys()],
  );
  return {
    table: {
      ...select(used),
      id: row.run,
      isRun: counted.isRun,
      test: counted.test,
      hasServers: calls.some(({ server }) => server !== null),
      calls: calls.map(toCalls),
      doubts: counted.doubts,
      gathered: counted.gathered ?? [],
      runDoubts: counted.runDoubts ?? [],
    },
  };
}

function toCalls({ shape, where, tool, server, failed }: CallRows): CallsOfRow {
  const condition = where === '1 = 1' ? null : `(${where})`;
  return { shape, where: condition, tool, server, failed: shape === 'list' ? null : failed };
}

function expressionsOf({ where, tool, server, failed }: CallRows): readonly (string | null)[] {
  return [where, tool, server, failed];
}

/** Whether an expression is a column of arrays of text without NULL. */
function isArray(expression: string, columns: WarehouseTable['columns']): boolean {
  const name = expression.replace(/^base\./, '').replace(/^[`"]|[`"]$/g, '');
  const type = columns.get(name) ?? '';
  return /^Array\((?:LowCardinality\()?String\)+$|^(?:text|character varying)\[\]$/.test(type);
}

/** The columns that expressions name. */
function namesIn(
  expressions: readonly (string | null)[],
  columns: readonly string[],
): readonly string[] {
  const words = new Set(expressions.flatMap((one) => one?.match(/[\w$]+/g) ?? []));
  return columns.filter((column) => {
    const parts = column.match(/[\w$]+/g) ?? [];
    return parts.every((part) => words.has(part));
  });
}

/** A table in which each row is a run: its id, the names of its tools, their servers and its test. */
export const PLAIN_TABLE: CountedTable = {
  from: 'traces',
  where: null,
  id: 'run_id',
  isRun: true,
  test: 'test',
  hasServers: true,
  calls: [{ shape: 'list', where: null, tool: 'tools', server: 'servers', failed: null }],
  doubts: [],
  gathered: [],
  runDoubts: [],
};
