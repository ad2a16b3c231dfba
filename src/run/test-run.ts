import { type Issue, shareReport, type TestReport, unmeasuredOf, verdictOf } from '#core';
import type { Suite, TestPlan } from '#suite';
import type { Finished } from './finished.ts';
import { AFTER_ALL_JOBS } from './run-numbers.ts';
import type { ScorerCompiler } from './scorer-compiler.ts';
import { TestSums } from './test-sums.ts';

/** A test of a suite: what it collects, and its report in the end. */
export class TestRun extends TestSums {
  readonly suite: Suite;

  constructor(suite: Suite, plan: TestPlan, compiler: ScorerCompiler) {
    super(plan, compiler);
    this.suite = suite;
  }

  /** More runs than the suite says: the traces do not fit the suite. */
  checkCount(runs: number | null): Issue | null {
    const { count } = this.numbers;
    if (runs === null || count <= runs) return null;
    return {
      code: 'RUNS_TOO_MANY',
      severity: 'error',
      message: `"${this.plan.name}" says runs: ${runs}, but ${count} traces belong to it`,
      where: { file: this.suite.file, line: this.plan.line },
      hint: 'raise runs, leave it out to take all, or give fewer traces',
    };
  }

  /** Whether all runs are of one input: the suite or the command says how many there are, or what the prompt is. */
  #repeatsInput(runs: number | null): boolean {
    return runs !== null || (this.plan.drive?.turns.length ?? 0) > 0;
  }

  /** Ends the test and lets go of all it collected: ten thousand of them end one after the other. */
  async finish(runs: number | null, planned: number | null = null): Promise<Finished<TestReport>> {
    const { measure, numbers } = this;
    const found = numbers.count;
    const missing = (runs ?? Math.max(found, 1)) - found;
    for (let i = 0; i < missing; i++) {
      measure.addError(numbers.take(null, AFTER_ALL_JOBS), {
        code: 'RUN_MISSING',
        severity: 'error',
        message:
          found === 0
            ? planned === null
              ? 'no trace belongs to this test'
              : 'no run of it was made or kept'
            : `only ${found} of ${runs} runs were found`,
        where: null,
      });
    }
    const { runs: measured, errors, usage } = measure;
    const { maxErrors } = this.plan;
    const unmeasured = unmeasuredOf({ runs: measured, errors, maxErrors });
    // A run passes when the gates hold on it alone, so one of them must speak of single runs.
    const speaks = this.plan.gates.some(({ metric }) => !metric.startsWith('repeats.'));
    const decided = measure.runs - this.undecided;
    const isRepeated = this.#repeatsInput(runs);
    const result = await measure.finish((order) => ({ run: numbers.numberOf(order) }), unmeasured, {
      units: speaks && isRepeated ? [{ k: this.passing, n: decided }] : [],
      ...(isRepeated ? {} : { whyNone: 'its runs may have different inputs; say runs: N' }),
    });
    const report: TestReport = {
      name: this.plan.name,
      verdict: verdictOf({ ...result, runs: measured, errors, maxErrors }),
      runs: measure.runs,
      errors: measure.errors,
      ...(isRepeated && measure.runs > 1 ? { repeated: true } : {}),
      ...(measure.partial === 0 ? {} : { partial: measure.partial }),
      scores: result.scores,
      gates: result.gates,
      passing: shareReport(this.passing, decided),
      ...(maxErrors === 0 ? {} : { maxErrors }),
      unmeasured: result.unmeasured,
      // Traces that are scored without a suite have no place to point at.
      suite: this.suite.file === '' ? null : { file: this.suite.file, line: this.plan.line },
      ...(usage === null ? {} : { usage }),
      ...(planned === null || planned === runs ? {} : { planned }),
      ...(result.judge === null ? {} : { judge: result.judge }),
      ...(this.plan.variant === null ? {} : { variant: this.plan.variant }),
    };
    this.forget();
    const { calls, remarks, requesters, expected, offers } = measure;
    return { report, calls, remarks, requesters, expected, offers };
  }
}
