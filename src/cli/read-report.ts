import { readFile } from 'node:fs/promises';
import { type Report, settleReport, UserError } from '#core';
import { parseReport } from '#schema';

/** Reads a saved report. Its verdicts follow from its gates, whatever the file says. */
export async function readReport(path: string): Promise<Report> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const message =
      (error as NodeJS.ErrnoException).code === 'ENOENT'
        ? 'there is no such file'
        : (error as Error).message;
    throw new UserError([
      { code: 'REPORT_UNREADABLE', severity: 'error', message, where: { file: path } },
    ]);
  }
  const parsed = parseReport(text);
  if (parsed.ok) return settleReport(parsed.report);
  throw new UserError(
    parsed.issues.map((issue) => ({ ...issue, where: { file: path, ...issue.where } })),
  );
}
