import type { Issue, RunOrder, Trace } from '#core';
import type { TestPlan } from '#suite';
import { emptyTrace, erroredIssue } from './errored-run.ts';
import { Measure, type MeasureState, type RunOutcome } from './measure.ts';
import { RunIds } from './run-ids.ts';
import { RunNumbers, type RunNumbersState } from './run-numbers.ts';
import type { ScorerCompiler } from './scorer-compiler.ts';

/** How many conflicts of a test are listed. */
const LISTED = 20;

/** Which job a run comes from, and whether it is one of too many to look for repeated ids. */
export interface Origin {
  readonly job: number;
  readonly isBulk: boolean;
}

const HERE: Origin = { job: 0, isBulk: false };

/** What a test collected, as plain data. */
export interface TestState {
  readonly numbers: RunNumbersState;
  readonly measure: MeasureState;
  readonly passing: number;
  readonly twice: readonly number[];
}

/** What a test collects while its traces come in; the sums of several workers are merged. */
export class TestSums {
  readonly plan: TestPlan;
  readonly numbers: RunNumbers = new RunNumbers();
  protected passing = 0;
  readonly #compiler: ScorerCompiler;
  #ids: RunIds | null = null;
  #measure: Measure | null = null;
  /** Numbers of runs that are there twice, where it is not told where. */
  #twice: Set<number> | null = null;

  constructor(plan: TestPlan, compiler: ScorerCompiler) {
    this.plan = plan;
    this.#compiler = compiler;
  }

  /** Scorers are compiled with the first trace: a large suite of which few tests are run stays cheap. */
  get measure(): Measure {
    this.#measure ??= new Measure(this.plan, this.#compiler);
    return this.#measure;
  }

  /** Adds a run: how it ended, or an issue where the input as a whole cannot be used; null when there is nothing to tell. */
  add(
    trace: Trace,
    where: Issue['where'],
    { job, isBulk }: Origin = HERE,
  ): RunOutcome | Issue | null {
    if (trace.id !== null && !isBulk) {
      const seen = (this.#ids ??= new RunIds()).add(trace.id, trace);
      if (seen === 'same') return null;
      if (seen === 'other')
        return conflict(
          `two different runs of "${this.plan.name}" have the id "${trace.id}"`,
          where,
        );
    }
    const order = this.numbers.take(trace.run, job);
    if (order === null) {
      if (!isBulk) return conflict(this.#sayTwice(trace.run as number), where);
      (this.#twice ??= new Set()).add(trace.run as number);
      return null;
    }
    const issue = erroredIssue(trace, where);
    if (issue === null) return this.#score(order, trace);
    this.#addErrored(order, issue);
    return null;
  }

  #score(order: RunOrder, trace: Trace): RunOutcome | null {
    const outcome = this.measure.add(order, trace, null, null);
    if ('code' in outcome) {
      this.measure.addError(order, outcome);
      return null;
    }
    if (outcome.passes()) this.passing++;
    return outcome;
  }

  #addErrored(order: RunOrder, issue: Issue): void {
    if (this.plan.countErrorsAsEmpty) this.#score(order, emptyTrace());
    else this.measure.addError(order, issue);
  }

  /** Adds a record that could not be read as a run. */
  addUnreadable(issue: Issue, { job }: Origin = HERE): void {
    this.#addErrored(this.numbers.take(null, job) as RunOrder, issue);
  }

  /** Counts runs that end like this, and of which nothing would be kept, with so many more calls that only repeat. */
  repeat(outcome: RunOutcome, times: number, moreRepeats: number): void {
    this.measure.repeat(outcome, times, moreRepeats);
    if (outcome.passes()) this.passing += times;
  }

  get hasRuns(): boolean {
    return this.numbers.count > 0;
  }

  save(): TestState {
    return {
      numbers: this.numbers.save(),
      measure: this.measure.save(),
      passing: this.passing,
      twice: [...(this.#twice ?? [])],
    };
  }

  merge({ numbers, measure, passing, twice }: TestState): void {
    for (const run of [...this.numbers.merge(numbers), ...twice])
      (this.#twice ??= new Set()).add(run);
    this.measure.merge(measure);
    this.passing += passing;
  }

  /** Lets go of what was collected. */
  protected forget(): void {
    this.#measure = null;
  }

  /** Numbers that two runs have, found where nobody kept their places. */
  conflicts(): readonly Issue[] {
    const runs = [...(this.#twice ?? [])].sort((a, b) => a - b);
    return runs.slice(0, LISTED).map((run) => conflict(this.#sayTwice(run), null));
  }

  #sayTwice(run: number): string {
    return `run ${run} of "${this.plan.name}" is there twice`;
  }
}

function conflict(message: string, where: Issue['where']): Issue {
  return { code: 'RUN_CONFLICT', severity: 'error', message, where };
}
