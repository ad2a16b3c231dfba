import type { InspectionReport } from '#core';
import type { ReporterOptions } from '../reporter.ts';

/** Turns an inspection into a stream of text. Pure, as every reporter. */
export type InspectionReporter = (
  report: InspectionReport,
  options: ReporterOptions,
) => Iterable<string>;
