import { quoteText } from '#readers';
import type { CallsOfRow } from './call-table.ts';
import { type Dialect, ITEM } from './dialect.ts';
import { whereOf } from './where-of.ts';

/** ClickHouse from 18.16 on: only functions that the oldest and the newest versions have. */
export const clickhouse: Dialect = {
  id: 'clickhouse',
  text: (value) => quoteText(value, 'clickhouse'),
  countIf: (condition) => `countIf(${condition})`,
  count: 'count()',
  countDistinct: (text) => `uniqExact(cityHash64(${text}))`,
  countItems({ tools, servers }, condition) {
    const names = servers === null ? ITEM.tool : `(${ITEM.tool}, ${ITEM.server})`;
    const lists = servers === null ? tools : `${tools}, ${servers}`;
    return `arrayCount(${names} -> ${condition}, ${lists})`;
  },
  sumIf: (number, condition) =>
    condition === null ? `sum(${number})` : `sumIf(${number}, ${condition})`,
  selectCalls({ from, where, id, isRun, calls }) {
    const lists = ['tools', 'servers', 'faults'];
    const records = calls.map((record) => (isRun ? itemsOfRow(record) : itemsOfRun(record)));
    const columns = records.flatMap((record, c) =>
      record.map((list, i) => `${list} AS ${lists[i]}${c}`),
    );
    const chosen = lists.map((list) =>
      records.reduceRight(
        (rest, _, c) =>
          rest === '' ? `${list}${c}` : `if(length(tools${c}) > 0, ${list}${c}, ${rest})`,
        '',
      ),
    );
    return `SELECT run, tool, server, failed, n FROM (
    SELECT run, ${chosen.map((list, i) => `${list} AS ${lists[i]}`).join(', ')}, length(tools) AS n FROM (
      SELECT ${id} AS run, ${columns.join(', ')}
      FROM ${from}${where === null ? '' : ` WHERE ${where}`}${isRun ? '' : ` GROUP BY ${id}`}
    )
  ) ARRAY JOIN tools AS tool, servers AS server, faults AS failed`;
  },
  selectNames(record, { from, where, columns }) {
    const { shape, tool, server } = record;
    const isList = shape === 'list';
    const lists: readonly (readonly [string, string])[] = isList
      ? [['tools', tool], ...(server === null ? [] : [['servers', server] as const])]
      : [
          ['tool', tool],
          ['server', `coalesce(${server ?? "''"}, '')`],
        ];
    const selected = [...columns, ...lists].map(([name, sql]) => `${sql} AS _${name}`).join(', ');
    const rows = `SELECT ${selected} FROM ${from}${whereOf([where, record.where])}`;
    const keys = columns.map(([name]) => `_${name} AS ${name}`);
    const servers = server === null ? '' : ', _servers AS _server';
    const items = isList ? ` ARRAY JOIN _tools AS _tool${servers}` : '';
    const ofServer = isList && server === null ? "''" : '_server';
    return `SELECT ${keys.join(', ')}, _tool AS tool, ${ofServer} AS server FROM (${rows})${items}`;
  },
  asText: (value) => `toString(${value})`,
  // Rows come as JSON.
  listText: (list) => list,
  byBytes: (text) => text,
  choose: (condition, then, otherwise) => `if(${condition}, ${then}, ${otherwise})`,
};

/** The tools, servers and failures of the calls of a run, as arrays of equal length. */
function itemsOfRun({ shape, where, tool, server, failed }: CallsOfRow): readonly string[] {
  if (shape === 'list')
    return itemsOfRow({ shape, where: null, tool, server, failed }).map((list) =>
      where === null ? `groupArrayArray(${list})` : `groupArrayArrayIf(${list}, ${where})`,
    );
  const columns = [
    tool,
    `coalesce(${server ?? "''"}, '')`,
    failed === null ? '0' : `if(${failed}, 1, 0)`,
  ];
  return columns.map((column) =>
    where === null ? `groupArray(${column})` : `groupArrayIf(${column}, ${where})`,
  );
}

/** The same of a row that lists calls. */
function itemsOfRow({ tool, server }: CallsOfRow): readonly string[] {
  const constant = (value: string): string => `arrayMap(${ITEM.tool} -> ${value}, ${tool})`;
  return [tool, server ?? constant("''"), constant('0')];
}
