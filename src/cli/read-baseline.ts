import { type Report, UserError } from '#core';
import { readReport } from './read-report.ts';
import { type AskedRegression, parseRegression, type RegressionFlags } from './regression-flags.ts';

/** The report that `--baseline` names and what is asked of the difference; null without one. */
export async function readBaseline(
  flags: RegressionFlags & { readonly baseline?: string; readonly shard?: string },
): Promise<{ report: Report; asked: AskedRegression | null } | null> {
  const asked = parseRegression(flags);
  if (flags.baseline === undefined) {
    if (asked === null) return null;
    throw refuse(
      '--fail-on-regression needs a report to compare with',
      'give --baseline report.json',
    );
  }
  if (flags.shard !== undefined)
    throw refuse(
      '--baseline cannot be compared with one shard',
      'merge the shards, then: whichtool compare baseline.json report.json --fail-on-regression',
    );
  return { report: await readReport(flags.baseline), asked };
}

function refuse(message: string, hint: string): UserError {
  return new UserError([{ code: 'FLAG_BASELINE', severity: 'error', message, where: null, hint }]);
}
