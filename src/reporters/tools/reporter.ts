import type { ToolSetReport } from '#core';
import type { ReporterOptions } from '../reporter.ts';

/** Turns what was found out about tools into a stream of text. Pure, as every reporter. */
export type ToolSetReporter = (report: ToolSetReport, options: ReporterOptions) => Iterable<string>;
