import type { Report, VerdictCounts } from '#core';
import type { Distribution, ReportIndex } from '#reporters';
import type { ApiPiece, RunSummary } from '#schema';
import type { CaseColumns } from './case-columns.ts';
import type { CaseForm } from './case-forms.ts';
import type { ReportIdentity } from './report-identity.ts';

/** What the overview shows of a report. */
export interface ReportSummary {
  readonly summary: RunSummary;
  readonly why: readonly (readonly ApiPiece[])[];
}

/** What is known of an eval without its cases. */
export interface IndexedEval {
  readonly forms: readonly CaseForm[];
  readonly counts: VerdictCounts;
  /** Where the last case ends in the file of the report. */
  readonly end: number;
  readonly usage: readonly Distribution[];
}

/** All of a report that pages show before a case is listed. */
export interface ReportFigures extends ReportSummary {
  /** With its verdicts settled and without cases and what they used. */
  readonly report: Report;
  readonly index: ReportIndex;
  readonly evals: readonly IndexedEval[];
}

/** The cases of an eval: their columns, and the text that a search looks at. */
export interface IndexedSection {
  readonly columns: CaseColumns;
  /** Returns the text, which may be in a file; null where it is damaged. */
  readonly loadText: () => Uint8Array | null;
  /** Fills memory with it piece by piece, so that requests are answered meanwhile. Says whether it is not damaged. */
  readonly fillText: (memory: Uint8Array) => Promise<boolean>;
}

/** A report in figures and columns. */
export interface IndexedReport {
  readonly identity: ReportIdentity;
  readonly figures: ReportFigures;
  readonly sections: readonly IndexedSection[];
}
