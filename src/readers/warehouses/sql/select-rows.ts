import { type Columns, type WarehouseStore } from '../store.ts';
import type { WarehouseAddress } from '../address.ts';
import { sourceError } from '#platform';
import { readColumns } from '../stores/read-columns.ts';
import { isPlain, selectColumn, timeLiteral } from './column-text.ts';
import { quoteName, quoteText } from './quote.ts';

/** A statement that returns the rows of runs, and the columns of a row by their place. */
export interface RowQuery {
  readonly sql: string;
  /** The names of the columns from `c2` on; `c0` is the run, `c1` its scope. */
  readonly names: readonly string[];
  /** Which of them are JSON text. */
  readonly isJson: readonly boolean[];
}

/** The rows that an address selects: whole runs, ordered by run, start and id. */
export function selectRows(
  store: WarehouseStore,
  columns: Columns,
  address: WarehouseAddress,
): RowQuery {
  const { engine: dialect } = store;
  const names = readColumns(store, columns);
  const selected = names.map((name) => selectColumn(name, columns.get(name) ?? '', dialect));
  const { run, time, id, scope } = store.row;
  const fields = [textOf(run, dialect), scope === null ? "''" : textOf(scope, dialect)];
  const list = [...fields, ...selected].map((text, at) => `${text} AS c${at}`).join(', ');
  const order = [run, ...(scope === null ? [] : [scope]), time, id].map((expression, at, all) =>
    dialect === 'postgres' && at !== all.length - 2
      ? `(${expression})::text COLLATE "C"`
      : expression,
  );
  const { from, where } = selectFrom(store, columns, address, names);
  const condition = where === null ? '' : ` WHERE ${where}`;
  return {
    sql: `SELECT ${list} FROM ${from}${condition} ORDER BY ${order.join(', ')}`,
    names,
    isJson: names.map((name) => dialect === 'postgres' && isJsonText(columns.get(name) ?? '')),
  };
}

function isJsonText(type: string): boolean {
  return !type.startsWith('timestamp') && !isPlain(type);
}

function textOf(expression: string, dialect: WarehouseStore['engine']): string {
  return dialect === 'postgres' ? `(${expression})::text` : `toString(${expression})`;
}

/** The rows that count, and of them those that an address selects. */
export interface SelectedRows {
  readonly from: string;
  /** Null for all. */
  readonly where: string | null;
}

/** What follows FROM and WHERE: of replaced rows the last, with these columns, where the address selects them. */
export function selectFrom(
  store: WarehouseStore,
  columns: Columns,
  address: WarehouseAddress,
  names: readonly string[],
): SelectedRows {
  const table = tableOf(address, store.engine);
  const selected = conditionsOf(store, columns, address, table).join(' AND ') || null;
  const { replacement } = store;
  if (replacement === null || store.engine !== 'clickhouse')
    return { from: joined(store, address), where: selected };
  const where = selected === null ? '' : ` WHERE ${selected}`;
  const isUsed = (name: string): boolean => columns.has(name);
  const { key, version, deleted } = replacement;
  const inner = [...new Set([...names, ...key, version, ...(deleted === null ? [] : [deleted])])]
    .filter(isUsed)
    .map((name) => quoteName(name, 'clickhouse'));
  return {
    from: `(SELECT ${inner.join(', ')} FROM ${table}${where} ORDER BY ${version} DESC LIMIT 1 BY ${key.join(', ')})`,
    where: deleted !== null && isUsed(deleted) ? `${deleted} = 0` : null,
  };
}

/** The table of an address as SQL names it. */
export function tableOf(
  { database, schema, table }: WarehouseAddress,
  dialect: WarehouseStore['engine'],
): string {
  const parent = dialect === 'postgres' ? schema : database;
  return `${quoteName(parent, dialect)}.${quoteName(table, dialect)}`;
}

function joined(store: WarehouseStore, address: WarehouseAddress): string {
  const table = tableOf(address, store.engine);
  if (store.engine === 'clickhouse') return table;
  const join = store.join.replaceAll('{schema}', quoteName(address.schema, 'postgres'));
  return `${table} AS base${join === '' ? '' : ` ${join}`}`;
}

function conditionsOf(
  store: WarehouseStore,
  columns: Columns,
  address: WarehouseAddress,
  table: string,
): readonly string[] {
  const { engine: dialect } = store;
  const fail = (message: string, hint?: string): Error =>
    sourceError('SOURCE_URL', address.display, message, hint);
  const { run, time, scope, project } = store.row;
  const equals = (expression: string, text: string): string => {
    const literal = quoteText(text, dialect);
    if (literal === null) throw fail('a NUL character cannot be in a value of PostgreSQL');
    return `${textOf(expression, dialect)} = ${literal}`;
  };
  const conditions: string[] = [];
  if (address.run !== null) conditions.push(equals(run, address.run));
  if (address.project !== null) {
    if (project === null) throw fail(`${store.title} has no project to select`);
    conditions.push(equals(project, address.project));
  }
  const { since, until, limit } = address;
  if (since === null && until === null && limit === null) return conditions;
  const type = columns.get(time.replace(/^base\./, '').replace(/^[`"]|[`"]$/g, '')) ?? '';
  const bound = (operator: string, iso: string | null): readonly string[] => {
    if (iso === null) return [];
    const literal = timeLiteral(iso, type, dialect);
    if (literal === null)
      throw fail(`since and until need a time: ${time} is ${type === '' ? 'missing' : type}`);
    return [`min(${time}) ${operator} ${literal}`];
  };
  const having = [...bound('>=', since), ...bound('<', until)];
  const group = scope === null ? run : `${scope}, ${run}`;
  const source = dialect === 'postgres' ? joined(store, address) : table;
  const runs = [
    `SELECT ${group} FROM ${source}`,
    ...(conditions.length === 0 ? [] : [`WHERE ${conditions.join(' AND ')}`]),
    `GROUP BY ${group}`,
    ...(having.length === 0 ? [] : [`HAVING ${having.join(' AND ')}`]),
    ...(limit === null ? [] : [`ORDER BY min(${time}) DESC, ${group} LIMIT ${limit}`]),
  ].join(' ');
  const key = scope === null ? run : `(${group})`;
  // A subquery over shards must be run once, and not by each of them.
  const within = dialect === 'clickhouse' ? 'GLOBAL IN' : 'IN';
  return [...conditions, `${key} ${within} (${runs})`];
}
