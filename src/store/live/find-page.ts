import type { TraceFilter, TracePage } from './live-trace.ts';
import { COLUMNS, readTrace, type Row } from './read-trace.ts';

/** How many traces one request searches for a text: the next one goes on from there. */
const MAX_SEARCHED = 20_000;

type Query = (sql: string, values: readonly (string | number)[]) => readonly Row[];

/** Traces before a place that fit a filter, the newest first. What has no index is searched a part at a time. */
export function findPage(
  all: Query,
  before: number,
  limit: number,
  { outcome, verdict, tool, text }: TraceFilter,
): TracePage {
  const conditions = ['place < ?'];
  const values: (string | number)[] = [before];
  const add = (condition: string, value: string | number): void => {
    conditions.push(condition);
    values.push(value);
  };
  const filters = [outcome, verdict, tool, text].filter((value) => value !== undefined).length;
  const isSearched = text !== undefined || filters > 1;
  const end = isSearched ? searchEnd(all, before) : 0;
  if (outcome !== undefined) add('outcome = ?', outcome);
  if (verdict !== undefined) add('verdict = ?', verdict);
  if (tool !== undefined)
    add('place IN (SELECT trace FROM tool WHERE name = ? AND trace < ?)', tool);
  if (tool !== undefined) values.push(before);
  if (text !== undefined) add("summary LIKE ? ESCAPE '\\'", `%${escapeLike(text)}%`);
  if (isSearched) add('place >= ?', end);
  const sql =
    tool !== undefined && filters === 1
      ? `SELECT ${COLUMNS} FROM tool JOIN trace ON place = tool.trace
           WHERE name = ? AND tool.trace < ? ORDER BY tool.trace DESC LIMIT ?`
      : `SELECT ${COLUMNS} FROM trace WHERE ${conditions.join(' AND ')} ORDER BY place DESC LIMIT ?`;
  const bound = tool !== undefined && filters === 1 ? [tool, before] : values;
  const items = all(sql, [...bound, limit + 1]).map(readTrace);
  if (items.length > limit) return { items: items.slice(0, limit), next: items[limit - 1]!.place };
  return { items, next: isSearched && end > 1 ? end : null };
}

/** The place where a search ends for now. */
function searchEnd(all: Query, before: number): number {
  const [row] = all('SELECT max(place) AS top FROM trace WHERE place < ?', [before]);
  return Math.max(0, Number(row?.['top'] ?? 0) - MAX_SEARCHED);
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
}
