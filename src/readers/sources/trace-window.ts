import type { Json } from '#core';
import type { SourceQuery } from './source-url.ts';

/** The place of a record in a trace. */
export interface RecordFacts {
  readonly traceId: string;
  readonly isRoot: boolean;
  /** When it began, as ISO 8601; empty when it does not say. */
  readonly start: string;
}

/** How long after `until` the parts of an earlier trace are still requested. */
const MAX_RUN_MS = 3_600_000;

/** The time before which all requested parts begin; null without an end. */
export function lastStart({ until }: SourceQuery): string | null {
  return until === null ? null : new Date(Date.parse(until) + MAX_RUN_MS).toISOString();
}

/**
 * Selects whole traces from a stream of their parts. The start of its root decides whether a trace is in the window, so
 * parts wait for their root. A trace that began earlier has its root outside, and would only be a fragment.
 */
export class TraceWindow {
  readonly #query: SourceQuery;
  readonly #waiting = new Map<string, Json[]>();
  readonly #taken = new Set<string>();
  readonly #refused = new Set<string>();
  #last: string | null = null;
  #isNewestFirst = true;

  constructor(query: SourceQuery) {
    this.#query = query;
  }

  /** Adds a record, and returns the records that are now known to be in the window. */
  add(record: Json, { traceId, isRoot, start }: RecordFacts): readonly Json[] {
    if (this.#last !== null && start > this.#last) this.#isNewestFirst = false;
    this.#last = start;
    if (this.#taken.has(traceId)) return [record];
    if (this.#refused.has(traceId)) return [];
    const waiting = this.#waiting.get(traceId);
    if (!isRoot) {
      if (waiting === undefined) this.#waiting.set(traceId, [record]);
      else waiting.push(record);
      return [];
    }
    this.#waiting.delete(traceId);
    if (this.#isFull || !this.#holds(start)) {
      this.#refused.add(traceId);
      return [];
    }
    this.#taken.add(traceId);
    return [...(waiting ?? []), record];
  }

  /**
   * Whether reading can stop: a part never begins before its root, so newest first the selected traces are complete.
   */
  get isDone(): boolean {
    return this.#isFull && this.#isNewestFirst;
  }

  /** Ends the stream: waiting parts have no root. Without a `since` they were recorded like that. */
  end(): { readonly records: readonly Json[]; readonly leftOut: number } {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    if (this.#isFull) return { records: [], leftOut: 0 };
    if (this.#query.since === null) return { records: waiting.flat(), leftOut: 0 };
    return { records: [], leftOut: waiting.length };
  }

  get #isFull(): boolean {
    return this.#taken.size >= (this.#query.limit ?? Infinity);
  }

  #holds(start: string): boolean {
    const { since, until } = this.#query;
    return (since === null || start >= since) && (until === null || start < until);
  }
}
