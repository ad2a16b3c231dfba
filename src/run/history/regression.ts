import {
  compareReports,
  type RegressionDemand,
  type RegressionRule,
  type Report,
  UserError,
  worstVerdict,
} from '#core';

/** What is asked of a difference; without a rule it depends on where the runs come from. */
export interface AskedRegression extends Omit<RegressionDemand, 'rule'> {
  readonly rule: RegressionRule | null;
}

/** The rule that applies: over recorded traces nothing is left to chance, so the least change counts. */
export function settleRule(
  asked: AskedRegression | null,
  source: 'recorded' | 'live',
): RegressionDemand | null {
  if (asked === null) return null;
  return { ...asked, rule: asked.rule ?? (source === 'live' ? 'significant' : 'any') };
}

/** The report with what it changed against an earlier one; where a rule was given, it counts towards the verdict. */
export function withBaseline(
  report: Report,
  baseline: Report,
  demand: RegressionDemand | null,
): Report {
  const comparison = compareReports(baseline, report, demand);
  if ('code' in comparison) throw new UserError([comparison]);
  const { version, redaction, evidenceText, filter, shard, timing, ...rest } = report;
  return {
    ...rest,
    verdict: worstVerdict([report.verdict, comparison.regression?.outcome ?? 'pass']),
    baseline: comparison,
    version,
    ...(redaction === undefined ? {} : { redaction }),
    ...(evidenceText === undefined ? {} : { evidenceText }),
    ...(filter === undefined ? {} : { filter }),
    ...(shard === undefined ? {} : { shard }),
    timing,
  };
}
