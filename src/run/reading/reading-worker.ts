import type {
  CountedRuns,
  CounterState,
  PrecomputedTable,
  RunsOfTests,
  ScannerModule,
} from '#bulk';
import {
  type Place,
  type RedactionPolicy,
  type SavedTool,
  ScorerCompiler,
  type TestState,
} from '#core';
import { chooseFormat } from '#readers';
import { IssueList } from '../issues/issue-list.ts';
import { loadServices } from '../intake/load-services.ts';
import { TestPool } from '../test-runs/test-pool.ts';
import { TestTraces } from '../test-runs/test-traces.ts';
import { type IntakeState, TraceIntake } from '../intake/trace-intake.ts';
import type { Job, JobResult } from './job.ts';
import { JobRunner } from './job-runner.ts';
import { fromPlanData, type PlanData } from './plan-data.ts';

// A thread loads this file for whatever it cannot do by counting.
export { openRecordWorker } from './open-record-worker.ts';

/** The tests of a claim, by their places. */
type ClaimData = { readonly tests: readonly number[]; readonly owner: number | null } | null;

/** The input of a worker; plain data. */
export interface WorkerSetup {
  /** Null for tests that no job of a worker is about. */
  readonly plans: readonly (PlanData | null)[];
  /** Places of tests in `plans`. */
  readonly selected: readonly number[];
  /** Null for claims that no job of a worker is about. */
  readonly claims: readonly ClaimData[];
  readonly format: string | null;
  readonly allowTornTail: boolean;
  readonly redaction: RedactionPolicy | null;
  readonly hasEvidenceText: boolean;
  /** Of driven tests: their lines in the suite. */
  readonly drivenAt: readonly (Place | null)[];
  readonly module: ScannerModule;
}

/** The sums of a worker; plain data. Parts that it never needed are null. */
export interface WorkerState {
  readonly counted: CounterState | null;
  readonly worker: ReadingWorkerState | null;
}

export interface ReadingWorkerState {
  readonly unscored: CountedRuns;
  readonly tests: readonly (readonly [place: number, state: TestState])[];
  readonly intake: IntakeState;
  /** The tools of its runs; null: too many. */
  readonly seen: readonly SavedTool[] | null;
}

/** Does jobs in a thread, and returns its sums. */
export class ReadingWorker {
  readonly #tests: readonly (TestTraces | null)[];
  readonly #intake: TraceIntake;
  readonly #runner: JobRunner;
  readonly #compiler: ScorerCompiler;

  private constructor(
    tests: readonly (TestTraces | null)[],
    intake: TraceIntake,
    runner: JobRunner,
    compiler: ScorerCompiler,
  ) {
    this.#compiler = compiler;
    this.#tests = tests;
    this.#intake = intake;
    this.#runner = runner;
  }

  static async start(
    setup: WorkerSetup,
    onRecords: (count: number) => void,
  ): Promise<ReadingWorker> {
    const plans = setup.plans.map((data) => (data === null ? null : fromPlanData(data)));
    const services = await loadServices(plans.filter((plan) => plan !== null));
    const { hasEvidenceText } = setup;
    const compiler = new ScorerCompiler(services, setup.redaction, { hasEvidenceText });
    const tests = plans.map((plan) => (plan === null ? null : new TestTraces(plan, compiler)));
    for (const [place, test] of tests.entries())
      if (test !== null) test.drivenAt = setup.drivenAt[place] ?? null;
    const testsAt = (places: readonly number[]): readonly TestTraces[] =>
      places.flatMap((place) => tests[place] ?? []);
    const selected = new Set(testsAt(setup.selected));
    const { allowTornTail } = setup;
    const format = await chooseFormat(setup.format);
    const issues = new IssueList(setup.redaction);
    const intake = new TraceIntake({ selected, format, allowTornTail, issues, onRecords });
    const claims = setup.claims.map((claim) => ({
      pool: new TestPool(testsAt(claim?.tests ?? [])),
      owner: tests[claim?.owner ?? -1] ?? null,
    }));
    return new ReadingWorker(
      tests,
      intake,
      new JobRunner({
        tests,
        claims,
        selected,
        intake,
        compares: 'none',
        scores: false,
        compileScanner: () => setup.module,
      }),
      compiler,
    );
  }

  /** Does a job. */
  run(job: Job): Promise<JobResult> {
    return this.#runner.run(job);
  }

  useTable(table: PrecomputedTable): void {
    this.#runner.counter.useTable(table);
  }

  /** Skips the numbers of a job's runs that were counted. */
  skip(job: number, runs: RunsOfTests): void {
    for (const [place, count] of runs) this.#tests[place]?.sums.numbers.skip(job, count);
  }

  finish(): ReadingWorkerState {
    return {
      unscored: this.#runner.counter.finish(),
      tests: this.#tests.flatMap((test, place) =>
        test === null || !test.hasRuns ? [] : [[place, test.sums.state()] as const],
      ),
      intake: this.#intake.state(),
      seen: this.#compiler.seen.state(),
    };
  }
}
