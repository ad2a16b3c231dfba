import type {
  EvalReport,
  QuotedTool,
  Report,
  ReportEntry,
  TestReport,
  Totals,
  Verdict,
  VerdictCounts,
  WholeRun,
} from '#core';
import type { Revision } from '../run-record.ts';

/** A page of a list, and where the next one begins; null at the end. */
export interface ApiPage<T> {
  readonly total: number;
  readonly items: readonly T[];
  readonly next: string | null;
}

/** A kept run in the list. */
export interface ApiRun {
  readonly id: number;
  readonly name: string | null;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly verdict: Verdict;
  readonly totals: Totals;
  readonly suites: readonly string[];
  readonly revision: Revision | null;
}

/** A run that is listed though its record cannot be read. */
export interface ApiDamagedRun {
  readonly id: number;
  readonly damaged: string;
}

/** A page of the kept runs. */
export interface ApiRunPage extends ApiPage<ApiRun | ApiDamagedRun> {
  /** How many runs are kept, whatever the filter. */
  readonly kept: number;
  readonly choices: ApiRunChoices;
}

/** Values that runs can be filtered by. */
export interface ApiRunChoices {
  readonly suites: readonly string[];
  readonly branches: readonly string[];
}

/** A test or an eval of a run, without what belongs to single runs and cases. */
export type ApiEntry =
  | ({ readonly kind: 'test' } & Omit<TestReport, 'listedRuns'>)
  | ({ readonly kind: 'eval' } & Omit<EvalReport, 'cases' | 'caseUsage'>);

/** A run with the heads of its tests and evals: evals first, as in the list. */
export interface ApiRunReport {
  readonly run: ApiRun;
  readonly about: Omit<Report, 'tests' | 'evals'>;
  readonly entries: readonly ApiEntryHead[];
}

/** What a list shows of a test or an eval. */
export interface ApiEntryHead {
  readonly kind: ApiEntry['kind'];
  readonly name: string;
  readonly verdict: Verdict;
  readonly runs: number;
  readonly errors: number;
  /** Only of an eval. */
  readonly cases?: VerdictCounts;
  /** The first gate that does not hold, otherwise the first. */
  readonly gate: TestReport['gates'][number] | null;
}

/** The cases of an eval, or the listed runs of a test, that a filter leaves: one page of them. */
export interface ApiEntryPage extends ApiPage<ReportEntry> {
  readonly kind: 'case' | 'run';
  /** How many there are without a filter, in all and of each verdict. */
  readonly count: number;
  readonly counts: Partial<VerdictCounts>;
  /** The verdict that is listed: by default what fails, where something does. */
  readonly show: Verdict | 'all';
}

/** One case or run with all of its evidence, and its row in a filtered list: -1 where the filter leaves it out. */
export interface ApiOpenedEntry {
  readonly entry: ReportEntry;
  readonly row: number;
}

/** One case or run, with its record where that can be read. */
export interface ApiTrace {
  readonly entry: ReportEntry;
  /** The tools that were offered, as the report quotes them; null where it does not say. */
  readonly catalog: readonly QuotedTool[] | null;
  readonly whole: ApiWholeTrace;
}

/** The record of a run from its file, or why it is not there. */
export type ApiWholeTrace =
  | ({
      readonly state: 'read';
      /** Whether the file was written after the run: it may say something else by now. */
      readonly isNewer: boolean;
    } & WholeRun)
  | { readonly state: 'absent'; readonly reason: string };
