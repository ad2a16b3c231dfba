import { isReason, type ReportEntry } from '#core';
import { isComplaint } from '../trace/call-words.ts';
import type { Measured } from './report-source.ts';

/** Whether an entry may be open before anything is chosen. */
export function opensFirst(measured: Measured): (entry: ReportEntry) => boolean {
  const isTelling = isReason(measured);
  return (entry) => (entry.verdict === null ? isFaulty(entry) : isTelling(entry));
}

/** Whether scorers complain about an entry: an older report does not say which runs fail. */
function isFaulty({ findings: { calls, misses } }: ReportEntry): boolean {
  return misses.length > 0 || calls.some(({ verdict }) => isComplaint(verdict));
}
