import { mergeTools, type Report, UserError } from '#core';

/** The report with its confusion matrices counted again as if these tools were one. */
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
  return { ...report, evals: report.evals.map((one) => mergeTools(one, tools) ?? one) };
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
