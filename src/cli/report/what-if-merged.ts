import { mergeTools, type Report, reportVerdict, totalsOf, UserError, worstVerdict } from '#core';

/** The report with matrices, name match, cases and gates counted again as if these tools were one. */
export function whatIfMerged(report: Report, written: string): Report {
  const tools = written
    .split(',')
    .map((tool) => tool.trim())
    .filter((tool) => tool !== '');
  const known = new Set(report.evals.flatMap(({ confusion }) => confusion?.labels ?? []));
  const unknown = tools.filter((tool) => !known.has(tool));
  if (tools.length < 2) throw refuse('name at least two tools, with commas between them');
  if (unknown.length > 0) {
    throw refuse(`no confusion matrix of this report has ${unknown.join(', ')}`);
  }
  const evals = report.evals.map((one) => mergeTools(one, tools) ?? one);
  const merged = { ...report, evals, totals: totalsOf({ ...report, evals }, report.totals.calls) };
  const { version, timing, filter, shard, redaction, ...rest } = merged;
  return {
    ...rest,
    // A verdict that follows from more than tests and evals stays.
    verdict:
      report.verdict === reportVerdict(report)
        ? reportVerdict(merged)
        : worstVerdict([report.verdict, reportVerdict(merged)]),
    version,
    ...(redaction === undefined ? {} : { redaction }),
    whatIf: { mergedTools: tools },
    ...(filter === undefined ? {} : { filter }),
    ...(shard === undefined ? {} : { shard }),
    timing,
  };
}

function refuse(message: string): UserError {
  return new UserError([
    {
      code: 'FLAG_MERGE_TOOLS',
      severity: 'error',
      message: `--merge-tools: ${message}`,
      where: null,
    },
  ]);
}
