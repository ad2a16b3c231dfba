import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { UserError } from '#core';
import type { SpendingLimit } from '#drivers';
import { PanelDesk } from '#judge';
import type { ModelDocument } from '#schema';
import type { ResultStore, StoredJob, StoredResult, StoredRun } from '#store';
import type { Suite } from '#suite';
import { applySeed } from '../apply-seed.ts';
import { CassetteWriter } from '../drive/cassette.ts';
import type { DriveJob } from '../drive/drive-job.ts';
import { driverKey, Drivers } from '../drive/drivers.ts';
import { isDrivenEval, isDrivenTest } from '../drive/is-driven.ts';
import { knownSecrets } from '../drive/known-secrets.ts';
import { makeRun } from '../drive/make-run.ts';
import type { OpenBudget } from '../limits/model-limits.ts';
import { loadSuites } from '../load-suites.ts';
import { packData } from '../reading/pack-data.ts';
import { readSlice } from '../reading/slice.ts';
import { openPanel } from '../judging/open-panel.ts';
import { readAnswerJob } from './answer-task.ts';
import { isOutside, parsePlan, type PlanDocument } from './plan-document.ts';
import { otherFiles, RunJobReader } from './run-task.ts';
import { checkSlice } from './slice-task.ts';
import { COMMAND_OWNER, SharedBudget } from './shared-budget.ts';
import { type RateEvents, SharedRates } from './shared-rates.ts';

/** What a worker needs to make the runs of one plan. */
export interface WorkerRunOptions {
  readonly redis: Redis;
  readonly store: ResultStore;
  readonly cwd: string;
  /** Further folders whose trace files may be read. */
  readonly folders: readonly string[];
  readonly version: string;
  readonly noExecution: string | null;
  readonly events: RateEvents;
}

/** One run on a worker: its suites as this machine has them, its agents, and their limits. */
export class WorkerRun {
  readonly #suites: readonly Suite[];
  readonly #folders: readonly string[];
  readonly #jobs: RunJobReader;
  readonly #drivers: Drivers;
  readonly #desks = new Map<Suite, PanelDesk>();
  readonly #noExecution: string | null;
  readonly #openRates: (model: ModelDocument) => { readonly rateLimits: SharedRates };
  readonly #openBudget: OpenBudget;
  /** What the whole command may cost. */
  readonly #command: SpendingLimit | null;
  readonly #cassettes: CassetteWriter;
  /** Why no run of an agent can succeed here. */
  readonly #finals = new Map<string, string>();
  /** The queues of the models, which wait together when a provider asks for it. */
  readonly queues = new Map<string, Queue>();

