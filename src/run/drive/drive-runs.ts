import type { Issue, JsonObject } from '#core';
import { DriveError, type Driver, type DriveResult } from '#drivers';
import { Deadline } from '#platform';
import { CassetteWriter } from './cassette.ts';
import { type DriveJob, formatKey, headOf } from './drive-job.ts';
import { DriveMeter, type OnDriveProgress } from './drive-meter.ts';
import { toNative } from './to-native.ts';

export interface DriveRunOptions {
  /** How many runs are under way at once. */
  readonly concurrency: number;
  /** Ends everything that is under way; what was not finished then is not kept. */
  readonly signal: AbortSignal;
  readonly onProgress: OnDriveProgress;
  /** The driver of an agent; the same for the same agent and model. */
  readonly open: (job: DriveJob) => Promise<Driver>;
  /** Whether a run is no longer needed: the gates of its test are decided. */
  readonly isNeedless: (job: DriveJob) => boolean;
  /** Told when a run is kept. */
  readonly onKept: (job: DriveJob) => Promise<void>;
}

/** Carries out runs, several at once, and keeps each before it counts. Answers why some were not made. */
export async function driveRuns(
  jobs: readonly DriveJob[],
  options: DriveRunOptions,
): Promise<readonly Issue[]> {
  const meter = new DriveMeter(jobs.length, options.onProgress);
  const driving = new Driving(options, meter);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let job = jobs[next++]; job !== undefined; job = jobs[next++]) {
      if (options.signal.aborted || driving.isOver) return;
      await driving.drive(job);
    }
  };
  const workers = Math.min(options.concurrency, jobs.length);
  await Promise.all(Array.from({ length: workers }, work));
  return driving.issues;
}

class Driving {
  readonly issues: Issue[] = [];
  readonly #options: DriveRunOptions;
  readonly #meter: DriveMeter;
  readonly #cassettes = new CassetteWriter();
  /** Why no further run of a driver can succeed, and how many were not made for it. */
  readonly #finals = new Map<Driver, { readonly error: DriveError; unmade: number }>();
  /** What cannot be written once will not be written later. */
  #isOver = false;

  constructor(options: DriveRunOptions, meter: DriveMeter) {
    this.#options = options;
    this.#meter = meter;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  async drive(job: DriveJob): Promise<void> {
    const { open, isNeedless, signal } = this.#options;
    if (isNeedless(job)) {
      this.#meter.skip();
      return;
    }
    const driver = await open(job);
    const final = this.#finals.get(driver);
    if (final !== undefined) {
      final.unmade++;
      this.#meter.skip();
      return;
    }
    const run = this.#meter.start(job.key);
    const deadline = new Deadline(job.plan.timeoutMs, signal);
    try {
      const result = await deadline.guard(driver.drive(job.task, deadline.signal));
      const { trace, issues } = await toNative(result, job);
      run.end(trace);
      await this.#keep(job, trace, result.exchanges, issues);
    } catch (error) {
      run.end(null);
      // What was interrupted is not a result: it is made again by whoever resumes.
      if (signal.aborted) return;
      await this.#fail(job, driver, deadline.isPast ? timeoutError(job) : error);
    } finally {
      deadline.clear();
    }
  }

  async #fail(job: DriveJob, driver: Driver, error: unknown): Promise<void> {
    if (!(error instanceof DriveError)) throw error;
    if (error.isFinal) {
      // The runs of this agent that are still to come would end alike, and are not made.
      if (!this.#finals.has(driver)) this.#finals.set(driver, { error, unmade: 0 });
      this.issues.push(asIssue(job, error.issue));
      return;
    }
    const trace = { ...headOf(job), tool_calls: [], error: error.message };
    await this.#keep(job, trace, error.exchanges, []);
  }

  async #keep(
    job: DriveJob,
    trace: JsonObject,
    exchanges: DriveResult['exchanges'],
    issues: readonly Issue[],
  ): Promise<void> {
    const kept = await this.#cassettes.write(job, trace, exchanges, issues);
    if (kept.ok) return this.#options.onKept(job);
    this.#isOver = true;
    this.issues.push(kept.issue);
  }
}

function asIssue(job: DriveJob, issue: Issue): Issue {
  return { ...issue, message: `${formatKey(job.key)}: ${issue.message}` };
}

function timeoutError({ plan }: DriveJob): DriveError {
  return new DriveError('RUN_TIMEOUT', `the run took longer than ${plan.timeoutMs / 1000} s`, {
    hint: 'raise timeout of the test or of the agent',
  });
}
