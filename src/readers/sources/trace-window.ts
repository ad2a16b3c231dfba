import type { Json } from '#core';
import type { SourceQuery } from './source-url.ts';

/** What a record tells of its place in a trace. */
export interface RecordFacts {
  readonly traceId: string;
  readonly isRoot: boolean;
  /** When it began, as ISO 8601; empty when it does not say. */
  readonly start: string;
}

/** How long after `until` the parts of a trace that began before it are still asked for. */
const LONGEST_RUN_MS = 3_600_000;

/** Before which time all wanted parts begin; null when there is no end. */
export function lastStart({ until }: SourceQuery): string | null {
  return until === null ? null : new Date(Date.parse(until) + LONGEST_RUN_MS).toISOString();
}

/**
 * Picks whole traces out of a stream of their parts. A trace belongs to the window by when its root began, so parts wait
 * for their root: what began before the window has its root outside, and would only be a piece.
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

  /** Takes a record, and gives on those that are known to be wanted now. */
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

  /** Whether nothing more is wanted: a part never begins before its root, so newest first the taken ones are complete. */
  get isDone(): boolean {
    return this.#isFull && this.#isNewestFirst;
  }

  /** There are no more records: what waits has no root. Without a `since` that is how it was recorded. */
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
