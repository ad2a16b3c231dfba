import { isJsonObject, type Issue, parseJson, type ScorerCompiler } from '#core';
import { LEXICAL_NOTE } from '#drivers';
import { removeAbandoned, writeFileQuickly } from '#platform';
import type { StoredJob, StoredResult, StoredRun } from '#store';
import { cassettePath, CassetteWriter } from '../drive/cassette.ts';
import { collectRuns, type Driven } from '../drive/collect-runs.ts';
import type { DriveOptions } from '../drive/drive.ts';
import type { DriveJob, RunKey } from '../drive/drive-job.ts';
import { EarlyStop } from '../drive/early-stop.ts';
import { knownSecrets } from '../drive/known-secrets.ts';
import { lockRuns } from '../drive/lock-runs.ts';
import { erroredRun, finalIssue } from '../drive/make-run.ts';
import { type DriveSelection, planEach } from '../drive/plan-drive.ts';
import { runIssue } from '../issues/run-codes.ts';
import { addRunJobs, type RunSurvey, surveyRuns } from './survey-runs.ts';
import { Dispatcher } from './dispatcher.ts';
import { IdleNotes } from './idle-notes.ts';
import { RemoteProgress } from './remote-progress.ts';
import { RunJobReader } from './run-task.ts';
import type { WorkersSession } from './session.ts';
import { SharedRates } from './shared-rates.ts';

/** Has workers make the runs, and writes each as a cassette when its result is there. */
export async function driveByWorkers(
  selection: Omit<DriveSelection, 'folder'>,
  options: DriveOptions,
  session: WorkersSession,
  compiler: ScorerCompiler,
): Promise<Driven | null> {
  const whole: DriveSelection = { ...selection, folder: options.folder };
  const survey = await surveyRuns(whole, session.plan);
  if (survey.count === 0) return null;
  if (survey.isLexical) options.onNote(LEXICAL_NOTE);
  const signal = options.listen();
  const lock = await lockRuns(survey.folders, options.folder, survey.root);
  const stop = new EarlyStop(selection.tests, survey.testRuns, compiler);
  const collect = (more: Omit<Parameters<typeof collectRuns>[1], 'stop'>): Promise<Driven> =>
    // Planned again: a list of all runs may be too long.
    collectRuns((take) => planEach(whole, take), { stop, ...more });
  if (!lock.ok) return collect({ issues: [lock.issue], isUnmade: () => true });
  try {
    for (const folder of survey.folders) removeAbandoned(folder, '.whichtool-', 0, new Date());
    const { run, isNew } = await session.openRun(survey.hash, [...survey.plans.keys()]);
    if (isNew) await openLimits(survey, session);
    const results = new RunResults(options, session, survey, stop);
    await results.receive(whole, run, signal);
    const { unmade, issues } = results;
    const isUnmade = ({ path }: DriveJob): boolean => unmade.has(path);
    return await collect({ issues, isUnmade, isInterrupted: signal.aborted });
  } finally {
    lock.release();
  }
}

/** A new run on a server without counts: its first requests need not wait. */
async function openLimits(survey: RunSurvey, session: WorkersSession): Promise<void> {
  const { server } = await session.connect();
  for (const { model, document } of survey.agents.values())
    if (model !== null)
      await new SharedRates(server.redis, {
        model,
        baseUrl: document.base_url ?? null,
        limits: document.limits,
      }).open();
}

/** Takes the results of runs as they come. */
class RunResults {
  /** The cassettes of runs that were not made, or not kept. */
  readonly unmade = new Set<string>();
  readonly #options: DriveOptions;
  readonly #session: WorkersSession;
  readonly #survey: RunSurvey;
  readonly #stop: EarlyStop;
  readonly #progress: RemoteProgress;
  readonly #secrets: readonly string[];
  readonly #cassettes: CassetteWriter;
  /** Why no further run of an agent can succeed, by test or eval. */
  readonly #finals = new Map<string, Issue>();
  #unwritable: Issue | null = null;

  constructor(options: DriveOptions, session: WorkersSession, survey: RunSurvey, stop: EarlyStop) {
    this.#options = options;
    this.#session = session;
    this.#survey = survey;
    this.#stop = stop;
    this.#progress = new RemoteProgress(survey.counts, options.onProgress);
    this.#secrets = knownSecrets([...survey.plans.values()], process.env);
    this.#cassettes = new CassetteWriter(this.#secrets);
  }

  get issues(): readonly Issue[] {
    const finals = [
      ...new Map([...this.#finals.values()].map((final) => [final.message, final])).values(),
    ];
    return this.#unwritable === null ? finals : [...finals, this.#unwritable];
  }

  async receive(selection: DriveSelection, run: StoredRun, signal: AbortSignal): Promise<void> {
    const { server, store } = await this.#session.connect();
    const { count, windowMs } = this.#survey;
    const first = this.#session.takePlaces(count);
    await addRunJobs(selection, store, run.id, first);
    await store.setPlanned(run.id, count);
    const notes = new IdleNotes(this.#session.onNote);
    await new Dispatcher({
      store,
      server,
      run: run.id,
      first,
      count,
      windowMs,
      signal,
      isNeedless: (job) => this.#finals.has(job.name) || this.#stop.isBeyond(this.#keyOf(job)),
      onResult: (job, result) => this.#take(job, result),
      giveUp: (job, reason) => this.#giveUp(job, reason),
      onTick: (progress) => {
        notes.tick(progress);
        this.#progress.tick(progress);
      },
    }).run();
  }

  async #take(job: StoredJob, result: StoredResult | null): Promise<void> {
    const key = this.#keyOf(job);
    const path = cassettePath(this.#options.folder, key);
    if (result === null || result.status === 'failed') {
      if (result !== null) this.#addFinal(job, result.record);
      this.unmade.add(path);
      this.#progress.end(job.name, null, result !== null);
      return;
    }
    const parsed = parseJson(result.record);
    const trace = parsed.ok ? parsed.value : null;
    // The store has it: a cassette that is lost with the power is written again.
    const written = await writeFileQuickly(path, result.record);
    if (written.ok) await this.#stop.add({ key, path });
    else {
      this.unmade.add(path);
      this.#unwritable ??= written.issue;
    }
    const hasFailed = trace === null || !isJsonObject(trace) || (trace['error'] ?? null) !== null;
    this.#progress.end(job.name, trace, hasFailed);
  }

  /** The runs of the same test or eval that are still to come would end alike. */
  #addFinal({ name }: StoredJob, record: string): void {
    const owner = this.#survey.plans.get(name);
    if (owner === undefined || this.#finals.has(name)) return;
    this.#finals.set(name, finalIssue(owner, JSON.parse(record) as Issue, this.#secrets));
  }

  async #giveUp(stored: StoredJob, reason: string): Promise<StoredResult> {
    const job = await new RunJobReader(this.#survey.suites).read(stored);
    const issue = runIssue('RUN_GIVEN_UP', `no worker could make this run: ${reason}`);
    const record = await this.#cassettes.format(job, erroredRun(job, issue));
    return { status: 'made', record };
  }

  #keyOf({ name, case: row, number }: StoredJob): RunKey {
    return { kind: row === null ? 'test' : 'eval', name, case: row, run: number };
  }
}
