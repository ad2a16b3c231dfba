import { type Issue, type RunOrder, shareReport, type TestReport, type Trace } from '#core';
import type { Suite, TestPlan } from '#suite';
import { crashIssue, emptyTrace } from './errored-run.ts';
import { type Finished, Measure, verdictOf } from './measure.ts';
import { RunIds } from './run-ids.ts';
import { RunNumbers } from './run-numbers.ts';
import type { ScorerCompiler } from './scorer-compiler.ts';

/** A test while its traces come in. */
export class TestRun {
  readonly plan: TestPlan;
  readonly suite: Suite;
  readonly #compiler: ScorerCompiler;
  readonly #numbers = new RunNumbers();
  #ids: RunIds | null = null;
  #measure: Measure | null = null;
  #passing = 0;

  constructor(suite: Suite, plan: TestPlan, compiler: ScorerCompiler) {
    this.suite = suite;
    this.plan = plan;
    this.#compiler = compiler;
  }

  /** Scorers are compiled with the first trace: a large suite of which few tests are run stays cheap. */
  get #sums(): Measure {
    this.#measure ??= new Measure(this.plan, this.#compiler);
    return this.#measure;
  }

  /** Adds a run; the issue says why the input as a whole cannot be used. */
  add(trace: Trace, where: Issue['where']): Issue | null {
    if (trace.id !== null) {
      const seen = (this.#ids ??= new RunIds()).add(trace.id, trace);
      if (seen === 'same') return null;
      if (seen === 'other')
        return this.#conflict(
          'RUN_CONFLICT',
          `two different runs of "${this.plan.name}" have the id "${trace.id}"`,
          where,
        );
    }
    const order = this.#numbers.take(trace.run);
    if (order === null) {
      return this.#conflict(
        'RUN_CONFLICT',
        `run ${trace.run} of "${this.plan.name}" is there twice`,
        where,
      );
    }
    if (trace.error === null) this.#score(order, trace);
    else this.#addErrored(order, crashIssue(trace.error, where));
    return null;
  }

  #score(order: RunOrder, trace: Trace): void {
    const outcome = this.#sums.add(order, trace, null, null);
    if ('code' in outcome) this.#sums.addError(order, outcome);
    else if (outcome.passes()) this.#passing++;
  }

  #addErrored(order: RunOrder, issue: Issue): void {
    if (this.plan.countErrorsAsEmpty) this.#score(order, emptyTrace());
    else this.#sums.addError(order, issue);
  }

  /** Adds a record that could not be read as a run. */
  addUnreadable(issue: Issue): void {
    this.#addErrored(this.#numbers.take(null) as RunOrder, issue);
  }

  #conflict(code: string, message: string, where: Issue['where']): Issue {
    return { code, severity: 'error', message, where };
  }

  /** More runs than the suite says: the traces do not fit the suite. */
  checkCount(runs: number | null): Issue | null {
    if (runs === null || this.#numbers.count <= runs) return null;
    return {
      code: 'RUNS_TOO_MANY',
      severity: 'error',
      message: `"${this.plan.name}" says runs: ${runs}, but ${this.#numbers.count} traces belong to it`,
      where: { file: this.suite.file, line: this.plan.line },
      hint: 'raise runs, leave it out to take all, or give fewer traces',
    };
  }

  /** Ends the test and lets go of all it collected: ten thousand of them end one after the other. */
  async finish(runs: number | null): Promise<Finished<TestReport>> {
    const found = this.#numbers.count;
    const missing = (runs ?? Math.max(found, 1)) - found;
    for (let i = 0; i < missing; i++) {
      this.#sums.addError(this.#numbers.take(null) as number, {
        code: 'RUN_MISSING',
        severity: 'error',
        message:
          found === 0
            ? 'no trace belongs to this test'
            : `only ${found} of ${runs} runs were found`,
        where: null,
      });
    }
    const measure = this.#sums;
    const unmeasured =
      measure.errors > this.plan.maxErrors || measure.runs === 0 ? measure.errors : 0;
    const result = await measure.finish(
      (order) => ({ run: this.#numbers.numberOf(order) }),
      unmeasured,
    );
    const report: TestReport = {
      name: this.plan.name,
      verdict: verdictOf(result.gates, unmeasured),
      runs: measure.runs,
      errors: measure.errors,
      scores: result.scores,
      gates: result.gates,
      passing: shareReport(this.#passing, measure.runs),
      unmeasured: result.unmeasured,
      // Traces that are scored without a suite have no place to point at.
      suite: this.suite.file === '' ? null : { file: this.suite.file, line: this.plan.line },
    };
    this.#measure = null;
    return { report, calls: measure.calls, remarks: measure.remarks };
  }
}
