import type { CallRows, CountedRows, OfferedRows, WarehouseTable } from '#readers';
import type { CallsOfRow, CallTable } from './sql/call-table.ts';
import { dialectOf } from './sql/dialects.ts';

/** How a table is counted; or why its runs must be read. */
export type CountableTable = { readonly table: CountedTable } | { readonly why: string };

/** A table whose runs can be counted. */
export interface CountedTable extends CallTable {
  /** The test that a run names; null where none does. */
  readonly test: string | null;
  /** The case that a run names; null where none does. */
  readonly case: string | null;
  /** The project of a run; null where runs have none. */
  readonly scope: string | null;
  readonly hasServers: boolean;
  readonly offers: OfferedRows | null;
}

/** The calls of a described table as statements see them. */
export function tableOfStore({ store, columns, select }: WarehouseTable): CountableTable {
  const { counted, calls, row } = store;
  if (counted === undefined)
    return { why: `only the reader of ${store.title} can say which calls its runs have` };
  const missing = counted.needs?.find((name) => !columns.has(name));
  if (missing !== undefined) return { why: `the table has no column ${missing}` };
  const { doubts, gathered = [], runDoubts = [], runs = null } = counted;
  const offers = offersOf(counted, columns);
  const isList = (expression: string): boolean => isArray(expression, columns);
  // What is not a column is made by the store itself, and an array.
  const isOdd = (expression: string): boolean =>
    (counted.isRun || columns.has(expression)) && !isList(expression);
  if (calls.some(({ shape, tool }) => shape === 'list' && isOdd(tool)))
    return { why: 'the tools of a run are not an array of text' };
  if (offers !== null && isOdd(offers.list))
    return { why: 'the tools that a run was offered are not an array of text' };
  // Padding, collations and enumerations compare in another way than texts do.
  const compared = calls.flatMap(({ shape, tool, server }) =>
    shape === 'row' ? [tool, server] : [],
  );
  const isPadded = (expression: string | null): boolean =>
    expression !== null && typeOf(expression, columns) !== '' && !isText(expression, columns);
  const unclear =
    [...compared, counted.test].find(isPadded) ??
    counted.texts?.find((expression) => !isText(expression, columns)) ??
    counted.lists?.find((expression) => !LIST_OF_TEXT.test(typeOf(expression, columns)));
  if (unclear !== undefined)
    return { why: `only a reader can say whether the values of ${unclear} are text` };
  // Runs of two projects may have the same id: they are read.
  const hasScopes = row.scope !== null && !counted.isRun;
  const scopes = hasScopes ? dialectOf(store.engine).countDistinct(row.scope ?? '') : '';
  const used = namesIn(
    [
      row.run,
      row.scope,
      counted.test,
      counted.case ?? null,
      ...doubts,
      ...calls.flatMap(expressionsOf),
      ...gathered.map(([, aggregate]) => aggregate),
      ...(offers === null ? [] : [offers.where, offers.list]),
    ],
    [...columns.keys()],
  );
  return {
    table: {
      ...select(used),
      id: row.run,
      isRun: counted.isRun,
      test: counted.test,
      case: counted.case ?? null,
      scope: row.scope,
      hasServers: calls.some(({ server }) => server !== null),
      calls: calls.map(toCalls),
      doubts,
      gathered: hasScopes ? [...gathered, ['scopes', scopes]] : gathered,
      runDoubts: hasScopes ? [...runDoubts, 'scopes > 1'] : runDoubts,
      runs,
      partial: counted.partial ?? null,
      offers,
    },
  };
}

/** Where the table lists offered tools; null where it lacks the column. */
function offersOf({ offers }: CountedRows, columns: WarehouseTable['columns']): OfferedRows | null {
  if (offers?.column === undefined) return offers ?? null;
  const { column } = offers;
  const type = columns.get(column.name);
  return type !== undefined && column.type?.test(type) !== false ? offers : null;
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
  const type = typeOf(expression, columns);
  return LIST_OF_TEXT.test(type) && !type.includes('Nullable');
}

const LIST_OF_TEXT =
  /^Array\((?:(?:LowCardinality|Nullable)\()*String\)+$|^(?:text|character varying)\[\]$/;

/** The type of the column that an expression is; empty where it is more than a column. */
function typeOf(expression: string, columns: WarehouseTable['columns']): string {
  const name = expression.replace(/^base\./, '').replace(/^[`"]|[`"]$/g, '');
  return columns.get(name) ?? '';
}

/** Whether an expression is a column of text, or a member of a map of text; anything else is for the reader to check. */
function isText(expression: string, columns: WarehouseTable['columns']): boolean {
  const [, name = '', key] = /^(?:base\.)?[`"]?([^`"]+)[`"]?(\[.*\])?$/s.exec(expression) ?? [];
  const type = columns.get(name) ?? '';
  return key === undefined
    ? /^(?:(?:Nullable|LowCardinality)\()*String\)*$|^(?:text|character varying)/.test(type)
    : /^Map\(.*, String\)$/.test(type);
}

/** The columns that expressions name. */
function namesIn(
  expressions: readonly (string | null)[],
  columns: readonly string[],
): readonly string[] {
  const words = new Set(expressions.flatMap((expression) => expression?.match(/[\w$]+/g) ?? []));
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
  case: 'case',
  scope: null,
  hasServers: true,
  calls: [{ shape: 'list', where: null, tool: 'tools', server: 'servers', failed: null }],
  doubts: [],
  gathered: [],
  runDoubts: [],
  runs: null,
  partial: null,
  offers: null,
};
