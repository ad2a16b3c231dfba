import { UserError } from '#core';
import { readIssue } from './read-codes.ts';

/** From this many records that are not traces, reading stops if they outnumber the traces tenfold. */
const MAX_BAD_RECORDS = 100_000;

/** Throws a UserError where too many records of a file are not traces. */
export function checkBadRecords(file: string, bad: number, good: number): void {
  if (bad <= MAX_BAD_RECORDS || bad <= 10 * good) return;
  const message = `over ${MAX_BAD_RECORDS} records are not traces; the rest was not read`;
  const hint = 'leave this file out, or name its format with --format';
  throw new UserError([readIssue('TRACE_TOO_MANY_BAD', message, { where: { file }, hint })]);
}
