import type { Issue, Json, Place } from '#core';
import type { ReadFailure } from '../read-codes.ts';
import type { ApiContext } from '#platform';
import type { TraceFormat } from '../trace-format.ts';

/** What a source gives: a record of its format, why there is none in its place, or a remark on all of them. */
export type SourceRecord =
  | { readonly kind: 'value'; readonly value: Json; readonly where: Place }
  | { readonly kind: 'error'; readonly issue: ReadFailure }
  | { readonly kind: 'warning'; readonly issue: Issue };

/** A place that traces are taken from by a url: `scheme://project?since=…`. */
export interface Source {
  /** What comes before `://`. */
  readonly scheme: string;
  /** Its name for people. */
  readonly title: string;
  /** The format of its records. */
  readonly format: TraceFormat;
  /**
   * Gives its records in batches, in any order. A set-up that cannot work (no key, no such project) is thrown as a
   * UserError; what fails later is an error record, and the last.
   */
  open(url: string, context: ApiContext): AsyncGenerator<readonly SourceRecord[]>;
}
