import { compileScanner, type HashSet, RepeatedHashes } from '#bulk';
import { type FormatReport, type RedactionPolicy, type SeenTools, isSourceUrl } from '#core';
import { optimizeLate, displayPath } from '#platform';
import { noRecords, type TraceFormat } from '#readers';
import type { Claim } from '../intake/claims.ts';
import { IssueList } from '../issues/issue-list.ts';
import type { TestRun } from '../test-runs/test-run.ts';
import { TraceIntake } from '../intake/trace-intake.ts';
import type { WorkerSetup, WorkerState } from './reading-worker.ts';
import type { Job, JobResult } from './job.ts';
import { type ComparedRuns, JobRunner } from './job-runner.ts';
import { LineIndex } from './line-index.ts';
import { Meter, type OnProgress } from './meter.ts';
import { type PlanData, toPlanData } from './plan-data.ts';
import { type JobPlan, planJobs } from './plan-jobs.ts';
import { quoteListed } from './quote-listed.ts';
import type { EmptyFile } from './refusals.ts';
import { runJobs } from './run-jobs.ts';
import type { ThreadWorker } from './start-thread.ts';
import { hasWriteAheadLog, type SliceReaders } from './slice.ts';
import type { ThreadPool } from './thread-pool.ts';

const NATIVE = { id: 'native' };

/** At most this many jobs are done by one thread before the others begin. */
const MAX_LED_JOBS = 4;

export interface ReadClaimsOptions {
  readonly tests: readonly TestRun[];
  readonly selected: ReadonlySet<TestRun>;
  readonly format: TraceFormat | null;
  readonly allowTornTail: boolean;
  readonly redaction: RedactionPolicy | null;
  readonly hasEvidenceText: boolean;
  readonly issues: IssueList;
  /** The tools of all runs. */
  readonly seen: SeenTools;
  /** The folder that display names are relative to. */
  readonly root: string;
  readonly threadPool: ThreadPool;
  readonly onProgress: OnProgress;
  /** Other processes that read, where there is much to read; null: this one does. */
  readonly readers: SliceReaders | null;
}

/**
 * Reads the traces of all claims into their tests, in several threads where there is much to read; returns which formats
 * they had. Throws a UserError where a file is unusable, or traces do not fit the suites.
 */
export async function readClaims(
  claims: readonly Claim[],
  options: ReadClaimsOptions,
): Promise<readonly FormatReport[]> {
  const plan = await planJobs(
    claims.map(({ paths, evals }) => ({
      files: paths.map((path) => ({ path, displayName: displayPath(path, options.root) })),
      // Rows wait for their traces here.
      mayBeCut: evals.length === 0,
    })),
    options.format,
    options.threadPool,
  );
  if (!plan.isBulk) {
    const reading = new Reading(claims, plan, options);
    await reading.readHere('all');
    return reading.finish();
  }
  // Lines of other formats are all read by the same code, millions of times.
  if (plan.jobs.some(({ range }) => range !== null)) optimizeLate();
  const reading = new Reading(claims, plan, options);
  const repeated = await reading.readShared();
  if (repeated.size === 0) return reading.finish();
  // Runs that may have been counted twice: all is read again, and they are compared with each other.
  for (const test of options.tests) test.forget();
  const again = new Reading(claims, plan, options, true);
  await again.readHere(repeated);
  return again.finish();
}

/** One reading of all jobs. */
class Reading {
  readonly #claims: readonly Claim[];
  readonly #plan: JobPlan;
  readonly #options: ReadClaimsOptions;
  readonly #issues: IssueList;
  readonly #intake: TraceIntake;
  readonly #meter: Meter;
  readonly #lines = new LineIndex();
  /** The hashes of all runs, to find those that repeat; null where runs are compared as they are read. */
  #hashes: RepeatedHashes | null = null;

