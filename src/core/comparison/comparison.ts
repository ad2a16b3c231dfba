import type { UsageFigure } from '../trace/run-usage.ts';
import type { GateOp } from '../gates/gate.ts';
import type { Unit } from '../metrics/metric.ts';
import type { Capped, Interval, Share, Verdict } from '../report/report.ts';
import type { Repeated } from '../statistics/repeats.ts';

/** Two reports side by side, compared where both have the same test or case. */
export interface Comparison {
  readonly schemaVersion: 1;
  readonly kind: 'comparison';
  readonly verdict: ComparisonVerdict;
  /** What was asked for and how that ended; null when the difference is only shown. */
  readonly regression: Regression | null;
  /** All tests together, then each eval. */
  readonly parts: readonly PartComparison[];
  /** Evals of one report alone, and tests where the other has none at all. */
  readonly onlyBefore: Capped<string>;
  readonly onlyAfter: Capped<string>;
  /** Tests and cases of one report that the filter or the shard of the other leaves out; absent where none. */
  readonly leftOut?: number;
  /** Suites whose bytes differ. */
  readonly changedSuites: readonly string[];
  readonly versions: { readonly before: string; readonly after: string };
}

/** `inconclusive` leans one way, with too few pairs to decide. */
export type ComparisonVerdict = 'better' | 'worse' | 'unchanged' | 'inconclusive';

/** When a comparison fails: as soon as something that passed fails, or when that is more than chance. */
export type RegressionRule = 'any' | 'significant';

export interface Regression {
  readonly rule: RegressionRule;
  /** How much worse is still good enough, as a share of all pairs; null is not at all. */
  readonly margin: number | null;
  readonly outcome: Verdict;
}

/** The tests of both reports, or the cases of one eval. */
export interface PartComparison {
  readonly kind: 'tests' | 'eval';
  /** The eval's name; `tests` of all tests. */
  readonly name: string;
  readonly verdict: ComparisonVerdict;
  /** By the rule of the comparison; null without one. */
  readonly outcome: Verdict | null;
  /** Tests or cases that both reports measured. */
  readonly pairs: number;
  readonly worse: number;
  readonly better: number;
  /** The passing runs of the pairs. */
  readonly before: Share;
  readonly after: Share;
  /** The same shares of the population, where the eval is reweighted; the paired test counts every case once. */
  readonly weighted?: {
    readonly column: string;
    readonly before: Pick<Share, 'rate' | 'interval'>;
    readonly after: Pick<Share, 'rate' | 'interval'>;
  };
  /** The mean change of the share of passing runs, over all pairs, with the 95 % interval of Agresti and Min. */
  readonly difference: { readonly value: number; readonly interval: Interval };
  /** Exact and two-sided (McNemar; sign flips where there are several runs), by mid-p, and adjusted for the number of parts (Holm). */
  readonly p: { readonly exact: number; readonly mid: number; readonly adjusted: number };
  /** What runs used, per run: calls, tokens, cost and time; absent in comparisons of older versions. */
  readonly usage?: readonly UsageChange[];
  /** About how many pairs would decide; null where this is decided, or nothing leans either way. */
  readonly deciding: number | null;
  /** What changed: what is worse first. */
  readonly changes: Capped<Change>;
  readonly onlyBefore: Capped<string>;
  readonly onlyAfter: Capped<string>;
  /** In both reports, but not measured in one of them. */
  readonly unmeasured: Capped<string>;
  /** What is not compared because other judges decided it; absent where the judges are the same. */
  readonly drift?: JudgeDrift;
  /** Gates that are not defined as they were. */
  readonly gates: Capped<GateChange>;
  readonly metrics: Capped<MetricChange>;
  /** Cells of the confusion matrix whose counts differ; absent where none does, or a report has no matrix. */
  readonly cells?: Capped<CellChange>;
}

/** How often a tool was called where one was expected, before and after. */
export interface CellChange {
  readonly expected: string;
  readonly observed: string;
  readonly before: number;
  readonly after: number;
}

/** Judged figures of two reports with different judges: the difference may be that of the judges. */
export interface JudgeDrift {
  readonly code: 'JUDGE_DRIFT';
  readonly changes: readonly JudgeChange[];
  /** Tests or cases whose verdicts depend on judges. */
  readonly units: Capped<string>;
  /** Judged metrics of both reports. */
  readonly metrics: Capped<string>;
}

export interface JudgeChange {
  readonly what: 'models' | 'answeredBy' | 'prompts' | 'quorum';
  readonly before: string;
  readonly after: string;
}

/** A mean per run, before and after. */
export interface UsageChange {
  readonly metric: `${UsageFigure}.mean`;
  /** Tests or cases of which both reports record it, and measured ones of which one does not. */
  readonly pairs: number;
  readonly missing: number;
  /** Those of the missing that the earlier report records; absent where there are none. */
  readonly lost?: number;
  /** The means over the pairs; null where nothing is recorded. */
  readonly before: number | null;
  readonly after: number | null;
  /** The share that it rose by; null where nothing is recorded, or it was 0. */
  readonly change: number | null;
  /** Of the change, 95 %; null with fewer than 10 pairs. */
  readonly interval: Interval | null;
  /** The share that it may rise by, and how that ended; null without a rule. */
  readonly bound: number | null;
  readonly outcome: Verdict | null;
}

/** A test or a case that passes more or fewer of its runs. */
export interface Change {
  readonly id: string;
  readonly change: 'better' | 'worse';
  readonly before: Repeated;
  readonly after: Repeated;
  /** Of the difference of the shares by Newcombe, where there are several runs: they are not paired. */
  readonly interval?: Interval;
  /** What was asked, and a run before and after; present where both reports have evidence of it. */
  readonly evidence?: ChangeEvidence;
}

/** What a test or case that changed was asked, and what came of it. */
export interface ChangeEvidence {
  readonly question?: string;
  readonly before: ChangedRun;
  readonly after: ChangedRun;
}

/** A run of a test or case that changed. */
export interface ChangedRun {
  readonly where: string;
  /** The tools in the order of the calls; absent where they are not recorded. */
  readonly called?: readonly string[];
}

export interface GateChange {
  /** The test or eval it belongs to. */
  readonly name: string;
  readonly metric: string;
  /** Which tool, where the gate holds for it in one of the reports alone. */
  readonly tool?: string;
  readonly before: GateDefinition | null;
  readonly after: GateDefinition | null;
}

export interface GateDefinition {
  readonly op: GateOp;
  readonly value: number | readonly [number, number];
  readonly unit: Unit;
  readonly certify: boolean;
  /** Present where the corrected share is gated. */
  readonly corrected?: true;
}

export interface MetricChange {
  readonly name: string;
  readonly metric: string;
  readonly unit: Unit;
  readonly before: number | null;
  readonly after: number | null;
  /** Null where it is not known which way is better. */
  readonly change: 'better' | 'worse' | null;
}
