import { compareReports, type RegressionDemand, type Report, UserError, worstVerdict } from '#core';

/** The report with what it changed against an earlier one; where a rule was given, it counts towards the verdict. */
export function withBaseline(
  report: Report,
  baseline: Report,
  demand: RegressionDemand | null,
): Report {
  const comparison = compareReports(baseline, report, demand);
  if ('code' in comparison) throw new UserError([comparison]);
  const { version, redaction, filter, shard, timing, ...rest } = report;
  return {
    ...rest,
    verdict: worstVerdict([report.verdict, comparison.regression?.outcome ?? 'pass']),
    baseline: comparison,
    version,
    ...(redaction === undefined ? {} : { redaction }),
    ...(filter === undefined ? {} : { filter }),
    ...(shard === undefined ? {} : { shard }),
    timing,
  };
}
