import type { FormatReport } from '#core';
import type { Input, TraceFormat } from '#readers';

/** The files of a format as plain data. */
export interface FormatCount extends FormatReport {
  /** The job of the first of them. */
  readonly job: number;
}

/** Counts the files of each format. */
export class FormatCounts {
  readonly #counts = new Map<string, FormatCount>();

  /** Counts a file; the first is the one of the lowest job. */
  add(input: Pick<Input, 'displayName'>, format: Pick<TraceFormat, 'id'>, job = 0): void {
    this.merge([{ format: format.id, files: 1, first: input.displayName, job }]);
  }

  state(): readonly FormatCount[] {
    return [...this.#counts.values()];
  }

  merge(counts: readonly FormatCount[]): void {
    for (const count of counts) {
      const known = this.#counts.get(count.format);
      const first = known === undefined || count.job < known.job ? count : known;
      this.#counts.set(count.format, { ...first, files: count.files + (known?.files ?? 0) });
    }
  }

  /** By name. */
  report(): readonly FormatReport[] {
    return [...this.#counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { format, files, first }]) => ({ format, files, first }));
  }
}
