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
  const filters = [outcome, verdict, tool, text].filter((value) => value !== undefined).length;
  const isSearched = text !== undefined || filters > 1;
  const end = isSearched ? searchEnd(all, before) : 0;
  const conditions: readonly (readonly [sql: string, value: string | number | undefined])[] = [
    ['place < ?', before],
    ['place >= ?', isSearched ? end : undefined],
    ['outcome = ?', outcome],
    ['verdict = ?', verdict],
    // In this order the index of tools is followed, the newest trace first.
    ['tool.name = ?', tool],
    ["words LIKE ? ESCAPE '\\'", text === undefined ? undefined : `%${escapeLike(text)}%`],
  ];
  const asked = conditions.filter(([, value]) => value !== undefined);
  const source = tool === undefined ? 'trace' : 'tool JOIN trace ON place = tool.trace';
  const order = tool === undefined ? 'place' : 'tool.trace';
  const items = all(
    `SELECT ${COLUMNS} FROM ${source} WHERE ${asked.map(([sql]) => sql).join(' AND ')}
       ORDER BY ${order} DESC LIMIT ?`,
    [...asked.map(([, value]) => value as string | number), limit + 1],
  ).map(readTrace);
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
