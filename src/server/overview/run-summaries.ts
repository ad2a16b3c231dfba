import { statSync } from 'node:fs';
import { UserError } from '#core';
import { piecesOf, summariseReport, verdictLine } from '#reporters';
import type { ApiPiece, RunSummary } from '#schema';
import { readReport, reportPath } from '#store';

/** What is kept of a report: its figures, and its verdict in words. */
export type SummarisedReport =
  | { readonly summary: RunSummary; readonly why: readonly (readonly ApiPiece[])[] }
  | { readonly problem: string };

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

  constructor(root: string) {
    this.#root = root;
  }

  read(id: number): Promise<SummarisedReport> {
    const path = reportPath(this.#root, id);
    const stats = statSync(path, { throwIfNoEntry: false });
    const [bytes, modifiedMs] = [stats?.size ?? 0, stats?.mtimeMs ?? 0];
    const kept = this.#kept.get(id);
    this.#kept.delete(id);
    const isSame = kept?.bytes === bytes && kept.modifiedMs === modifiedMs;
    const entry =
      kept !== undefined && isSame ? kept : { bytes, modifiedMs, summarised: summarise(path) };
    this.#kept.set(id, entry);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return entry.summarised;
  }
}

async function summarise(path: string): Promise<SummarisedReport> {
  try {
    const report = await readReport(path);
    const { parts, why } = verdictLine(report);
    return { summary: summariseReport(report), why: [...parts, ...why].map(piecesOf) };
  } catch (error) {
    if (error instanceof UserError) return { problem: error.message };
    throw error;
  }
}
