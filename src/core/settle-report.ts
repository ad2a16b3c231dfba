import { countVerdicts, worstVerdict } from './gate-report.ts';
import type { EvalReport, GateReport, Report, TestReport, Totals, Verdict } from './report.ts';

/** What the verdict of a test or an eval follows from. */
export interface Settled {
  readonly gates: readonly Pick<GateReport, 'outcome'>[];
  readonly runs: number;
  readonly errors: number;
  readonly maxErrors?: number;
}

/** How many runs beyond the allowed ones could not be measured. */
export function unmeasuredOf({ runs, errors, maxErrors = 0 }: Omit<Settled, 'gates'>): number {
  return errors > maxErrors || runs === 0 ? errors : 0;
}

/** The verdict of a test or an eval: its gates, and what could not be measured. */
export function verdictOf(measured: Settled): Verdict {
  const verdict = worstVerdict(measured.gates.map((gate) => gate.outcome));
  return unmeasuredOf(measured) > 0 ? worstVerdict([verdict, 'error']) : verdict;
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
  const evals = saved.evals.map((one): EvalReport => ({ ...one, verdict: settled(one) }));
  const report = { ...saved, tests, evals, totals: totalsOf({ tests, evals }, saved.totals.calls) };
  return { ...report, verdict: worstVerdict([saved.verdict, reportVerdict(report)]) };
}

/** Never better than the file says: a verdict may follow from more than the gates. */
function settled(measured: TestReport | EvalReport): Verdict {
  return worstVerdict([measured.verdict, verdictOf(measured)]);
}
