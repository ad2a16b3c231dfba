import type { CallVerdict } from '../scoring/scorer.ts';
import type { RunOrder } from './evidence.ts';

/** Runs with the same outcome that are added together. */
export interface AlikeRuns {
  readonly times: number;
  /** Calls with the verdict "repeat" beyond those of the outcome, in all of the runs; none by default. */
  readonly moreRepeats?: number;
  /** The first of the runs; null where an earlier run with the same outcome was added. */
  readonly first: RunOrder | null;
  /** Whether only a part of each run is recorded; false by default. */
  readonly isPartial?: boolean;
  /** Whether each run records all tools that it was offered; false by default. `noteOffered` says which. */
  readonly isOffered?: boolean;
}

/** Which evidence a run would add to the lists of first examples. */
export interface EvidenceFilter {
  /** Whether something would be kept of a run that misses this slot. */
  acceptsMiss(order: RunOrder, slot: number, name: string): boolean;
  /** Whether a call with this verdict would be kept. */
  acceptsCall(order: RunOrder, verdict: CallVerdict): boolean;
}