  constructor(
    claims: readonly Claim[],
    plan: JobPlan,
    options: ReadClaimsOptions,
    isSecondReading = false,
  ) {
    this.#claims = claims;
    this.#plan = plan;
    this.#options = options;
    this.#issues = new IssueList(options.redaction);
    this.#meter = new Meter(plan, options.onProgress);
    this.#intake = new TraceIntake({
      ...options,
      issues: this.#issues,
      onRecords: (count) => this.#meter.addRecords(count),
      isSecondReading,
    });
    for (const { range, files, index } of plan.jobs)
      if (range !== null) for (const file of files) this.#intake.formats.add(file, NATIVE, index);
  }

  /** Reads everything on this thread, and compares some runs with earlier ones. */
  async readHere(compares: ComparedRuns): Promise<void> {
    await this.#runHere(this.#plan.jobs, compares);
  }

  async #runHere(jobs: readonly Job[], compares: ComparedRuns): Promise<void> {
    const first = this.#openRunner(compares);
    const empty = await runJobs({ first, others: [], leads: null }, jobs, this.#onDone);
    first.counter.finish();
    this.#noteEmpty(empty);
  }

  /** A runner must meet its jobs in their order. */
  #openRunner(compares: ComparedRuns): JobRunner {
    const { tests, selected } = this.#options;
    return new JobRunner({
      tests,
      claims: this.#claims,
      selected,
      intake: this.#intake,
      compares,
      scores: true,
      compileScanner,
    });
  }

  readonly #onDone = (job: Job, { lines, records, hashes }: JobResult): void => {
    if (job.range !== null) this.#lines.add(job.range.path, job.range.start, lines);
    this.#meter.add(job, records);
    if (records > 0) this.#intake.noteRecords();
    for (const some of hashes) this.#hashes?.add(some);
  };

  /** Reads everything with all threads; returns the hashes that several runs have. */
  async readShared(): Promise<HashSet> {
    const hashes = new RepeatedHashes(this.#options.threadPool.hashLimits);
    this.#hashes = hashes;
    try {
      await this.#runShared();
      return hashes.find();
    } finally {
      hashes.close();
    }
  }

  async #runShared(): Promise<void> {
    const { readers } = this.#options;
    const setup = toSetup(this.#claims, this.#options);
    const { jobs } = this.#plan;
    const remote = readers === null ? [] : jobs.filter((job) => canBeReadElsewhere(job, setup));
    const elsewhere = new Set(remote);
    await this.#runInThreads(
      jobs.filter((job) => !elsewhere.has(job)),
      setup,
    );
    if (readers !== null && remote.length > 0) await this.#runElsewhere(remote, setup, readers);
  }

  async #runInThreads(jobs: readonly Job[], setup: WorkerSetup): Promise<void> {
    const { threadPool } = this.#options;
    const isShared = ({ claim }: Job): boolean => setup.claims[claim] !== null;
    const shared = jobs.filter(isShared);
    // This thread is one of them.
    const count = Math.min(threadPool.threads, shared.length) - 1;
    const { start } = threadPool;
    if (start === null || count < 1) {
      if (jobs.length > 0) await this.#runHere(jobs, 'none');
      return;
    }
    const onRecords = (records: number): void => this.#meter.addRecords(records);
    const threads = Array.from({ length: count }, () => start(setup, onRecords));
    try {
      const rest = jobs.filter((job) => !isShared(job));
      if (rest.length > 0) await this.#runHere(rest, 'none');
      await this.#runWith(threads, shared);
    } finally {
      for (const thread of threads) thread.stop();
    }
  }

  /** Has other processes read jobs, and adds their sums. */
  async #runElsewhere(
    jobs: readonly Job[],
    setup: WorkerSetup,
    readers: SliceReaders,
  ): Promise<void> {
    const { runSlices } = await import('./run-slices.ts');
    const first = this.#openRunner('none');
    const empty = await runSlices(jobs, setup, {
      readers,
      jobBytes: this.#options.threadPool.jobBytes,
      onDone: this.#onDone,
      onState: (state) => this.#merge(first, state),
    });
    first.counter.finish();
    this.#noteEmpty(empty);
  }

  /** Adds the sums of another thread or process. */
  #merge(first: JobRunner, { counted, worker }: WorkerState): void {
    const { tests } = this.#options;
    if (counted !== null) {
      for (const [place, its] of counted.numbers)
        tests[place]?.sums.numbers.merge({ numbered: [], jobs: its });
      for (const [place, usage] of counted.usage) tests[place]?.sums.measure.addUsage(usage);
      first.counter.adopt(counted.counted);
    }
    if (worker === null) return;
    for (const [place, sums] of worker.tests) tests[place]?.sums.merge(sums);
    first.counter.adopt(worker.unscored);
    this.#intake.merge(worker.intake);
    this.#options.seen.merge(worker.seen);
  }

  async #runWith(threads: readonly ThreadWorker[], jobs: readonly Job[]): Promise<void> {
    const first = this.#openRunner('none');
    // Each thread has a second job waiting, for it is served only between the jobs of this one.
    const others = [...threads, ...threads];
    const leads = leadFor(first, threads);
    const empty = await runJobs({ first, others, leads }, jobs, this.#onDone);
    for (const state of await Promise.all(threads.map((thread) => thread.finish())))
      this.#merge(first, state);
    first.counter.finish();
    this.#noteEmpty(empty);
  }

  #noteEmpty(files: readonly EmptyFile[]): void {
    for (const { job, displayName } of files) {
      const issue = noRecords(displayName);
      const claim = this.#claims[job.claim] as Claim;
      this.#intake.take(claim, { kind: 'error', issue }, { job: job.index, mayRepeat: null });
    }
  }

  /** Which formats were read. Throws a UserError where traces do not fit the suites. */
  finish(): readonly FormatReport[] {
    this.#options.issues.merge(this.#issues.state());
    const formats = this.#intake.finish();
    quoteListed(this.#options.selected, this.#lines);
    return formats;
  }
}

