import type { Issue, Json, Place } from '#core';
import type { ReadFailure } from '../records/read-codes.ts';
import type { ApiContext } from '#platform';
import type { TraceFormat } from '../trace-format.ts';

/** What a source returns: a record of its format, the reason for its absence, or a remark on all records. */
export type SourceRecord =
  | { readonly kind: 'value'; readonly value: Json; readonly where: Place }
  | { readonly kind: 'error'; readonly issue: ReadFailure }
  | { readonly kind: 'warning'; readonly issue: Issue };

/** A source of traces with a url: `scheme://project?since=…`. */
export interface Source {
  /** What comes before `://`. */
  readonly scheme: string;
  /** Its name for people. */
  readonly title: string;
  /** The format of its records. */
  readonly format: TraceFormat;
  /**
   * Returns its records in batches, in any order. A set-up that cannot work (no key, no such project) throws a
   * UserError. A later failure is an error record, and the last record.
   */
  open(url: string, context: ApiContext): AsyncGenerator<readonly SourceRecord[]>;
}
