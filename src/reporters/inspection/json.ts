import type { InspectionReporter } from './reporter.ts';

/** The inspection as it is, for programs. */
export const inspectionJson: InspectionReporter = function* inspectionJson(report) {
  yield `${JSON.stringify(report, null, 2)}\n`;
};
