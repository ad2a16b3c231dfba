import type { Issue, Json, JsonObject, Place, Trace } from '#core';

/** A file to read, or `-` for standard input. */
export interface Source {
  readonly path: string;
  /** What it is called in places and issues. */
  readonly label: string;
}

/** A trace, or why a record is none: an errored run, never skipped. */
export type TraceRecord =
  | { readonly kind: 'trace'; readonly trace: Trace; readonly where: Place }
  | { readonly kind: 'error'; readonly issue: Issue };

/** A row of a dataset, or why there is none in its place. */
export type RowRecord =
  | { readonly kind: 'row'; readonly value: JsonObject; readonly where: Place }
  | { readonly kind: 'error'; readonly issue: Issue };

/** A trace format. */
export interface Reader {
  /** Its id, such as `native`. */
  readonly format: string;
  /** Whether a record looks like one of this format. */
  sniff(record: Json): boolean;
  /** Reads a file in batches, one per chunk. */
  read(source: Source): AsyncGenerator<readonly TraceRecord[]>;
}
