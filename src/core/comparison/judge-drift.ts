import type { EvalReport, JudgeReport, TestReport } from '../report/report.ts';
import type { JudgeChange } from './comparison.ts';

type Measured = TestReport | EvalReport;

/** What differs between the judges of two reports; empty where judged figures can be compared. */
export function changedJudge(
  then: JudgeReport | undefined,
  now: JudgeReport | undefined,
): JudgeChange[] {
  // Where nothing was asked, no judge decided anything: figures are those of any judge.
  if (then === undefined || now === undefined) return [];
  const changes: JudgeChange[] = [];
  const note = (what: JudgeChange['what'], before: string, after: string): void => {
    if (before !== after) changes.push({ what, before, after });
  };
  note('models', names(then.models), names(now.models));
  // A judge that never answered decided nothing.
  if (!isWithin(then.answeredBy, now.answeredBy) && !isWithin(now.answeredBy, then.answeredBy))
    note('answeredBy', names(then.answeredBy), names(now.answeredBy));
  note('quorum', String(then.quorum ?? 1), String(now.quorum ?? 1));
  for (const [kind, hash] of Object.entries(then.prompts)) {
    const other = Object.hasOwn(now.prompts, kind) ? now.prompts[kind] : undefined;
    if (other !== undefined) note('prompts', `${kind} ${hash}`, `${kind} ${other}`);
  }
  return changes;
}

function names(list: JudgeReport['models']): string {
  return list.toSorted().join(', ');
}

function isWithin(some: readonly string[], all: readonly string[]): boolean {
  return some.every((name) => all.includes(name));
}

/** Whether the verdicts of its runs or cases depend on judges: a case by its scorers, a run of a test by its gates. */
export function isDecidedByJudge(measured: Measured): boolean {
  return 'cases' in measured
    ? measured.scores.some(({ judged, purpose }) => judged && purpose === 'score')
    : measured.gates.some(({ judged }) => judged === true);
}
