import type { FormatReport } from '#core';
import { isSourceUrl, optimizeLate } from '#platform';
import { compileScanner, type TraceFormat } from '#readers';
import type { Claim } from '../claims.ts';
import type { IssueList } from '../issue-list.ts';
import { labelOf } from '../label-of.ts';
import type { TestRun } from '../test-run.ts';
import { TraceIntake } from '../trace-intake.ts';
import type { WorkerSetup } from './bulk-worker.ts';
import type { Job } from './job.ts';
import { JobRunner } from './job-runner.ts';
import { Meter, type OnProgress } from './meter.ts';
import { type PlanData, toPlanData } from './plan-data.ts';
import { planJobs } from './plan-jobs.ts';
import { runJobs } from './run-jobs.ts';
import type { ThreadWorker } from './start-thread.ts';
import type { Workshop } from './workshop.ts';

const NATIVE = { id: 'native' };

/** So many jobs are done by one thread at most before the others begin. */
const MOST_LED = 4;

export interface ReadClaimsOptions {
  readonly tests: readonly TestRun[];
  readonly selected: ReadonlySet<TestRun>;
  readonly format: TraceFormat | null;
  readonly allowTornTail: boolean;
  readonly issues: IssueList;
  /** The folder that labels are relative to. */
  readonly root: string;
  readonly workshop: Workshop;
  readonly onProgress: OnProgress;
}

/**
 * Reads the traces of all claims into their tests, in several threads where there is much to read; answers which formats
 * they had. Throws a UserError where a file is unusable, or traces do not fit the suites.
 */
export async function readClaims(
  claims: readonly Claim[],
  options: ReadClaimsOptions,
): Promise<readonly FormatReport[]> {
  const { tests, selected, workshop } = options;
  const plan = await planJobs(
    claims.map(({ paths, evals }) => ({
      files: paths.map((path) => ({ path, label: labelOf(path, options.root) })),
      // Rows wait for their traces here.
      mayBeCut: evals.length === 0,
    })),
    options.format,
    workshop,
  );
  if (plan.isBulk) optimizeLate();
  const meter = new Meter(plan, options.onProgress);
  const onRecords = (count: number): void => meter.addRecords(count);
  const intake = new TraceIntake({ ...options, onRecords });
  const onDone = (job: Job, records: number): void => meter.add(job, records);
  // A runner must meet its jobs in their order.
  const openRunner = (): JobRunner =>
    new JobRunner({
      tests,
      claims,
      selected,
      intake,
      isBulk: plan.isBulk,
      scores: true,
      compileScanner,
    });
  for (const { range, files, index } of plan.jobs)
    if (range !== null) for (const file of files) intake.formats.add(file, NATIVE, index);
  const setup = plan.isBulk ? toSetup(claims, options) : null;
  const isShared = ({ claim }: Job): boolean => setup !== null && setup.claims[claim] !== null;
  const shared = plan.jobs.filter(isShared);
  const { start } = workshop;
  // This thread is one of them.
  const count = Math.min(workshop.threads, shared.length) - 1;
  const threads =
    setup === null || start === null || count < 1
      ? []
      : Array.from({ length: count }, () => start(setup, onRecords));
  try {
    const rest = threads.length === 0 ? plan.jobs : plan.jobs.filter((job) => !isShared(job));
    if (rest.length > 0) {
      const first = openRunner();
      await runJobs({ first, others: [], leads: null }, rest, onDone);
      first.finish();
    }
    if (threads.length > 0) {
      const first = openRunner();
      // Each thread has a second job waiting, for it is served only between the jobs of this one.
      const others = [...threads, ...threads];
      const leads = leadFor(first, threads);
      await runJobs({ first, others, leads }, shared, onDone);
      for (const { counted, worker } of await Promise.all(
        threads.map((thread) => thread.finish()),
      )) {
        if (counted !== null) {
          for (const [place, jobs] of counted.numbers)
            tests[place]?.numbers.merge({ numbered: [], jobs });
          first.adopt(counted.counted);
        }
        if (worker !== null) {
          for (const [place, sums] of worker.tests) tests[place]?.merge(sums);
          first.adopt(worker.unscored);
          intake.merge(worker.intake);
        }
      }
      first.finish();
    }
  } finally {
    for (const thread of threads) thread.stop();
  }
  return intake.finish();
}

/** The first jobs are done here alone, until the others need not find out again what they teach, or there were enough of them. */
function leadFor(first: JobRunner, threads: readonly ThreadWorker[]): (next: Job) => boolean {
  let done = 0;
  return ({ range }) => {
    if (range === null) return false;
    if (done++ === 0) return true;
    const lessons = first.teach();
    if (done <= MOST_LED && lessons.tests.some(([, { wanted }]) => wanted !== 0)) return true;
    for (const thread of threads) thread.learnFrom(lessons);
    return false;
  };
}

/** What threads must know. A claim is theirs when it is about plain data: no rows to join, no code, no pipe. */
function toSetup(
  claims: readonly Claim[],
  { tests, selected, format, allowTornTail }: ReadClaimsOptions,
): WorkerSetup {
  const places = new Map<unknown, number>(tests.map((test, place) => [test, place]));
  const plans: (PlanData | null)[] = tests.map(() => null);
  const toClaim = ({ paths, pool, owner, evals }: Claim): WorkerSetup['claims'][number] => {
    const isApart = evals.length > 0 || paths.some((path) => path === '-' || isSourceUrl(path));
    const found = pool.tests.map((test) => ({
      place: places.get(test) as number,
      data: isApart ? null : toPlanData(test.plan),
    }));
    if (found.some(({ data }) => data === null)) return null;
    for (const { place, data } of found) plans[place] = data;
    return {
      tests: found.map(({ place }) => place),
      owner: owner === null ? null : (places.get(owner) as number),
    };
  };
  return {
    claims: claims.map(toClaim),
    plans,
    selected: tests.flatMap((test, place) => (selected.has(test) ? [place] : [])),
    format: format?.id ?? null,
    allowTornTail,
    module: compileScanner(),
  };
}
