import { type Report, UserError } from '#core';
import { withBaseline } from '#run';
import { readReport } from './read-report.ts';
import { parseRegression, type RegressionFlags, settleRule } from './regression-flags.ts';

/** The flags of `run` that concern an earlier report. */
export interface BaselineFlags extends RegressionFlags {
  readonly baseline?: string;
  readonly shard?: string;
}

/** Adds to a report what it changed against the baseline, by whether its runs were made or recorded. */
export type CompareWithBaseline = (report: Report, source: 'live' | 'recorded') => Report;

/** Reads the report that `--baseline` names. */
export async function readBaseline(flags: BaselineFlags): Promise<CompareWithBaseline> {
  const asked = parseRegression(flags);
  if (flags.baseline === undefined)
    throw refuse(
      '--fail-on-regression needs a report to compare with',
      'give --baseline report.json',
    );
  if (flags.shard !== undefined)
    throw refuse(
      '--baseline cannot be compared with one shard',
      'merge the shards, then: whichtool compare baseline.json report.json --fail-on-regression',
    );
  const baseline = await readReport(flags.baseline);
  return (report, source) => withBaseline(report, baseline, settleRule(asked, source));
}

function refuse(message: string, hint: string): UserError {
  return new UserError([{ code: 'FLAG_BASELINE', severity: 'error', message, where: null, hint }]);
}
