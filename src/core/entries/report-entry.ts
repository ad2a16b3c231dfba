import type {
  CallReport,
  CaseReport,
  MissReport,
  RunLabel,
  UnmeasuredRun,
  Verdict,
} from '../report/report.ts';
import type { RunEvidence } from '../report/run-evidence.ts';

/** A case of an eval or a run of a test, as a report lists it. */
export interface ReportEntry {
  readonly place: number;
  readonly label: RunLabel;
  /** The id of a case, or the number of a run. */
  readonly id: string;
  /** Whether its id names it in an address: it is short enough, and the first of this name. */
  readonly isNamed: boolean;
  /** Null where an older report does not say it. */
  readonly verdict: Verdict | null;
  /** How many of its runs pass, where a case has several. */
  readonly passing: { readonly k: number; readonly n: number } | null;
  /** What went wrong in a labelled case; empty where nothing did, or the report does not say it. */
  readonly modes: NonNullable<CaseReport['modes']>;
  readonly confused: NonNullable<CaseReport['confused']>;
  readonly evidence: RunEvidence | null;
  /** Why it was not measured; null where it was. */
  readonly unmeasured: UnmeasuredRun | null;
  readonly findings: EntryFindings;
}

/** What scorers found in one run or case. */
export interface EntryFindings {
  readonly misses: readonly (MissReport & { readonly scorer: string; readonly judged: boolean })[];
  readonly calls: readonly (CallReport & { readonly scorer: string; readonly judged: boolean })[];
}
