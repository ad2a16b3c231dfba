import type { NeededColumn, OfferedRows, WarehouseStore } from '../store.ts';
import { type Dialect, quoteName, quoteText } from '../sql/quote.ts';
import { toMappedRecord } from './mapped-record.ts';
import type { ColumnRef, Mapping, MappingField } from './mapping.ts';

const USES: ReadonlyMap<MappingField, string> = new Map([
  ['run', 'the run'],
  ['trace', 'the native trace'],
  ['tools', 'the tools of a run'],
  ['tool', 'the name of a tool'],
  ['offered', 'the tools that a run was offered'],
  ['time', 'the start'],
]);

/** The store that a mapping describes. */
export function mappedStore(mapping: Mapping, dialect: Dialect, title: string): WarehouseStore {
  const { fields, where } = mapping;
  const sql = (field: MappingField): string | null => {
    const ref = fields.get(field);
    return ref === undefined ? null : expressionOf(ref, dialect);
  };
  const required = new Map<string, NeededColumn>();
  for (const [field, { column }] of fields)
    if (!required.has(column))
      required.set(column, { name: column, use: USES.get(field) ?? `\`${field}\`` });
  if (where !== null && !required.has(where.ref.column))
    required.set(where.ref.column, { name: where.ref.column, use: '`where`' });
  const run = sql('run') ?? sql('trace') ?? "''";
  return {
    id: 'mapping',
    title,
    engine: dialect,
    tables: [],
    signature: [],
    required: [...required.values()],
    optional: [],
    row: {
      run,
      time: sql('time') ?? run,
      id: sql('order') ?? run,
      project: sql('project'),
      scope: sql('project'),
    },
    join: '',
    calls: callsOf(mapping, dialect),
    ...countedOf(mapping, dialect),
    replacement: null,
    format:
      fields.has('tool') && !fields.has('trace') && !fields.has('tools') ? 'call-rows' : 'native',
    toRecord: (row) => toMappedRecord(row, mapping),
  };
}

/** A value of a row in SQL. */
function expressionOf({ column, key }: ColumnRef, dialect: Dialect): string {
  const name = quoteName(column, dialect);
  if (key === null) return dialect === 'postgres' ? `base.${name}` : name;
  const literal = quoteText(key, dialect) ?? "''";
  return dialect === 'postgres' ? `(base.${name} ->> ${literal})` : `${name}[${literal}]`;
}

/** How the runs of a mapping are counted: native traces inside a column are not. */
function countedOf({ fields, where }: Mapping, dialect: Dialect): Pick<WarehouseStore, 'counted'> {
  // `where` is about rows that are calls.
  if (fields.has('trace') || (fields.has('tools') && where !== null)) return {};
  const sql = (field: MappingField): string | null => {
    const ref = fields.get(field);
    return ref === undefined ? null : expressionOf(ref, dialect);
  };
  const tools = sql('tools');
  const tool = sql('tool');
  const server = sql('server');
  const status = sql('status');
  const failed = sql('failed');
  const offered = sql('offered');
  // The rows of a run may list other tools each.
  if (offered !== null && tools === null) return {};
  // A call without a name, and a status that is not one, are errors of a trace.
  const odd = (list: string, isOdd: string): string =>
    dialect === 'postgres'
      ? `EXISTS (SELECT 1 FROM unnest(${list}) AS item(_value) WHERE ${isOdd})`
      : `arrayExists(_value -> ${isOdd}, ${list})`;
  const isLong = (value: string): string => `length(${value}) > ${MAX_NAME_BYTES}`;
  const isOddName = (value: string): string => `(coalesce(${value}, '') = '' OR ${isLong(value)})`;
  const isOddStatus = (value: string): string => `coalesce(${value}, '') NOT IN (${STATUSES})`;
  const doubts = [
    ...(tools !== null && dialect === 'postgres' ? [`${tools} IS NULL`] : []),
    ...[tools, offered].flatMap((list) => (list === null ? [] : [odd(list, isOddName('_value'))])),
    ...(tools === null && tool !== null ? [isLong(tool)] : []),
    ...(server === null
      ? []
      : [tools === null ? isLong(server) : odd(server, isLong("coalesce(_value, '')"))]),
    ...(status === null || failed !== null
      ? []
      : [tools === null ? isOddStatus(status) : odd(status, isOddStatus('_value'))]),
  ];
  const offers: OfferedRows | null =
    offered === null
      ? null
      : {
          where: dialect === 'postgres' ? `${offered} IS NOT NULL` : '1 = 1',
          list: offered,
          read: (name) => [{ server: null, name }],
        };
  const ofCase = sql('case');
  const some = (of: readonly MappingField[]): readonly string[] =>
    of.flatMap((field) => sql(field) ?? []);
  const rows = {
    isRun: tools !== null,
    test: sql('test'),
    ...(ofCase === null ? {} : { case: ofCase }),
    texts: some(['test', 'case', 'agent', ...(tools === null ? ['call_id' as const] : [])]),
    lists:
      tools === null
        ? []
        : some(['server', 'call_id', ...(failed === null ? ['status' as const] : [])]),
    doubts,
  };
  return { counted: offers === null ? rows : { ...rows, offers } };
}

/** A list that is as long as another: what lacks is empty, and what is too much is not of a call. */
function asLong(list: string | null, other: string, dialect: Dialect): string | null {
  if (list === null) return null;
  return dialect === 'postgres'
    ? `${list}[1:coalesce(cardinality(${other}), 0)]`
    : `arrayResize(${list}, length(${other}))`;
}

/** Longer names may be too long for a reader, which counts characters. */
const MAX_NAME_BYTES = 512;

const STATUSES = "'', 'ok', 'error', 'denied', 'missing'";

function callsOf({ fields, where }: Mapping, dialect: Dialect): WarehouseStore['calls'] {
  const sql = (field: MappingField): string | null => {
    const ref = fields.get(field);
    return ref === undefined ? null : expressionOf(ref, dialect);
  };
  if (fields.has('trace')) return [];
  const tools = sql('tools');
  const tool = tools ?? sql('tool');
  if (tool === null) return [];
  const status = sql('status');
  const conditions = [
    ...(tools === null ? [`${tool} != ''`] : []),
    ...(where === null
      ? []
      : [`${expressionOf(where.ref, dialect)} = ${quoteText(where.equals, dialect) ?? "''"}`]),
  ];
  return [
    {
      shape: tools === null ? 'row' : 'list',
      where: conditions.join(' AND ') || '1 = 1',
      tool,
      server: tools === null ? sql('server') : asLong(sql('server'), tools, dialect),
      arguments: sql('arguments'),
      failed: sql('failed') ?? (status === null ? null : `${status} = 'error'`),
    },
  ];
}
