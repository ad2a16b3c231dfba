import type { EvalReport, Report, VerdictCounts } from '#core';
import { type Distribution, distributionsOf, indexReport, type ReportIndex } from '#reporters';
import type { ApiRun } from '#schema';
import type { OpenIndex } from '../report-index/report-indexes.ts';
import { type Entry, entryAt } from './entries.ts';
import { EntryPages } from './entry-pages.ts';

/** A run as pages show it. Of a large report, cases are read one by one. */
export interface OpenedRun {
  readonly run: ApiRun;
  /** The report; its evals may be without cases, which `pagesOf` has. */
  readonly figures: Report;
  /** All of the report but its evidence. */
  readonly index: ReportIndex;
  /** How the cases of the evals ended, in their order. */
  readonly counts: readonly VerdictCounts[];
  /** The cases or runs of the test or eval at a place, counted from 0. */
  pagesOf(place: string): EntryPages;
  /** What its cases or runs used. */
  usageOf(place: string): readonly Distribution[];
}

/** A run with its whole report, and what pages of it need again and again. */
export class WholeRun implements OpenedRun {
  readonly run: ApiRun;
  readonly report: Report;
  #index: ReportIndex | null = null;
  readonly #pages = new Map<Entry['measured'], EntryPages>();
  readonly #usage = new Map<Entry['measured'], readonly Distribution[]>();

  constructor(run: ApiRun, report: Report) {
    this.run = run;
    this.report = report;
  }

  get figures(): Report {
    return this.report;
  }

  get index(): ReportIndex {
    return (this.#index ??= indexReport(this.report));
  }

  get counts(): readonly VerdictCounts[] {
    return this.report.evals.map(countCases);
  }

  pagesOf(place: string): EntryPages {
    const entry = entryAt(this.report, place);
    const pages = this.#pages.get(entry.measured) ?? new EntryPages(this.report, entry);
    this.#pages.set(entry.measured, pages);
    return pages;
  }

  usageOf(place: string): readonly Distribution[] {
    const { measured } = entryAt(this.report, place);
    const known = this.#usage.get(measured) ?? distributionsOf(measured, figuresOf(measured));
    this.#usage.set(measured, known);
    return known;
  }
}

/** A run that is shown by the index of its report. */
export class IndexedRun implements OpenedRun {
  readonly run: ApiRun;
  readonly #opened: OpenIndex;
  readonly #pages = new Map<Entry['measured'], EntryPages>();

  constructor(run: ApiRun, opened: OpenIndex) {
    this.run = run;
    this.#opened = opened;
  }

  get figures(): Report {
    return this.#opened.figures.report;
  }

  get index(): ReportIndex {
    return this.#opened.figures.index;
  }

  get counts(): readonly VerdictCounts[] {
    return this.#opened.figures.evals.map(({ counts }) => counts);
  }

  pagesOf(place: string): EntryPages {
    const { figures, cases } = this.#opened;
    const entry = entryAt(figures.report, place);
    const pages =
      this.#pages.get(entry.measured) ??
      new EntryPages(
        figures.report,
        entry,
        entry.kind === 'eval' ? cases[Number(place)] : undefined,
      );
    this.#pages.set(entry.measured, pages);
    return pages;
  }

  usageOf(place: string): readonly Distribution[] {
    const { kind, measured } = entryAt(this.figures, place);
    if (kind === 'eval') return this.#opened.figures.evals[Number(place)]?.usage ?? [];
    return distributionsOf(measured, {});
  }
}

function figuresOf(measured: Entry['measured']): Parameters<typeof distributionsOf>[1] {
  if (!('cases' in measured)) return {};
  const { cases, caseUsage } = measured;
  return {
    passing: cases.map(({ passing }) => passing ?? null),
    ...(caseUsage === undefined ? {} : { usage: caseUsage }),
  };
}

function countCases({ cases }: EvalReport): VerdictCounts {
  const counts = { pass: 0, fail: 0, error: 0, inconclusive: 0 };
  for (const { verdict } of cases) counts[verdict] += 1;
  return counts;
}
