import type { EvalReport, RunLabel, TestReport } from '../report/report.ts';
import type { EntryFindings } from './report-entry.ts';

const NONE: EntryFindings = { misses: [], calls: [] };

/** What scorers found, by run or case. */
export function indexFindings({
  scores,
}: Pick<TestReport | EvalReport, 'scores'>): (label: RunLabel) => EntryFindings {
  const index = new Map<string, { misses: object[]; calls: object[] }>();
  const at = (label: RunLabel): { misses: object[]; calls: object[] } => {
    const key = keyOf(label);
    const known = index.get(key) ?? { misses: [], calls: [] };
    index.set(key, known);
    return known;
  };
  for (const { scorer, key, judged, misses, calls } of scores) {
    const about = { scorer: key ?? scorer, judged };
    for (const miss of misses.items) at(miss).misses.push({ ...miss, ...about });
    for (const call of calls) at(call).calls.push({ ...call, ...about });
  }
  return (label) => (index.get(keyOf(label)) as EntryFindings | undefined) ?? NONE;
}

function keyOf(label: RunLabel): string {
  return 'run' in label ? `run ${label.run}` : `case ${label.case}`;
}
