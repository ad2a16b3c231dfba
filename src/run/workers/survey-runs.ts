import { dirname } from 'node:path';
import type { ResultStore, StoredJob } from '#store';
import type { AgentPlan, Suite } from '#suite';
import type { DriveJob } from '../drive/drive-job.ts';
import { driverKey } from '../drive/drivers.ts';
import { type DriveSelection, planEach } from '../drive/plan-drive.ts';
import { type PlanDocument, PlanHash } from './plan-document.ts';
import { toRunJob } from './run-task.ts';
import { limitWindowMs } from './shared-rates.ts';

type Owner = Pick<DriveJob, 'suite' | 'plan'>;

/** What is known about the runs of a selection without a list of them. */
export interface RunSurvey {
  readonly count: number;
  /** The hash of the plan and all of its runs. */
  readonly hash: string;
  /** How many runs tests and evals have, by name. */
  readonly counts: ReadonlyMap<string, number>;
  /** How each test or eval is driven, by name. */
  readonly plans: ReadonlyMap<string, Owner>;
  readonly agents: ReadonlyMap<string, AgentPlan>;
  readonly suites: readonly Suite[];
  /** The folders of cassettes, in an order that is the same for all processes. */
  readonly folders: readonly string[];
  readonly root: string;
  /** One entry for each run of a test that may stop early. */
  readonly testRuns: readonly Pick<DriveJob, 'key'>[];
  readonly isLexical: boolean;
  /** How long the limits of the agents look back. */
  readonly windowMs: number;
}

/** Looks at every run once. */
export async function surveyRuns(
  selection: DriveSelection,
  plan: PlanDocument,
): Promise<RunSurvey> {
  const hash = new PlanHash(plan);
  const counts = new Map<string, number>();
  const plans = new Map<string, Owner>();
  const agents = new Map<string, AgentPlan>();
  const folders = new Set<string>();
  const testRuns: Pick<DriveJob, 'key'>[] = [];
  let count = 0;
  await planEach(selection, (job) => {
    const { key, fingerprint } = job;
    hash.add([key.kind, key.name, key.case, key.run, { ...fingerprint }]);
    count += 1;
    counts.set(key.name, (counts.get(key.name) ?? 0) + 1);
    plans.set(key.name, { suite: job.suite, plan: job.plan });
    agents.set(driverKey(job), job.plan.agent);
    folders.add(dirname(job.path));
    if (job.plan.stopsWhenDecided) testRuns.push({ key });
  });
  const suites = [...new Set([...plans.values()].map(({ suite }) => suite))];
  return {
    count,
    hash: hash.digest(),
    counts,
    plans,
    agents,
    suites,
    folders: [...folders].sort(),
    root: suites[0]?.root ?? selection.cwd,
    testRuns,
    isLexical: [...agents.values()].some(({ model }) => model === 'lexical'),
    windowMs: Math.max(
      0,
      ...[...agents.values()].map(({ document }) => limitWindowMs(document.limits)),
    ),
  };
}

const BATCH = 100;

/** Lists the runs of a selection in the store, where they are not listed yet. */
export async function addRunJobs(
  selection: DriveSelection,
  store: ResultStore,
  run: string,
  first: number,
): Promise<void> {
  let place = first;
  let batch: StoredJob[] = [];
  await planEach(selection, async (job, row) => {
    batch.push(toRunJob(job, row, place, run));
    place += 1;
    if (batch.length < BATCH) return;
    await store.addJobs(run, batch);
    batch = [];
  });
  await store.addJobs(run, batch);
}
