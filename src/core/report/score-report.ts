import type { GateOp, GateOutcome } from '../gates/gate.ts';
import type { GateCorrection } from '../judge/calibration.ts';
import type { Unit } from '../metrics/metric.ts';
import type { CallVerdict } from '../scoring/scorer.ts';

/** k of n, its ratio with four decimals, and the 95 % Wilson interval rounded outward; nulls when n is 0. */
export interface Share {
  readonly k: number;
  readonly n: number;
  readonly rate: number | null;
  readonly interval: Interval | null;
}

export type Interval = readonly [low: number, high: number];

/** The first items in canonical order, and how many there are in all. */
export interface Capped<T> {
  readonly total: number;
  readonly items: readonly T[];
}

/** What identifies a run: the run's number in a test, the row's id in an eval. */
export type RunLabel = { readonly run: number } | { readonly case: string };

export type UnmeasuredRun = RunLabel & {
  readonly code: string;
  readonly message: string;
  readonly where: string | null;
};

/** The sum of one scorer over all measured runs, with the evidence for it. */
export interface ScoreReport {
  readonly scorer: string;
  readonly key: string | null;
  readonly tally: Readonly<Record<string, number>>;
  /** Percent and count metrics are integers, ratios have at most four decimals; null is "not measured". */
  readonly metrics: Readonly<Record<string, number | null>>;
  /** Only of scorers over classes. */
  readonly classes?: readonly ClassReport[];
  readonly calls: readonly CallReport[];
  readonly missed: readonly string[];
  readonly unexpected: readonly string[];
  readonly vacuous: boolean;
  readonly judged: boolean;
  /** How many calls had each verdict; `calls` lists the first 100 of each, of the runs that are not perfect. */
  readonly callsTotal: Readonly<Partial<Record<CallVerdict, number>>>;
  /** Each expectation that was missed in some run. */
  readonly misses: Capped<MissReport>;
  /** 95 % intervals of the metrics that have one. */
  readonly intervals: Readonly<Record<string, Interval>>;
  /** The run with the lowest score, where there are several runs. */
  readonly worst: (RunLabel & { readonly metric: string; readonly value: number }) | null;
  /** How many runs were vacuous. */
  readonly vacuousRuns: number;
  readonly purpose: 'score' | 'qa';
  readonly displayName: string | null;
  /** Units of the metrics, for showing them. */
  readonly units: Readonly<Record<string, Unit>>;
  /** Why metrics are not measured, by their ids; absent where nothing is missing. */
  readonly notMeasured?: Readonly<Record<string, string>>;
}

export interface ClassReport {
  readonly name: string;
  readonly hits: number;
  readonly misses: number;
  readonly recall: number | null;
  readonly matched_by: readonly string[];
}

export type CallReport = RunLabel & {
  /** Place of the call in the trace, from 1. */
  readonly call: number;
  readonly tool: string;
  readonly verdict: CallVerdict;
  readonly classes?: readonly string[];
  /** Compact JSON text, cut when long; only where arguments matter. */
  readonly arguments?: string;
  readonly hint?: string;
};

export type MissReport = RunLabel & {
  /** What was missed; where `unjudged`, why no judge decided. */
  readonly expected: string;
  readonly hint?: string;
  /** Present where only a judge could say whether something was missed, and none did. */
  readonly unjudged?: true;
};

export interface GateReport {
  readonly metric: string;
  readonly op: GateOp;
  readonly value: number | readonly [number, number];
  /** Null when nothing was measured: such a gate never passes. */
  readonly observed: number | null;
  readonly pass: boolean;
  readonly source: 'suite' | 'default' | 'flag';
  readonly outcome: GateOutcome;
  readonly unit: Unit;
  readonly certify: boolean;
  readonly interval: Interval | null;
  /** What a person should know about this gate: advice, what certifying needs, why it is an error. */
  readonly note: string | null;
  /** Which tool, where the metric is one of single tools. */
  readonly tool?: string;
  /** What people would say, where the gate asks for it (`corrected: true`). */
  readonly corrected?: GateCorrection;
  /** Present where a model may have decided it: such gates are shown apart. */
  readonly judged?: true;
}
