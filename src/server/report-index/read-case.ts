import { readSync } from 'node:fs';
import type { CaseReport } from '#core';
import { parseCases } from '#schema';
import type { CaseColumns } from './case-columns.ts';
import { hashId } from './hash-id.ts';

const CLOSE_OBJECT = 0x7d;

/** Cases that follow each other, read from the file of their report; null where they are not those of the columns. */
export function readCases(
  fd: number,
  { start, idHash }: Pick<CaseColumns, 'start' | 'idHash'>,
  end: number,
  from: number,
  to: number,
): readonly CaseReport[] | null {
  const first = start[from];
  if (first === undefined) return null;
  const buffer = Buffer.allocUnsafe(Math.max(0, (start[to] ?? end) - first));
  if (readSync(fd, buffer, 0, buffer.length, first) !== buffer.length) return null;
  // Behind a case are a comma and blanks.
  const cases = parseCases(`[${buffer.toString('utf8', 0, buffer.lastIndexOf(CLOSE_OBJECT) + 1)}]`);
  if (cases?.length !== to - from) return null;
  return cases.every(({ id }, at) => hashId(id) === idHash[from + at]) ? cases : null;
}
