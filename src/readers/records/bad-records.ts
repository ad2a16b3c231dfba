import { UserError } from '#core';
import { readIssue } from './record-issue.ts';

/** From so many records on that are not traces, an input is given up where they outnumber its traces tenfold. */
const MAX_BAD_RECORDS = 100_000;

/** Throws a UserError where a file has so many records that are not traces that it is given up. */
export function checkBadRecords(file: string, bad: number, good: number): void {
  if (bad <= MAX_BAD_RECORDS || bad <= 10 * good) return;
  const message = `over ${MAX_BAD_RECORDS} records are not traces; the rest was not read`;
  const hint = 'leave this file out, or name its format with --format';
  throw new UserError([readIssue('TRACE_TOO_MANY_BAD', message, { file }, hint)]);
}
