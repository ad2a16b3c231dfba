import type { ComparisonReporter } from './reporter.ts';

/** The comparison as it is, for programs. */
export const comparisonJson: ComparisonReporter = function* comparisonJson(comparison) {
  yield `${JSON.stringify(comparison, null, 2)}\n`;
};
