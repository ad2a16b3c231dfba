import { type Issue, UserError } from '#core';
import { readError, readRows } from '#readers';
import type { FilledRow } from './check-labels.ts';

/** Reads a filled-in sheet: CSV, JSON or JSONL. Throws a UserError that lists every row that cannot be read. */
export async function readSheet(path: string): Promise<readonly FilledRow[]> {
  const rows: FilledRow[] = [];
  const issues: Issue[] = [];
  for await (const records of readRows({ path, displayName: path === '-' ? '(stdin)' : path })) {
    for (const record of records) {
      if (record.kind === 'row') rows.push(record);
      else issues.push(record.issue);
    }
  }
  if (issues.length > 0) throw new UserError(issues);
  return rows;
}

/** The error of a file whose rows are not objects. */
export function rowsError(message: string, file: string): UserError {
  return readError('ROW_NOT_OBJECT', message, { where: { file } });
}
