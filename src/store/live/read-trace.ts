import type { Json, Verdict } from '#core';
import type { LiveOutcome } from '#schema';
import type { StoredTrace } from './live-trace.ts';

/** A row of the database. */
export type Row = Readonly<Record<string, unknown>>;

export const COLUMNS =
  'place, id, change, first_ms, last_ms, records, bytes, is_waiting, outcome, verdict, summary';

export function readTrace(row: Row): StoredTrace {
  const { summary } = row;
  return {
    place: Number(row['place']),
    id: String(row['id']),
    change: Number(row['change']),
    firstMs: Number(row['first_ms']),
    lastMs: Number(row['last_ms']),
    records: Number(row['records']),
    bytes: Number(row['bytes']),
    isWaiting: row['is_waiting'] === 1,
    outcome: row['outcome'] as LiveOutcome,
    verdict: row['verdict'] as Verdict | null,
    summary: typeof summary === 'string' ? (JSON.parse(summary) as Json) : null,
  };
}