  private constructor(
    suites: readonly Suite[],
    owners: readonly Owner[],
    options: WorkerRunOptions & { readonly run: string; readonly maxCost: number | null },
  ) {
    this.#suites = suites;
    this.#folders = [options.cwd, ...options.folders];
    this.#jobs = new RunJobReader(suites);
    const { redis, store, run, maxCost, noExecution, events } = options;
    const onPause = (durationMs: number): void => {
      events.onPause?.(durationMs);
      for (const queue of this.queues.values()) queue.rateLimit(durationMs).catch(() => {});
    };
    this.#noExecution = noExecution;
    this.#openRates = ({ model = '', base_url: baseUrl = null, limits }) => ({
      rateLimits: new SharedRates(redis, { model, baseUrl, limits }, { ...events, onPause }),
    });
    this.#openBudget = (owner, limits) => new SharedBudget({ store, run, owner }, limits);
    this.#command =
      maxCost === null
        ? null
        : this.#openBudget(COMMAND_OWNER, { calls: null, tokens: null, cost: maxCost });
    this.#drivers = new Drivers(
      { noExecution },
      this.#command,
      ({ model, document }) => this.#openRates({ ...document, model: model ?? '' }),
      this.#openBudget,
    );
    this.#cassettes = new CassetteWriter(knownSecrets(owners, process.env));
  }

  /** Loads what the run needs. Throws a UserError where this machine does not have it. */
  static async open({ id, plan: text }: StoredRun, options: WorkerRunOptions): Promise<WorkerRun> {
    const plan = parsePlan(text);
    if (plan === null || plan.version !== options.version) {
      const needed = plan === null ? 'another version' : `version ${plan.version}`;
      throw otherFiles(`the run needs ${needed} of whichtool, this is ${options.version}`);
    }
    const suites = await loadPlanned(plan, options.cwd);
    const owners = ownersOf(suites, new Set(plan.parts));
    const run = new WorkerRun(suites, owners, { ...options, run: id, maxCost: plan.maxCost });
    try {
      for (const owner of owners) await run.#drivers.open(owner);
      return run;
    } catch (error) {
      await run.close();
      throw error;
    }
  }

  /** Does a job; null where it was stopped. Throws where this machine cannot do it. */
  make(stored: StoredJob, signal: AbortSignal): Promise<StoredResult | null> {
    switch (stored.kind) {
      case 'answer':
        return this.#ask(stored, signal);
      case 'read':
        return this.#read(stored, signal);
      default:
        return this.#drive(stored, signal);
    }
  }

  async #read(stored: StoredJob, signal: AbortSignal): Promise<StoredResult | null> {
    const { slice, confirm } = await checkSlice(stored, this.#folders);
    const result = await readSlice(slice, signal);
    if (result === null) return null;
    confirm();
    return { status: 'made', record: packData(result) };
  }

  async #ask(stored: StoredJob, signal: AbortSignal): Promise<StoredResult | null> {
    const job = readAnswerJob(stored, this.#suites);
    const desk = job === null ? null : this.#deskOf(job.suite, signal);
    if (job === null || desk === null || !desk.matches(job.open))
      throw otherFiles('the judge, its prompt or its guide differ from those of the coordinator');
    const record = await desk.ask(job.open);
    return record === null ? null : { status: 'made', record };
  }

  /** The judges of a suite, opened with the first question. */
  #deskOf(suite: Suite, signal: AbortSignal): PanelDesk | null {
    if (suite.judge === null) return null;
    const known = this.#desks.get(suite);
    if (known !== undefined) return known;
    const panel = openPanel(suite, suite.judge, {
      environment: process.env,
      command: this.#command,
      noExecution: this.#noExecution,
      openRates: this.#openRates,
      openBudget: this.#openBudget,
    });
    const desk = new PanelDesk(panel, signal);
    this.#desks.set(suite, desk);
    return desk;
  }

  async #drive(stored: StoredJob, signal: AbortSignal): Promise<StoredResult | null> {
    const job = await this.#jobs.read(stored);
    const known = this.#finals.get(driverKey(job));
    if (known !== undefined) return { status: 'failed', record: known };
    const driver = await this.#drivers.open(job);
    const user = await this.#drivers.userOf(job);
    const outcome = await makeRun(job, driver, user, signal);
    if (outcome.kind === 'stopped') return null;
    if (outcome.kind === 'made')
      return { status: 'made', record: await this.#cassettes.format(job, outcome.run) };
    const record = JSON.stringify(outcome.issue);
    this.#finals.set(driverKey(job), record);
    return { status: 'failed', record };
  }

  async close(): Promise<void> {
    await this.#drivers.close();
    for (const queue of this.queues.values()) await queue.close().catch(() => {});
  }
}

type Owner = Pick<DriveJob, 'suite' | 'plan'>;

/** The tests and evals of suites whose runs are made. */
function ownersOf(suites: readonly Suite[], parts: ReadonlySet<string>): readonly Owner[] {
  return suites.flatMap((suite) =>
    [...suite.tests.filter(isDrivenTest), ...suite.evals.filter(isDrivenEval)].flatMap(
      ({ drive, name }) => (drive === null || !parts.has(name) ? [] : [{ suite, plan: drive }]),
    ),
  );
}

/** The suites of a plan from this machine, which must be the same. */
async function loadPlanned(plan: PlanDocument, cwd: string): Promise<readonly Suite[]> {
  const paths = plan.suites.map(({ path }) => path);
  if (paths.some(isOutside)) throw otherFiles('the run names a suite outside the working folder');
  let suites: readonly Suite[];
  try {
    suites = await loadSuites(paths, cwd);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw otherFiles(`a suite of the run cannot be loaded here: ${error.message}`);
  }
  for (const [index, { path, sha256 }] of plan.suites.entries())
    if (suites[index]?.sha256 !== sha256)
      throw otherFiles(`${path} differs from that of the coordinator`);
  return applySeed(suites, plan.seed);
}
