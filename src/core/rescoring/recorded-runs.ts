import type { Issue, Place } from '../issues/issue.ts';
import type { RunOrder } from '../measure/evidence.ts';
import type { RunNumbersState } from '../measure/run-numbers.ts';
import type { WeightChoice } from '../measure/weighted-sums.ts';
import type { EvalReport, TestReport } from '../report/report.ts';

/** What the scores of runs follow from, as JSON texts. Runs that are alike in it share one form. */
export interface RunForms {
  /** Native traces, as far as they are scored, without the offered tools. */
  readonly traces: readonly string[];
  /** Of each trace: its list in `catalogs`; -1 where the offered tools are not recorded. */
  readonly offered: readonly number[];
  readonly catalogs: readonly string[];
}

/** The file and the format of records; absent where there is none. */
export interface RecordOrigin {
  readonly file?: string;
  readonly format?: string;
}

/** Tokens in and out, cost and milliseconds of a run; null where it is not recorded. */
export type RecordedUse = readonly [
  inputTokens: number | null,
  outputTokens: number | null,
  cost: number | null,
  durationMs: number | null,
];

/** Where a record is in its file: its line, or all of its place; null where there is no record. */
export type RecordedPlace = number | Omit<Place, 'file'> | null;

/** A run as it was added to the sums. */
export interface RecordedRun {
  readonly order: RunOrder;
  /** -1: there is no trace of it. */
  readonly form: number;
  /** In `origins`. */
  readonly origin: number;
  readonly place: RecordedPlace;
  /** Null where nothing is recorded, or where the form has it. */
  readonly used: RecordedUse | null;
}

/** Runs by column: there may be a million. Each order is the difference from the one before. */
export interface RunColumns {
  readonly orders: readonly number[];
  readonly forms: readonly number[];
  readonly origins: readonly number[];
  readonly places: readonly RecordedPlace[];
  /** Null where no run has it. */
  readonly used: readonly (RecordedUse | null)[] | null;
}

/** A run that could not be measured. */
export interface FailedRun extends RecordedRun {
  readonly issue: Issue;
  /** There is no run: it never counts as one without calls. */
  readonly isMissing?: true;
}

/** What of runs is scored: the tools that are called, their calls as a whole, or everything that is recorded. */
export type ScoredExtent = 'tools' | 'calls' | 'all';

interface RecordedPart {
  readonly name: string;
  /** How much of the runs the forms have. */
  readonly extent: ScoredExtent;
  /** The line of the suite that places of driven runs name. */
  readonly line: number | null;
  readonly forms: RunForms;
  readonly origins: readonly RecordOrigin[];
}

/** All that the report of a test follows from, beside its plan. Plain data. */
export interface RecordedTest extends RecordedPart {
  readonly kind: 'test';
  readonly facts: Pick<TestReport, 'suite' | 'variant' | 'planned' | 'identical'> & {
    readonly repeatsInput: boolean;
  };
  readonly numbers: RunNumbersState;
  readonly runs: RunColumns;
  readonly failed: readonly FailedRun[];
}

/** A run of a case. */
export interface RecordedCaseRun extends RecordedRun {
  /** Its row in `rows`; -1 where it has none. */
  readonly row: number;
  /** Present where it could not be measured. */
  readonly issue?: Issue;
}

/** All that the report of an eval follows from, beside its plan. Plain data. */
export interface RecordedEval extends RecordedPart {
  readonly kind: 'eval';
  readonly facts: Pick<EvalReport, 'suite' | 'variant'>;
  readonly cases: readonly string[];
  /** JSON texts. */
  readonly rows: readonly string[];
  /** By row: the order of its case. */
  readonly rowOrders: readonly number[];
  readonly weights: WeightChoice | null;
  readonly haveRuns: boolean;
  readonly runs: readonly RecordedCaseRun[];
}
