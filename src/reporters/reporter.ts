import type { Report } from '#core';

/** What the place a report is shown in can do. */
export interface ReporterOptions {
  readonly color: boolean;
  /** Columns of the terminal; other reporters do not look at it. */
  readonly width: number;
}

/** Turns a report into a stream of text. Pure: the same report gives the same bytes, always. */
export type Reporter = (report: Report, options: ReporterOptions) => Iterable<string>;
