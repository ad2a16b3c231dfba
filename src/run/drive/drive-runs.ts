import type { Issue, JsonObject } from '#core';
import type { BeginUser, Driver } from '#drivers';
import { displayPath } from '#platform';
import { CassetteWriter, type RecordedRun } from './cassette.ts';
import type { DriveJob } from './drive-job.ts';
import { DriveMeter, type OnDriveProgress } from './drive-meter.ts';
import { knownSecrets } from './known-secrets.ts';
import { finalIssue, makeRun } from './make-run.ts';

export interface DriveRunOptions {
  /** How many runs are under way at once. */
  readonly concurrency: number;
  /** Ends everything that is under way; what was not finished then is not kept. */
  readonly signal: AbortSignal;
  readonly onProgress: OnDriveProgress;
  /** The driver of an agent; the same for the same agent and model. */
  readonly open: (job: DriveJob) => Promise<Driver>;
  /** The simulated user of a run; null where it has none. */
  readonly userOf: (job: DriveJob) => Promise<BeginUser | null>;
  /** Whether a run is no longer needed: the gates of its test are decided. */
  readonly isNeedless: (job: DriveJob) => boolean;
  /** Called before the first run is kept. */
  readonly onFirst: () => Promise<void>;
  /** Called when a run is kept. */
  readonly onKept: (job: DriveJob) => Promise<void>;
}

/** Which runs were made, and why others were not. */
export interface MadeRuns {
  readonly kept: ReadonlySet<DriveJob>;
  readonly issues: readonly Issue[];
}

/** Carries out runs, several at once, and keeps each before it counts. */
export async function driveRuns(
  jobs: readonly DriveJob[],
  options: DriveRunOptions,
): Promise<MadeRuns> {
  const meter = new DriveMeter(
    jobs.map(({ key }) => key),
    options.onProgress,
  );
  const driving = new Driving(options, meter, knownSecrets(jobs, process.env));
  let next = 0;
  const work = async (): Promise<void> => {
    for (let job = jobs[next++]; job !== undefined; job = jobs[next++]) {
      if (options.signal.aborted || driving.isOver) return;
      await driving.drive(job);
    }
  };
  const workers = Math.min(options.concurrency, jobs.length);
  // All are waited for even when one fails: nothing may be under way when the servers are closed.
  const ended = await Promise.allSettled(Array.from({ length: workers }, work));
  meter.close();
  for (const outcome of ended) if (outcome.status === 'rejected') throw outcome.reason;
  return { kept: driving.kept, issues: driving.issues };
}

class Driving {
  readonly kept = new Set<DriveJob>();
  readonly #options: DriveRunOptions;
  readonly #meter: DriveMeter;
  readonly #secrets: readonly string[];
  readonly #cassettes: CassetteWriter;
  /** Why no further run of a driver can succeed. */
  readonly #finals = new Map<Driver, Issue>();
  /** What cannot be written once will not be written later. */
  #unwritable: Issue | null = null;
  #isOver = false;
  #first: Promise<void> | null = null;

  constructor(options: DriveRunOptions, meter: DriveMeter, secrets: readonly string[]) {
    this.#options = options;
    this.#meter = meter;
    this.#secrets = secrets;
    this.#cassettes = new CassetteWriter(secrets);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** One for each agent, however many of its runs were under way at once. */
  get issues(): readonly Issue[] {
    const finals = [...this.#finals.values()];
    return this.#unwritable === null ? finals : [...finals, this.#unwritable];
  }

  async drive(job: DriveJob): Promise<void> {
    const { open, isNeedless, signal } = this.#options;
    if (isNeedless(job)) {
      this.#meter.skip(job.key);
      return;
    }
    const driver = await open(job);
    if (this.#finals.has(driver)) {
      this.#meter.skip(job.key);
      return;
    }
    const user = await this.#options.userOf(job);
    const run = this.#meter.start(job.key);
    let trace: JsonObject | null = null;
    try {
      const outcome = await makeRun(job, driver, user, signal);
      if (outcome.kind === 'made') {
        await this.#keep(job, outcome.run);
        if (!outcome.hasFailed) trace = outcome.run.trace;
      } else if (outcome.kind === 'final' && !this.#finals.has(driver)) {
        // The runs of this agent that are still to come would end alike, and are not made.
        this.#finals.set(driver, finalIssue(job, outcome.issue, this.#secrets));
      }
    } catch (error) {
      this.#isOver = true;
      throw error;
    } finally {
      run.end(trace);
    }
  }

  async #keep(job: DriveJob, run: RecordedRun): Promise<void> {
    this.#first ??= this.#options.onFirst();
    await this.#first;
    const written = await this.#cassettes.write(job, run);
    if (written.ok) {
      this.kept.add(job);
      return this.#options.onKept(job);
    }
    this.#isOver = true;
    const file = displayPath(job.path, job.suite.root);
    this.#unwritable ??= { ...written.issue, where: { file } };
  }
}
