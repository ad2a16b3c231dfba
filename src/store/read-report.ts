import { resolve } from 'node:path';
import { type Report, settleReport, UserError } from '#core';
import { readWhole } from '#platform';
import { parseReport } from '#schema';

/** Reads a saved report. Its verdicts follow from its gates, whatever the file says. */
export async function readReport(path: string): Promise<Report> {
  const read = await readWhole(resolve(path), path);
  if (!read.ok) throw new UserError([{ ...read.issue, code: 'REPORT_UNREADABLE' }]);
  const parsed = parseReport(read.text);
  if (parsed.ok) return settleReport(parsed.report);
  throw new UserError(
    parsed.issues.map((issue) => ({ ...issue, where: { file: path, ...issue.where } })),
  );
}
