import { statSync } from 'node:fs';
import { UserError } from '#core';
import { readReport, reportPath } from '#store';
import { summarise } from '../report-index/build-index.ts';
import type { ReportIndexes } from '../report-index/report-indexes.ts';
import type { ReportSummary } from '../report-index/report-index.ts';

/** What is kept of a report: its figures, and its verdict in words. */
export type SummarisedReport = ReportSummary | { readonly problem: string };

interface Kept {
  readonly bytes: number;
  readonly modifiedMs: number;
  readonly summarised: Promise<SummarisedReport>;
}

/** A summary is a few kilobytes: some hundred stay in memory. */
const MAX_KEPT = 1000;

/** The figures of kept reports. A report is read once, and again when its file has changed; it does not stay in memory. */
export class RunSummaries {
  readonly #root: string;
  readonly #kept = new Map<number, Kept>();

  readonly #indexes: ReportIndexes;

  constructor(root: string, indexes: ReportIndexes) {
    this.#root = root;
    this.#indexes = indexes;
  }

  read(id: number): Promise<SummarisedReport> {
    const path = reportPath(this.#root, id);
    const stats = statSync(path, { throwIfNoEntry: false });
    const [bytes, modifiedMs] = [stats?.size ?? 0, stats?.mtimeMs ?? 0];
    const kept = this.#kept.get(id);
    this.#kept.delete(id);
    const isSame = kept?.bytes === bytes && kept.modifiedMs === modifiedMs;
    const entry =
      kept !== undefined && isSame
        ? kept
        : { bytes, modifiedMs, summarised: this.#summarise(path) };
    this.#kept.set(id, entry);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return entry.summarised;
  }

  /** Of a large report from its index, which is made in a thread; other requests are answered between two small ones. */
  async #summarise(path: string): Promise<SummarisedReport> {
    try {
      const summary = await this.#indexes.summarise(path);
      return summary ?? summarise(await readReport(path));
    } catch (error) {
      if (error instanceof UserError) return { problem: error.message };
      throw error;
    }
  }
}
