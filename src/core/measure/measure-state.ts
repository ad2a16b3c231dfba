import type { LabelSumsState } from '../labels/label-sums.ts';
import type { RequesterCount } from '../calls/requester.ts';
import type { UsageTotals } from '../trace/run-usage.ts';
import type { RunScore } from '../scoring/scorer.ts';
import type { AccumulatorState } from './accumulator.ts';
import type { ClassOffersState } from './class-offers.ts';
import type { CustomSumsState } from './custom-sums.ts';
import type { RunOrder } from './evidence.ts';
import type { EvidenceLogState } from './evidence-log.ts';
import type { SeenName } from './first-seen.ts';
import type { FoldSumsState } from './fold-sums.ts';
import type { TagSumsState } from './tag-sums.ts';
import type { Unmeasured } from './unmeasured-runs.ts';
import type { WeightedState } from './weighted-sums.ts';

/** The sums of a test as plain data. */
export interface MeasureState {
  readonly parts: readonly {
    readonly sums: AccumulatorState;
    readonly folds: FoldSumsState | null;
  }[];
  readonly custom: readonly CustomSumsState[];
  readonly weights: WeightedState | null;
  readonly tags: TagSumsState | null;
  /** Null where no scorer is over labels. */
  readonly labels: LabelSumsState | null;
  readonly despite: readonly RunOrder[];
  readonly unmeasured: EvidenceLogState<Unmeasured>;
  readonly remarks: readonly SeenName[];
  readonly requesters: readonly RequesterCount[];
  readonly offers: ClassOffersState;
  readonly runs: number;
  readonly partial: number;
  readonly calls: number;
  readonly usage: UsageTotals | null;
  /** The fewest and the most tools that a run was offered; null where no run records it. */
  readonly offered: readonly [number, number] | null;
}

/** How one run ended. */
export interface RunOutcome {
  /** By scorer. */
  readonly scores: readonly RunScore[];
  /** How many calls counted. */
  readonly calls: number;
  /** Whether the gates hold on this run alone; null where that was not measured. */
  readonly passes: () => boolean | null;
  /** Every scorer of purpose `score` is perfect on it; null where further calls or redacted values decide that. */
  readonly perfect: boolean | null;
  /** Whether a tool was called that its row expects; absent where it expects none, and of a test. */
  readonly callsExpected?: boolean;
}
