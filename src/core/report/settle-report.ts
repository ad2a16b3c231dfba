import { countVerdicts, worstVerdict } from '../gates/worst-verdict.ts';
import type {
  EvalReport,
  GateReport,
  JudgeReport,
  Report,
  ScoreReport,
  TestReport,
  Totals,
  Verdict,
} from './report.ts';

/** What the verdict of a test or an eval follows from. */
export interface Settled {
  readonly gates: readonly Pick<GateReport, 'outcome'>[];
  readonly runs: number;
  readonly errors: number;
  readonly maxErrors?: number;
  readonly scores?: readonly Pick<ScoreReport, 'judged' | 'purpose' | 'tally'>[];
  /** What judges were asked; null or absent where nothing was. */
  readonly judge?: Pick<JudgeReport, 'errors'> | null;
}

/** How many runs beyond the allowed ones could not be measured. */
export function unmeasuredOf({
  runs,
  errors,
  maxErrors = 0,
}: Pick<Settled, 'runs' | 'errors' | 'maxErrors'>): number {
  return errors > maxErrors || runs === 0 ? errors : 0;
}

/** The verdict of a test or an eval: its gates, and what could not be measured. */
export function verdictOf(measured: Settled): Verdict {
  const verdict = worstVerdict(measured.gates.map((gate) => gate.outcome));
  const isWhole = unmeasuredOf(measured) === 0 && !isUnjudged(measured);
  return isWhole ? verdict : worstVerdict([verdict, 'error']);
}

/** Whether a judge was asked in vain for something that counts: without a gate on it, too. */
function isUnjudged({ scores = [], judge = null }: Settled): boolean {
  if (judge === null || Object.keys(judge.errors).length === 0) return false;
  return scores.some(
    ({ judged, purpose, tally: { judge_errors = 0, needs_judge = 0 } }) =>
      judged && purpose !== 'qa' && judge_errors + needs_judge > 0,
  );
}

/** The verdict of a report: its tests and evals, records that could not be read, and the rule of a baseline. */
export function reportVerdict(
  report: Pick<Report, 'tests' | 'evals' | 'issues' | 'baseline'>,
): Verdict {
  const { tests, evals, issues, baseline } = report;
  return worstVerdict([
    ...[...tests, ...evals].map(({ verdict }) => verdict),
    ...(issues.some(({ severity }) => severity === 'error') ? ['error' as const] : []),
    baseline?.regression?.outcome ?? 'pass',
  ]);
}

/** The sums over tests and evals. Calls are not listed there. */
export function totalsOf({ tests, evals }: Pick<Report, 'tests' | 'evals'>, calls: number): Totals {
  const parts = [...tests, ...evals];
  const partial = parts.reduce((sum, part) => sum + (part.partial ?? 0), 0);
  return {
    tests: countVerdicts(tests.map(({ verdict }) => verdict)),
    evals: countVerdicts(evals.map(({ verdict }) => verdict)),
    cases: countVerdicts(evals.flatMap(({ cases }) => cases.map(({ verdict }) => verdict))),
    runs: parts.reduce((sum, { runs }) => sum + runs, 0),
    errors: parts.reduce((sum, { errors }) => sum + errors, 0),
    ...(partial === 0 ? {} : { partial }),
    calls,
    gates: countVerdicts(parts.flatMap(({ gates }) => gates.map(({ outcome }) => outcome))),
  };
}

/** A saved report with its verdicts and totals computed again: a verdict that its gates contradict does not count. */
export function settleReport(saved: Report): Report {
  const tests = saved.tests.map((test): TestReport => ({ ...test, verdict: settled(test) }));
  const evals = saved.evals.map((evalReport): EvalReport => ({
    ...evalReport,
    verdict: settled(evalReport),
  }));
  const report = { ...saved, tests, evals, totals: totalsOf({ tests, evals }, saved.totals.calls) };
  return { ...report, verdict: worstVerdict([saved.verdict, reportVerdict(report)]) };
}

/** Never better than the file says: a verdict may follow from more than the gates. */
function settled(measured: TestReport | EvalReport): Verdict {
  return worstVerdict([measured.verdict, verdictOf(measured)]);
}
