import type { Issue, Json } from '#core';
import { type ReadFailure, readIssue } from '../records/read-codes.ts';
import { count } from '../draft/count.ts';
import { sourceIssue } from '#platform';
import type { SourceRecord } from './source.ts';
import type { SourceQuery } from './source-url.ts';
import { type RecordFacts, TraceWindow } from './trace-window.ts';

/** A page of an API; `next` requests the following page, null on the last page. */
export type Page =
  | { readonly ok: true; readonly items: readonly Json[]; readonly next: string | null }
  | { readonly ok: false; readonly issue: ReadFailure };

/** How an API is read page by page. */
export interface PageReader {
  readonly label: string;
  readonly query: SourceQuery;
  read(cursor: string | null): Promise<Page>;
  /** Null for an item without these facts: the format reports what is wrong with it. */
  describe(item: Json): RecordFacts | null;
}

/** Reads the requested traces of an API, one batch per page. */
export async function* readPages(reader: PageReader): AsyncGenerator<readonly SourceRecord[]> {
  const { label, query } = reader;
  const window = new TraceWindow(query);
  const where = { file: label };
  const toRecord = (value: Json): SourceRecord => ({ kind: 'value', value, where });
  let count = 0;
  let cursor: string | null = null;
  do {
    const page: Page = await reader.read(cursor);
    if (!page.ok) {
      yield [{ kind: 'error', issue: page.issue }];
      return;
    }
    const records = page.items.flatMap((item) => {
      const facts = reader.describe(item);
      return facts === null ? [item] : window.add(item, facts);
    });
    count += records.length;
    if (records.length > 0) yield records.map(toRecord);
    if (page.next !== null && page.next === cursor) {
      yield [{ kind: 'error', issue: sameAgain(label) }];
      return;
    }
    cursor = page.next;
  } while (cursor !== null && !window.isDone);
  const { records, leftOut } = window.end();
  if (records.length > 0) yield records.map(toRecord);
  if (leftOut > 0 && query.since !== null)
    yield [{ kind: 'warning', issue: beganBefore(label, leftOut, query.since) }];
  if (count + records.length === 0) yield [{ kind: 'error', issue: nothingFound(label) }];
}

/** A source without a trace measures nothing: it is an error, not a pass. */
export function nothingFound(label: string): ReadFailure {
  const message = 'there are no traces here, so nothing was measured';
  return readIssue('NO_RECORDS', message, { where: { file: label } });
}

function sameAgain(label: string): ReadFailure {
  return sourceIssue('SOURCE_FAILED', label, 'a page names itself as the next one');
}

function beganBefore(label: string, traces: number, since: string): Issue {
  return readIssue(
    'READ_RUN_SKIPPED',
    `${count(traces, 'trace', 'traces')} that began before ${since} and went on after it left out`,
    { where: { file: label } },
  );
}
