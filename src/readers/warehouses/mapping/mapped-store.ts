import type { NeededColumn, WarehouseStore } from '../store.ts';
import { type Dialect, quoteName, quoteText } from '../sql/quote.ts';
import { toMappedRecord } from './mapped-record.ts';
import type { ColumnRef, Mapping, MappingField } from './mapping.ts';

const USES: ReadonlyMap<MappingField, string> = new Map([
  ['run', 'the run'],
  ['trace', 'the native trace'],
  ['tools', 'the tools of a run'],
  ['tool', 'the name of a tool'],
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
    offered: null,
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
  const [tools, status, failed] = [sql('tools'), sql('status'), sql('failed')];
  // A call without a name, and a status that is not one, are errors of a trace.
  const odd = (list: string, isOdd: string): string =>
    dialect === 'postgres'
      ? `EXISTS (SELECT 1 FROM unnest(${list}) AS item(_value) WHERE ${isOdd})`
      : `arrayExists(_value -> ${isOdd}, ${list})`;
  const isOddStatus = (value: string): string => `coalesce(${value}, '') NOT IN (${STATUSES})`;
  const doubts = [
    ...(tools === null ? [] : [odd(tools, `coalesce(_value, '') = ''`)]),
    ...(status === null || failed !== null
      ? []
      : [tools === null ? isOddStatus(status) : odd(status, isOddStatus('_value'))]),
  ];
  return { counted: { isRun: tools !== null, test: sql('test'), doubts } };
}

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
      server: sql('server'),
      arguments: sql('arguments'),
      failed: sql('failed') ?? (status === null ? null : `${status} = 'error'`),
    },
  ];
}
