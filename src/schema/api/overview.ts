import type { Verdict } from '#core';
import type { ApiRun, ApiRunChoices } from './runs.ts';
import type { RunSummary } from './run-summary.ts';

/** Words of ours, and texts from outside that a page shows as such. */
export type ApiPiece =
  | string
  | {
      readonly foreign: string;
      readonly as: 'name' | 'place' | 'prose';
      readonly max: number;
    };

/** The runs of a project over time: what the first page shows. */
export interface ApiOverview {
  /** Kept runs in all, and those of them whose record cannot be read. */
  readonly total: number;
  readonly damaged: number;
  /** What runs can be filtered by; models are those of the runs that were looked at. */
  readonly choices: ApiRunChoices & { readonly models: readonly string[] };
  /** The newest runs that fit the filter, the oldest first. */
  readonly runs: readonly ApiRunPoint[];
  /** How many runs fit the filter; with a model, of those that were looked at. */
  readonly fitting: number;
  /** The newest of them, and the one before it of the same suites; null where there is none. */
  readonly latest: ApiLatestRun | null;
  readonly previous: ApiSummarisedRun | null;
}

/** A run as a point in time. */
export interface ApiRunPoint {
  readonly id: number;
  readonly name: string | null;
  readonly startedAt: string;
  readonly suites: readonly string[];
  readonly commit: string | null;
  readonly branch: string | null;
  /** Of what the filter leaves. */
  readonly verdict: Verdict;
  /** Cases or runs that pass, of those that were measured. */
  readonly passing: readonly [k: number, n: number];
}

/** A run with its figures; null where its report cannot be read. */
export interface ApiSummarisedRun {
  readonly run: ApiRun;
  readonly summary: RunSummary | null;
}

/** The newest run, with the course of its figures. */
export interface ApiLatestRun extends ApiSummarisedRun {
  readonly verdict: Verdict;
  /** Why it has its verdict. */
  readonly why: readonly (readonly ApiPiece[])[];
  /** Why the report cannot be read; null where it was. */
  readonly problem: string | null;
  readonly trends: readonly ApiEntryTrend[];
}

/** The figures of a test or an eval in the runs of the overview, in their order; null where a run does not have it. */
export interface ApiEntryTrend {
  readonly place: number;
  readonly passing: readonly (number | null)[];
  readonly metrics: readonly (readonly (number | null)[])[];
}
