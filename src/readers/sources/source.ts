import type { Issue, Json, Place } from '#core';
import type { TraceFormat } from '../trace-format.ts';

/** What a source gives: a record of its format, why there is none in its place, or a remark on all of them. */
export type SourceRecord =
  | { readonly kind: 'value'; readonly value: Json; readonly where: Place }
  | { readonly kind: 'error'; readonly issue: Issue }
  | { readonly kind: 'warning'; readonly issue: Issue };

/** The world as a source sees it; tests put their own in its place. */
export interface SourceContext {
  readonly env: (name: string) => string | undefined;
  readonly fetch: typeof fetch;
  readonly sleep: (durationMs: number) => Promise<void>;
  readonly now: () => Date;
  /** How long one request may take, with its answer. */
  readonly timeoutMs: number;
  /** How long one answer may be. */
  readonly maxBytes: number;
}

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
  open(url: string, context: SourceContext): AsyncGenerator<readonly SourceRecord[]>;
}

/** The world as it is. */
export const WORLD: SourceContext = {
  env: (name) => process.env[name],
  fetch: (input, init) => fetch(input, init),
  sleep: (durationMs) => new Promise((resolve) => setTimeout(resolve, durationMs)),
  now: () => new Date(),
  timeoutMs: 120_000,
  maxBytes: 256 * 1024 * 1024,
};
