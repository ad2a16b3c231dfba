import type { ReporterOptions } from '../reporter.ts';
import type { TryReport } from './try-report.ts';

/** Turns what was tried into a stream of text. Pure, as every reporter. */
export type TryReporter = (report: TryReport, options: ReporterOptions) => Iterable<string>;
