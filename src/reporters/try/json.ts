import type { TryReporter } from './reporter.ts';

/** What was tried as it is, for programs. */
export const tryJson: TryReporter = function* tryJson(report) {
  yield `${JSON.stringify(report, null, 2)}\n`;
};
