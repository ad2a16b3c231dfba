import type { Json, Verdict } from '#core';
import type { LiveOutcome } from '#schema';
import type { LinePlace } from './arrival-log.ts';

/** A line of the log as the index counts it. */
export interface Arrival {
  readonly place: LinePlace;
  readonly trace: string;
  readonly receivedMs: number;
  /** How many spans and log records it has. */
  readonly records: number;
  /** Whether the span that the trace began with is in it: a span is exported when it has ended. */
  readonly hasRoot: boolean;
}

/** A stored trace as lists show it. */
export interface StoredTrace {
  /** Its place among all traces, by the arrival of its first span. */
  readonly place: number;
  readonly id: string;
  /** Grows with each change of any trace. */
  readonly change: number;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly records: number;
  readonly bytes: number;
  /** Whether spans came that are not in its summary yet. */
  readonly isWaiting: boolean;
  readonly outcome: LiveOutcome;
  readonly verdict: Verdict | null;
  /** Null until it was assembled. */
  readonly summary: Json;
}

/** What was made of a trace. */
export interface Settlement {
  readonly trace: StoredTrace;
  readonly outcome: LiveOutcome;
  readonly verdict: Verdict | null;
  /** The names of the called tools. */
  readonly tools: readonly string[];
  readonly summary: Json;
  /** What a search looks at. */
  readonly words: string;
}

/** Which traces a list shows. */
export interface TraceFilter {
  readonly outcome?: LiveOutcome | undefined;
  readonly verdict?: Verdict | undefined;
  readonly tool?: string | undefined;
  readonly text?: string | undefined;
}

/** Traces of a span of time. */
export interface PlaceRange {
  readonly total: number;
  readonly first: number;
  readonly last: number;
}

/** A part of a list, and the place to go on from; null at its end. */
export interface TracePage {
  readonly items: readonly StoredTrace[];
  readonly next: number | null;
}
