import type { FailureMode, GateOp, Interval, Share, Unit, UsageTotals, Verdict } from '#core';

/** What a page over many runs needs of one report: figures without cases and evidence. */
export interface RunSummary {
  /** Evals first, then tests, as lists show them; at most `MAX_SUMMARISED`. */
  readonly entries: readonly EntrySummary[];
  /** How many further tests and evals the report has. */
  readonly moreEntries: number;
}

/** A test or an eval in figures. */
export interface EntrySummary {
  /** Its place among the evals and tests of the report, from 0. */
  readonly place: number;
  readonly kind: 'eval' | 'test';
  readonly name: string;
  /** The file of its suite; null where it has none. */
  readonly suite: string | null;
  /** The models that its runs record. */
  readonly models: readonly string[];
  readonly verdict: Verdict;
  readonly runs: number;
  readonly errors: number;
  /** The code of the most frequent reason why runs were not measured. */
  readonly errorCode: string | null;
  readonly passing: Share;
  readonly metrics: readonly MetricSummary[];
  /** Tools or classes that were missed, the most frequent first. */
  readonly tools: readonly ToolSummary[];
  /** Failure modes that cases show, or that were not measured; null without labels. */
  readonly modes: readonly ModeSummary[] | null;
  /** What the cases that pass used; null where there are none. */
  readonly passingUsage: UsageOfCases | null;
  /** Cells of the confusion matrix off the diagonal, the most frequent first. */
  readonly confusions: readonly ConfusionSummary[];
}

/** A metric, and the gates on it. */
export interface MetricSummary {
  readonly id: string;
  readonly unit: Unit;
  /** Null is "not measured". */
  readonly value: number | null;
  readonly interval: Interval | null;
  readonly gates: readonly GateSummary[];
}

/** What a gate needs, and how it ended. */
export interface GateSummary {
  readonly op: GateOp;
  readonly value: number | readonly [number, number];
  readonly outcome: Verdict;
  /** Which tool, where the metric is one of single tools. */
  readonly tool?: string;
}

/** How often a tool did not come where it was expected. */
export interface ToolSummary {
  readonly name: string;
  readonly missed: number;
  /** How often it was expected; null where the report does not count that. */
  readonly expected: number | null;
  /** What came most often instead; null where nothing did, or it is not recorded. */
  readonly instead: { readonly name: string; readonly count: number } | null;
}

/** How many cases show a failure mode, and what these cases used. */
export interface ModeSummary {
  readonly mode: FailureMode;
  /** Null is "not measured". */
  readonly cases: number | null;
  readonly usage: UsageOfCases | null;
}

/** The sums over some cases; a figure that one of them does not record is absent. */
export interface UsageOfCases {
  readonly cases: number;
  readonly sums: UsageTotals;
}

/** A cell of the confusion matrix. */
export interface ConfusionSummary {
  readonly expected: string;
  readonly observed: string;
  readonly count: number;
  /** How often the tool was expected. */
  readonly support: number;
}
