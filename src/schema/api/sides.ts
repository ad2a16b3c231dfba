import type { Interval, ReportEntry, Unit, Verdict } from '#core';
import type { ApiPage, ApiRun } from './runs.ts';

/** One of several columns: a run, or one model of a run that has several. */
export interface ApiSide {
  readonly run: ApiRun;
  /** The model, where a column is one; null where it is a run. */
  readonly model: string | null;
}

/** Runs of the same tests and evals side by side, or the models of one run. */
export interface ApiSides {
  readonly sides: readonly ApiSide[];
  readonly rows: readonly ApiSideRow[];
}

/** A test or an eval in all columns. */
export interface ApiSideRow {
  readonly kind: 'test' | 'eval';
  readonly name: string;
  /** Its place in the report of each column, counted from 0; null where the column has none. */
  readonly places: readonly (number | null)[];
  readonly verdicts: readonly (Verdict | null)[];
  readonly figures: readonly ApiSideFigure[];
  /** Cases on which the columns do not agree, of those that all of them measured; null of a test. */
  readonly differing: { readonly k: number; readonly n: number } | null;
}

/** A metric in all columns. */
export interface ApiSideFigure {
  readonly metric: string;
  readonly unit: Unit;
  /** Whether a gate of some column asks for it. */
  readonly isGated: boolean;
  /** Null where the column does not have it. */
  readonly cells: readonly ({
    readonly value: number | null;
    readonly interval: Interval | null;
    readonly outcome: Verdict | null;
  } | null)[];
}

/** How a case differs between columns; `better` and `worse` only where there are two. */
export type ApiDifference = 'worse' | 'better' | 'differs' | 'same' | 'unmeasured' | 'missing';

/** A case of an eval, or a test, in all columns. */
export interface ApiSideCase {
  readonly id: string;
  readonly difference: ApiDifference;
  /** Null where the column does not have it. */
  readonly sides: readonly (ApiSideResult | null)[];
}

/** What came of a case in one column. */
export interface ApiSideResult {
  readonly verdict: Verdict;
  readonly passing: { readonly k: number; readonly n: number } | null;
  readonly question: string | null;
  /** The tools that were called; null where they are not recorded. */
  readonly called: readonly string[] | null;
}

/** A page of cases, and how many differ in which way. */
export interface ApiSideCases extends ApiPage<ApiSideCase> {
  readonly counts: Readonly<Record<ApiDifference, number>>;
}

/** A case with its evidence in all columns. */
export interface ApiSidePair {
  readonly id: string;
  readonly sides: readonly ({
    readonly run: number;
    /** The place of the test or eval, counted from 0. */
    readonly place: number;
    readonly entry: ReportEntry | null;
  } | null)[];
}
