import { ignoreTypes, type Issue, type RunOrder, type Trace } from '#core';
import type { TestPlan } from '#suite';
import { emptyTrace, erroredIssue } from './errored-run.ts';
import { Measure, type MeasureState, type RunOutcome } from './measure.ts';
import { RunIds, scopeOf } from './run-ids.ts';
import { RunNumbers, type RunNumbersState } from './run-numbers.ts';
import type { ScorerCompiler } from './scorer-compiler.ts';
import type { UnmeasuredIssue } from './unmeasured-runs.ts';

/** Which job a run comes from, and whether its id and number must be compared with those of earlier runs. */
export interface Origin {
  readonly job: number;
  /** Null: they are always compared. */
  readonly mayRepeat: ((test: TestSums, trace: Trace) => boolean) | null;
}

const HERE: Origin = { job: 0, mayRepeat: null };

/** What a test collected, as plain data. */
export interface TestState {
  readonly numbers: RunNumbersState;
  readonly measure: MeasureState;
  readonly passing: number;
  readonly undecided: number;
}

/** What a test collects while its traces come in; the sums of several workers are merged. */
export class TestSums {
  readonly plan: TestPlan;
  #numbers = new RunNumbers();
  protected passing = 0;
  /** Runs that were measured in part: whether they pass alone is not known. */
  protected undecided = 0;
  readonly #compiler: ScorerCompiler;
  #ids: RunIds | null = null;
  #measure: Measure | null = null;

  constructor(plan: TestPlan, compiler: ScorerCompiler) {
    this.plan = plan;
    this.#compiler = compiler;
  }

  get numbers(): RunNumbers {
    return this.#numbers;
  }

  /** Scorers are compiled with the first trace: a large suite of which few tests are run stays cheap. */
  get measure(): Measure {
    this.#measure ??= new Measure(this.plan, this.#compiler);
    return this.#measure;
  }

  /** Adds a run: how it ended, or an issue where the input as a whole cannot be used; null when there is nothing to report. */
  add(
    trace: Trace,
    where: Issue['where'],
    { job, mayRepeat }: Origin = HERE,
  ): RunOutcome | Issue | null {
    const { name } = this.plan;
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
    const order = this.numbers.take(scope === '' ? trace.run : null, job);
    const measured = ignoreTypes(trace, this.plan.rules.ignoreTypes);
    const issue = erroredIssue(measured, where);
    if (issue === null) return this.#scoreOrWait(order, measured, where);
    this.#addErrored(order, issue);
    return null;
  }

  /** Scores a run, or lets it wait where only a judge can decide it. */
  #scoreOrWait(order: RunOrder, trace: Trace, where: Issue['where']): RunOutcome | null {
    const { judging } = this.#compiler;
    const score = (): RunOutcome | null => this.#score(order, trace, where);
    if (judging === null) return score();
    const questions = this.measure.questions(trace, null);
    return judging.hold({ plan: this.plan, order, where, questions, score }) ? null : score();
  }

  #score(order: RunOrder, trace: Trace, where: Issue['where']): RunOutcome | null {
    const outcome = this.measure.add(order, trace, null, null);
    if ('code' in outcome) {
      this.measure.addError(order, { ...outcome, where: outcome.where ?? where });
      return null;
    }
    this.#countPass(outcome, 1);
    return outcome;
  }

  #addErrored(order: RunOrder, issue: UnmeasuredIssue): void {
    if (this.plan.countErrorsAsEmpty) this.#score(order, emptyTrace(), issue.where);
    else this.measure.addError(order, issue);
  }

  /** Adds a record that could not be read as a run. */
  addUnreadable(issue: UnmeasuredIssue, { job }: Origin = HERE): void {
    this.#addErrored(this.numbers.take(null, job), issue);
  }

  /** Counts runs that end like this, and of which nothing would be kept, with so many more calls that only repeat. */
  repeat(outcome: RunOutcome, times: number, moreRepeats: number): void {
    this.measure.repeat(outcome, times, moreRepeats);
    this.#countPass(outcome, times);
  }

  #countPass(outcome: RunOutcome, times: number): void {
    const passes = outcome.passes();
    if (passes === true) this.passing += times;
    else if (passes === null) this.undecided += times;
  }

  get hasRuns(): boolean {
    return this.numbers.count > 0;
  }

  save(): TestState {
    return {
      numbers: this.numbers.save(),
      measure: this.measure.save(),
      passing: this.passing,
      undecided: this.undecided,
    };
  }

  merge({ numbers, measure, passing, undecided }: TestState): void {
    this.numbers.merge(numbers);
    this.measure.merge(measure);
    this.passing += passing;
    this.undecided += undecided;
  }

  /** Lets go of what was collected. */
  forget(): void {
    this.#compiler.judging?.release(this.plan);
    this.#measure = null;
    this.#ids = null;
    this.#numbers = new RunNumbers();
    this.passing = 0;
    this.undecided = 0;
  }
}

function conflict(message: string, where: Issue['where']): Issue {
  return { code: 'RUN_CONFLICT', severity: 'error', message, where };
}
