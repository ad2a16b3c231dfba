import {
  erroredIssue,
  ignoreTypes,
  type Issue,
  type RunOrder,
  type Place,
  type RunOutcome,
  type RunSource,
  type ScorerCompiler,
  TestSums,
  type Trace,
} from '#core';
import type { TestPlan } from '#suite';
import { RunIds, scopeOf } from './run-ids.ts';
import type { UnmeasuredIssue } from '../issues/unmeasured-issue.ts';
import { runIssue } from '../issues/run-codes.ts';

/** Which job a run comes from, and whether its id and number must be compared with those of earlier runs. */
export interface Origin {
  readonly job: number;
  /** Null: they are always compared. */
  readonly mayRepeat: ((test: TestTraces, trace: Trace) => boolean) | null;
}

const HERE: Origin = { job: 0, mayRepeat: null };

/** Adds traces to the sums of a test: repeated ones once, and those that only a judge can decide when it has answered. */
export class TestTraces {
  readonly plan: TestPlan;
  readonly #compiler: ScorerCompiler;
  #sums: TestSums;
  #ids: RunIds | null = null;
  /** Of a driven test: its line in the suite, which names its runs. */
  drivenAt: Place | null = null;

  constructor(plan: TestPlan, compiler: ScorerCompiler) {
    this.plan = plan;
    this.#compiler = compiler;
    this.#sums = new TestSums(plan, compiler);
  }

  get sums(): TestSums {
    return this.#sums;
  }

  /** Adds a run: its outcome, or an issue where the input as a whole cannot be used; null when there is nothing to report. */
  add(
    trace: Trace,
    record: RunSource,
    { job, mayRepeat }: Origin = HERE,
  ): RunOutcome | Issue | null {
    const { name } = this.plan;
    const source = this.#sourceOf(trace, record);
    const { where } = source;
    const scope = scopeOf(trace, name);
    if (mayRepeat === null || mayRepeat(this, trace)) {
      const seen = (this.#ids ??= new RunIds()).add(scope, trace);
      if (seen === 'same') return null;
      if (seen === 'other-id')
        return conflict(`two different runs of "${name}" have the id "${trace.id}"`, where);
      if (seen === 'other-run')
        return conflict(`run ${trace.run} of "${name}" is there twice`, where);
    }
    // Numbers of cases and tasks repeat each other: their runs are numbered as they are found.
    const order = this.#sums.numbers.take(scope === '' ? trace.run : null, job);
    const measured = ignoreTypes(trace, this.plan.rules.ignoreTypes);
    const issue = erroredIssue(measured, where);
    if (issue === null) return this.#scoreOrWait(order, measured, source);
    this.#sums.addError(order, issue, source, measured);
    return null;
  }

  /** A cassette is where a run is kept: where it comes from is the suite. */
  #sourceOf({ run }: Trace, record: RunSource): RunSource {
    if (this.drivenAt === null) return record;
    return { ...record, where: run === null ? this.drivenAt : { ...this.drivenAt, run } };
  }

  /** Scores a run, or lets it wait where only a judge can decide it. */
  #scoreOrWait(order: RunOrder, trace: Trace, source: RunSource): RunOutcome | null {
    const { judging } = this.#compiler;
    const sums = this.#sums;
    const score = (): RunOutcome | null => sums.add(order, trace, source);
    if (judging === null) return score();
    const { where } = source;
    const questions = sums.measure.questions(trace, null);
    const { model } = trace;
    const isHeld = judging.hold({ plan: this.plan, order, where, model, questions, score });
    return isHeld ? null : score();
  }

  /** Adds a record that could not be read as a run. */
  addUnreadable(issue: UnmeasuredIssue, { job }: Origin = HERE): void {
    this.#sums.addError(this.#sums.numbers.take(null, job), issue);
  }

  get hasRuns(): boolean {
    return this.#sums.numbers.count > 0;
  }

  /** Drops what was collected. */
  forget(): void {
    this.#compiler.judging?.release(this.plan);
    this.#sums = new TestSums(this.plan, this.#compiler);
    this.#ids = null;
  }
}

function conflict(message: string, where: Issue['where']): Issue {
  return runIssue('RUN_CONFLICT', message, { where });
}
