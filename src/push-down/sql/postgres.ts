import { quoteText } from '#readers';
import type { CallsOfRow } from './call-table.ts';
import { type Dialect, ITEM } from './dialect.ts';
import { whereOf } from './where-of.ts';

/** PostgreSQL from 12 on. */
export const postgres: Dialect = {
  id: 'postgres',
  text: (value) => quoteText(value, 'postgres'),
  countIf: (condition) => `count(*) FILTER (WHERE ${condition})`,
  count: 'count(*)',
  countDistinct: (text) => `count(DISTINCT ${text})`,
  countItems({ tools, servers }, condition) {
    const lists = servers === null ? tools : `${tools}, ${servers}`;
    const names = servers === null ? ITEM.tool : `${ITEM.tool}, ${ITEM.server}`;
    return `(SELECT count(*) FROM unnest(${lists}) AS item(${names}) WHERE ${condition})`;
  },
  sumIf: (number, condition) =>
    `coalesce(sum(${number})${condition === null ? '' : ` FILTER (WHERE ${condition})`}, 0)`,
  selectCalls({ from, where, id, calls }) {
    const [record] = calls as readonly [CallsOfRow];
    const { items, tool, server } = itemsOf(record);
    const fault = record.failed === null ? '0' : `CASE WHEN ${record.failed} THEN 1 ELSE 0 END`;
    return `SELECT run, tool, server, failed, count(*) OVER (PARTITION BY run) AS n FROM (
    SELECT ${id} AS run, ${tool} AS tool, coalesce(${server}, '') AS server, ${fault} AS failed
    FROM ${from}${items}${whereOf([where, record.where])}
  ) AS called`;
  },
  selectNames(record, { from, where, columns }) {
    const { items, tool, server } = itemsOf(record);
    const keys = columns.map(([name, sql]) => `${sql} AS ${name}`);
    const names = `${tool} AS tool, coalesce(${server}, '') AS server`;
    const rows = `${from}${items}${whereOf([where, record.where])}`;
    return `SELECT ${keys.join(', ')}, ${names} FROM ${rows}`;
  },
  asText: (value) => `(${value})::text`,
  listText: (list) => `coalesce(to_json(${list})::text, '')`,
  byBytes: (text) => `(${text})::text COLLATE "C"`,
  choose: (condition, then, otherwise) =>
    `CASE WHEN ${condition} THEN ${then} ELSE ${otherwise} END`,
};

/** What follows FROM to make a row of each call, and the expressions of its tool and its server. */
function itemsOf({ shape, tool, server }: CallsOfRow): {
  readonly items: string;
  readonly tool: string;
  readonly server: string;
} {
  if (shape === 'row') return { items: '', tool, server: server ?? "''" };
  const lists = server === null ? tool : `${tool}, ${server}`;
  const names = server === null ? ITEM.tool : `${ITEM.tool}, ${ITEM.server}`;
  const items = ` CROSS JOIN LATERAL unnest(${lists}) AS item(${names})`;
  return { items, tool: ITEM.tool, server: server === null ? "''" : ITEM.server };
}
