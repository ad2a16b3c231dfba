import { mergeTools, type Report, reportVerdict, totalsOf, worstVerdict } from '#core';
import { parseNames } from '../flags/values.ts';
import { runError } from '#run';

/** The report with matrices, name match, cases and gates counted again as if these tools were one. */
export function whatIfMerged(report: Report, written: string): Report {
  const tools = parseNames(written);
  const known = new Set(report.evals.flatMap(({ confusion }) => confusion?.labels ?? []));
  const unknown = tools.filter((tool) => !known.has(tool));
  if (tools.length < 2)
    throw runError(
      'FLAG_MERGE_TOOLS',
      '--merge-tools: name at least two tools, with commas between them',
    );
  if (unknown.length > 0) {
    throw runError(
      'FLAG_MERGE_TOOLS',
      `--merge-tools: no confusion matrix of this report has ${unknown.join(', ')}`,
    );
  }
  const evals = report.evals.map((evalReport) => mergeTools(evalReport, tools) ?? evalReport);
  const merged = { ...report, evals, totals: totalsOf({ ...report, evals }, report.totals.calls) };
  const { version, timing, filter, shard, redaction, evidenceText, ...rest } = merged;
  return {
    ...rest,
    // A verdict that follows from more than tests and evals stays.
    verdict:
      report.verdict === reportVerdict(report)
        ? reportVerdict(merged)
        : worstVerdict([report.verdict, reportVerdict(merged)]),
    version,
    ...(redaction === undefined ? {} : { redaction }),
    ...(evidenceText === undefined ? {} : { evidenceText }),
    whatIf: { mergedTools: tools },
    ...(filter === undefined ? {} : { filter }),
    ...(shard === undefined ? {} : { shard }),
    timing,
  };
}
