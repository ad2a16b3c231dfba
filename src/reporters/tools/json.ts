import type { ToolSetReporter } from './reporter.ts';

/** The report as it is, for programs. */
export const toolSetJson: ToolSetReporter = function* toolSetJson(report) {
  yield `${JSON.stringify(report, null, 2)}\n`;
};
