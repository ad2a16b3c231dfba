import { statSync } from 'node:fs';
import type { Report } from '#core';
import { readReport } from '#store';

/** Reports in memory, by the size of their files. */
const MAX_BYTES = 256 * 1024 * 1024;

interface Kept {
  readonly report: Promise<Report>;
  readonly bytes: number;
  readonly modifiedMs: number;
}

/** Reads reports, and keeps the ones that were used last. A file that changed is read again. */
export class ReportCache {
  readonly #kept = new Map<string, Kept>();

  read(path: string): Promise<Report> {
    const stats = statSync(path, { throwIfNoEntry: false });
    const [bytes, modifiedMs] = [stats?.size ?? 0, stats?.mtimeMs ?? 0];
    const kept = this.#kept.get(path);
    this.#kept.delete(path);
    const isSame = kept?.bytes === bytes && kept.modifiedMs === modifiedMs;
    const entry =
      kept !== undefined && isSame ? kept : { report: readReport(path), bytes, modifiedMs };
    this.#kept.set(path, entry);
    // A report that cannot be read is not kept: the next request may find it repaired.
    entry.report.catch(() => this.#kept.delete(path));
    this.#forget();
    return entry.report;
  }

  /** Drops what was not used for longest; the newest always stays. */
  #forget(): void {
    let sum = [...this.#kept.values()].reduce((total, { bytes }) => total + bytes, 0);
    for (const [path, { bytes }] of this.#kept) {
      if (sum <= MAX_BYTES || this.#kept.size === 1) return;
      this.#kept.delete(path);
      sum -= bytes;
    }
  }
}
