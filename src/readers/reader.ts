import type { Issue, JsonObject, Place, Trace } from '#core';
import type { ReadFailure } from './records/read-codes.ts';
import type { TraceFormat } from './trace-format.ts';

/** Something to read: a file, or `-` for standard input. */
export interface Input {
  readonly path: string;
  /** What it is called in places and issues. */
  readonly displayName: string;
  /** The bytes, where they are not in a file; the ending of the path still distinguishes lines and CSV. */
  readonly bytes?: Buffer;
  /** Set where a source returns a single format. */
  readonly format?: TraceFormat;
}

/** A trace, the reason why a record is not a trace (an errored run, never skipped), or a remark about a whole file. */
export type TraceRecord =
  | {
      readonly kind: 'trace';
      readonly trace: Trace;
      readonly where: Place;
      /** Its format; absent where it is native. */
      readonly format?: string;
    }
  | { readonly kind: 'error'; readonly issue: ReadFailure }
  | { readonly kind: 'warning'; readonly issue: Issue };

/** A row of a dataset, or the reason why it cannot be read. */
export type RowRecord =
  | { readonly kind: 'row'; readonly value: JsonObject; readonly where: Place }
  | { readonly kind: 'error'; readonly issue: ReadFailure };
