import type { Report } from '#core';
import { type Distribution, distributionsOf, indexReport, type ReportIndex } from '#reporters';
import type { ApiRun } from '#schema';
import { type Entry, entryAt } from './entries.ts';
import { EntryPages } from './entry-pages.ts';

/** A run with its report, and what pages of it need again and again. */
export class OpenedRun {
  readonly run: ApiRun;
  readonly report: Report;
  #index: ReportIndex | null = null;
  readonly #pages = new Map<Entry['measured'], EntryPages>();
  readonly #usage = new Map<Entry['measured'], readonly Distribution[]>();

  constructor(run: ApiRun, report: Report) {
    this.run = run;
    this.report = report;
  }

  /** All of the report but its evidence, made once: it looks at every case. */
  get index(): ReportIndex {
    return (this.#index ??= indexReport(this.report));
  }

  /** The cases or runs of the test or eval at a place, counted from 0. */
  pagesOf(place: string): EntryPages {
    const entry = entryAt(this.report, place);
    const pages = this.#pages.get(entry.measured) ?? new EntryPages(this.report, entry);
    this.#pages.set(entry.measured, pages);
    return pages;
  }

  /** What its cases or runs used. */
  usageOf(place: string): readonly Distribution[] {
    const { measured } = entryAt(this.report, place);
    const known = this.#usage.get(measured) ?? distributionsOf(measured, figuresOf(measured));
    this.#usage.set(measured, known);
    return known;
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
