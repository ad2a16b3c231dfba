import { quoteText } from '#readers';
import type { CallsOfRow } from './call-table.ts';
import { type Dialect, ITEM } from './dialect.ts';

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
    const { shape, tool, server, failed } = record;
    const isList = shape === 'list';
    const items = isList
      ? ` CROSS JOIN LATERAL unnest(${server === null ? tool : `${tool}, ${server}`})` +
        ` AS item(${server === null ? ITEM.tool : `${ITEM.tool}, ${ITEM.server}`})`
      : '';
    const conditions = [where, record.where].flatMap((one) => (one === null ? [] : [one]));
    const ofServer = server === null ? "''" : `coalesce(${isList ? ITEM.server : server}, '')`;
    const fault = failed === null ? '0' : `CASE WHEN ${failed} THEN 1 ELSE 0 END`;
    return `SELECT run, tool, server, failed, count(*) OVER (PARTITION BY run) AS n FROM (
    SELECT ${id} AS run, ${isList ? ITEM.tool : tool} AS tool, ${ofServer} AS server, ${fault} AS failed
    FROM ${from}${items}${conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`}
  ) AS called`;
  },
  choose: (condition, then, otherwise) =>
    `CASE WHEN ${condition} THEN ${then} ELSE ${otherwise} END`,
};
