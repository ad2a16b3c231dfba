import type { FormatReport } from '#core';
import { isSourceUrl } from '#platform';
import type { TraceFormat } from '#readers';
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
import { type JobWorker, runJobs } from './run-jobs.ts';
import type { Workshop } from './workshop.ts';

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
  const meter = new Meter(plan, options.onProgress);
  const onRecords = (count: number): void => meter.addRecords(count);
  const intake = new TraceIntake({ ...options, onRecords });
  const runHere = async (others: readonly JobWorker[], jobs: readonly Job[]): Promise<void> => {
    // A runner of its own: it must meet its jobs in their order.
    const here = new JobRunner({ claims, selected, intake, isBulk: plan.isBulk });
    await runJobs([here, ...others], jobs, (job, records) => meter.add(job, records));
    here.finish();
  };
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
    if (rest.length > 0) await runHere([], rest);
    // Each thread has a second job waiting, for it is served only between the jobs of this one.
    if (threads.length > 0) await runHere([...threads, ...threads], shared);
    for (const state of await Promise.all(threads.map((thread) => thread.finish()))) {
      intake.merge(state.intake);
      for (const [place, sums] of state.tests) tests[place]?.merge(sums);
    }
  } finally {
    await Promise.all(threads.map((thread) => thread.stop()));
  }
  return intake.finish();
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
  };
}
