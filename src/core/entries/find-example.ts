import { OpenGates } from '../report/open-gates.ts';
import type { EvalReport, TestReport } from '../report/report.ts';
import type { EntryList } from './entry-list.ts';
import type { ReportEntry } from './report-entry.ts';

/** Whether an entry is a reason for the verdict: any case, and a run that fails a gate which the test fails. */
export function isReason(measured: TestReport | EvalReport): (entry: ReportEntry) => boolean {
  if ('cases' in measured) return () => true;
  const open = new OpenGates(measured);
  return ({ evidence }) => open.among(evidence?.failedGates ?? []).length > 0;
}

/** The first entry that shows why the verdict is what it is, otherwise the first; null where there is none. */
export function findExample(
  { count, verdictAt, at }: EntryList,
  measured: TestReport | EvalReport,
): ReportEntry | null {
  const isTelling = isReason(measured);
  let first: number | null = count === 0 ? null : 0;
  let isFound = false;
  for (let place = 0; place < count; place += 1) {
    if (verdictAt(place) !== measured.verdict) continue;
    if (isTelling(at(place))) return at(place);
    if (!isFound) first = place;
    isFound = true;
  }
  return first === null ? null : at(first);
}
