import type { Unit } from '../metrics/metric.ts';
import type {
  Capped,
  GateReport,
  Interval,
  Redaction,
  ReportIssue,
  UnmeasuredRun,
  Verdict,
} from '../report/report.ts';
import type { FormatReport } from '../inspection/inspection-report.ts';

/** How two piles of traces differ in their use of tools, without any label: one versioned JSON document. */
export interface DriftReport {
  readonly schemaVersion: 1;
  readonly kind: 'drift';
  readonly verdict: Verdict;
  readonly before: PileReport;
  readonly after: PileReport;
  readonly rules: DriftRules;
  /** All tools that a run of either pile called, the surest change first. */
  readonly tools: Capped<ToolDrift>;
  /** Shares of runs: without a call, with a failed call, … */
  readonly rates: readonly RateDrift[];
  /** Calls, tokens, cost and time per run. */
  readonly means: readonly MeanDrift[];
  /** Every figure that can be gated, by its id; null is "not measured". */
  readonly metrics: Readonly<Record<string, number | null>>;
  readonly units: Readonly<Record<string, Unit>>;
  /** Why figures are not measured, by their ids; absent where nothing is missing. */
  readonly notMeasured?: Readonly<Record<string, string>>;
  readonly gates: readonly GateReport[];
  readonly issues: readonly ReportIssue[];
  /** How many more there were than are listed; absent where all are. */
  readonly moreIssues?: number;
  readonly version: string;
  readonly redaction?: Redaction;
}

/** One pile. */
export interface PileReport {
  /** As the command names it. */
  readonly source: string;
  readonly runs: {
    /** Runs that are compared. */
    readonly measured: number;
    /** Runs that crashed, and records that could not be read. */
    readonly errors: number;
    /** Runs of which only a part was observed: they are not compared. */
    readonly partial: number;
  };
  readonly calls: number;
  /** Different tools that were called. */
  readonly tools: number;
  readonly formats: readonly FormatReport[];
  readonly unmeasured: Capped<UnmeasuredRun>;
}

/** By what a change counts as drift. */
export interface DriftRules {
  /** How often the piles may seem to differ in any tool at all where they do not. */
  readonly level: number;
  /** How much a share must change at least, 0 to 1. */
  readonly minChange: number;
  /** How many tools are tested. */
  readonly tests: number;
  /** Whether piles of these sizes could differ significantly at all. */
  readonly canDiffer: boolean;
}

/** `k` of `n` runs. */
export interface RunShare {
  readonly k: number;
  readonly n: number;
}

/** How a share of runs changed. */
export interface ShareChange {
  readonly before: RunShare;
  readonly after: RunShare;
  /** After less before, with four decimals. */
  readonly difference: number;
  /** Newcombe's 95 % interval of the difference, rounded outward. */
  readonly interval: Interval;
  /** Two-sided: by itself, and adjusted for all that are tested with it (Holm; Benjamini and Hochberg). */
  readonly p: number;
  readonly holm: number;
  readonly bh: number;
  /** By Holm's rule, decided in integers. */
  readonly isSignificant: boolean;
  /** Whether it is significant and at least the least change. */
  readonly hasChanged: boolean;
}

/** How the use of one tool changed. */
export interface ToolDrift extends ShareChange {
  readonly tool: string;
  /** `new` and `gone` are tools that only one pile calls. */
  readonly presence: 'both' | 'new' | 'gone';
  /** Its part of all calls. The interval takes runs as clusters; null below ten runs with calls in either pile. */
  readonly calls: {
    readonly before: RunShare;
    readonly after: RunShare;
    readonly difference: number | null;
    readonly interval: Interval | null;
  };
  /** Runs that offered it; null where some run of the pile does not record what was offered. */
  readonly offered: BeforeAfter<number | null>;
  /** Runs that called it though it was not offered; null as above. */
  readonly hallucinated: BeforeAfter<number | null>;
  /** Where it was called first. */
  readonly where: BeforeAfter<string | null>;
}

export interface BeforeAfter<T> {
  readonly before: T;
  readonly after: T;
}

/** The shares that are compared beside those of tools. */
export type RateId =
  | 'without_calls'
  | 'failed'
  | 'hallucinated'
  | 'invalid_args'
  | 'unparsed_args'
  | 'duplicate'
  | 'text_calls';

/** How a share of runs changed; only of runs that record what it needs. */
export interface RateDrift {
  readonly id: RateId;
  /** Null where no run of one of the piles records it. */
  readonly change: ShareChange | null;
  /** Runs that do not record it. */
  readonly lacking: BeforeAfter<number>;
  /** The first run that counts. */
  readonly where: BeforeAfter<string | null>;
}

export type MeanId = 'calls' | 'tokens' | 'cost' | 'time';

/** How a mean over runs changed; only of runs that record it. Money in its unit, time in milliseconds. */
export interface MeanDrift {
  readonly id: MeanId;
  readonly before: MeanReport | null;
  readonly after: MeanReport | null;
  /** After less before; null where one of them is. */
  readonly difference: number | null;
  /** Welch's 95 % interval; null below ten runs in either pile. */
  readonly interval: Interval | null;
  /** After divided by before; null where that is not defined. */
  readonly factor: number | null;
  /** Whether the interval leaves out 0; null where there is none. */
  readonly hasChanged: boolean | null;
  /** Runs that do not record it. */
  readonly lacking: BeforeAfter<number>;
}

export interface MeanReport {
  readonly mean: number;
  readonly runs: number;
}
