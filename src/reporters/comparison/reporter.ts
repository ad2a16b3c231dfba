import type { Comparison } from '#core';
import type { ReporterOptions } from '../reporter.ts';

/** Turns a comparison into a stream of text. Pure, as every reporter. */
export type ComparisonReporter = (
  comparison: Comparison,
  options: ReporterOptions,
) => Iterable<string>;
