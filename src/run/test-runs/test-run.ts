import {
  AFTER_ALL_JOBS,
  type Finished,
  type Issue,
  type ScorerCompiler,
  type TestReport,
} from '#core';
import type { Suite, TestPlan } from '#suite';
import { computeFolds } from '../custom/compute-folds.ts';
import type { DrivenRuns } from '../drive/collect-runs.ts';
import { TestTraces } from './test-traces.ts';
import { runIssue } from '../issues/run-codes.ts';

/** A test of a suite: its traces, and its report in the end. */
export class TestRun extends TestTraces {
  readonly suite: Suite;

  constructor(suite: Suite, plan: TestPlan, compiler: ScorerCompiler) {
    super(plan, compiler);
    this.suite = suite;
  }

  /** More runs than the suite says: the traces do not fit the suite. */
  checkCount(runs: number | null): Issue | null {
    const { count } = this.sums.numbers;
    if (runs === null || count <= runs) return null;
    return runIssue(
      'RUNS_TOO_MANY',
      `"${this.plan.name}" says runs: ${runs}, but ${count} traces belong to it`,
      {
        where: { file: this.suite.file, line: this.plan.line },
        hint: 'raise runs, leave it out to take all, or give fewer traces',
      },
    );
  }

  /** Whether all runs are of one input: the suite or the command says how many there are, or what the prompt is. */
  #repeatsInput(runs: number | null): boolean {
    return runs !== null || (this.plan.drive?.turns.length ?? 0) > 0;
  }

  /** Ends the test and drops all it collected: ten thousand of them end one after the other. */
  async finish(
    runs: number | null,
    driven: DrivenRuns | null = null,
    compute: typeof computeFolds = computeFolds,
  ): Promise<Finished<TestReport>> {
    const { sums, suite } = this;
    const { variant, line } = this.plan;
    const planned = driven?.planned ?? null;
    const identical = driven?.identical ?? 0;
    this.#addMissing(runs, planned);
    const finished = sums.report({
      // Traces that are scored without a suite have no place to point at.
      suite: suite.file === '' ? null : { file: suite.file, line },
      repeatsInput: this.#repeatsInput(runs),
      computed: await compute(sums.measure.codeFolds()),
      ...(planned === null || planned === runs ? {} : { planned }),
      ...(identical === 0 ? {} : { identical }),
      ...(variant === null ? {} : { variant }),
    });
    this.forget();
    return finished;
  }

  #addMissing(runs: number | null, planned: number | null): void {
    const { numbers } = this.sums;
    const count = numbers.count;
    const missing = (runs ?? Math.max(count, 1)) - count;
    const nothing =
      planned === null ? 'no trace belongs to this test' : 'no run of it was made or kept';
    const message = count === 0 ? nothing : `only ${count} of ${runs} runs were found`;
    for (let i = 0; i < missing; i++) {
      const order = numbers.take(null, AFTER_ALL_JOBS);
      const { file } = this.suite;
      const where = file === '' ? null : { file, line: this.plan.line };
      this.sums.addMissing(order, runIssue('RUN_MISSING', message), { where });
    }
  }
}
