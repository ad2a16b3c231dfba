import type { Report } from '#core';
import type { SinkOptions } from './document/index.ts';
import type { Provenance } from './html/provenance.ts';

/** What the place a report is shown in can do, and what is known of the run beside its report. */
export interface ReporterOptions extends SinkOptions {
  /** Shown by pages alone. */
  readonly provenance?: Provenance;
}

/** Turns a report into a stream of text. Pure: the same report gives the same bytes, always. */
export type Reporter<T = Report> = (report: T, options: ReporterOptions) => Iterable<string>;