/** Does the first jobs on this thread alone, until the lists of evidence are full, or for a few jobs at most. */
function leadFor(first: JobRunner, threads: readonly ThreadWorker[]): (next: Job) => boolean {
  let done = 0;
  return ({ range }) => {
    if (range === null) return false;
    if (done++ === 0) return true;
    const table = first.counter.precompute();
    if (done <= MAX_LED_JOBS && table.tests.some(([, { evidence }]) => evidence !== 0)) return true;
    for (const thread of threads) thread.useTable(table);
    return false;
  };
}

/** Whether another process can read a job: plain data in files that were there before this run. */
function canBeReadElsewhere({ claim, files }: Job, { claims, drivenAt }: WorkerSetup): boolean {
  const tests = claims[claim]?.tests ?? null;
  return (
    tests !== null &&
    tests.every((place) => (drivenAt[place] ?? null) === null) &&
    !files.some(({ path }) => hasWriteAheadLog(path))
  );
}

/** The input of threads. They can read a claim of plain data: no rows to join, no code, no pipe. */
function toSetup(
  claims: readonly Claim[],
  { tests, selected, format, allowTornTail, redaction, hasEvidenceText }: ReadClaimsOptions,
): WorkerSetup {
  const places = new Map<unknown, number>(tests.map((test, place) => [test, place]));
  const plans: (PlanData | null)[] = tests.map(() => null);
  const toClaim = ({ paths, pool, owner, evals }: Claim): WorkerSetup['claims'][number] => {
    const isApart = evals.length > 0 || paths.some((path) => path === '-' || isSourceUrl(path));
    const notes = pool.tests.map((test) => ({
      place: places.get(test) as number,
      data: isApart ? null : toPlanData(test.plan),
    }));
    if (notes.some(({ data }) => data === null)) return null;
    for (const { place, data } of notes) plans[place] = data;
    return {
      tests: notes.map(({ place }) => place),
      owner: owner === null ? null : (places.get(owner) as number),
    };
  };
  return {
    claims: claims.map(toClaim),
    plans,
    selected: tests.flatMap((test, place) => (selected.has(test) ? [place] : [])),
    format: format?.id ?? null,
    allowTornTail,
    redaction,
    hasEvidenceText,
    drivenAt: tests.map((test) => test.drivenAt),
    module: compileScanner(),
  };
}
