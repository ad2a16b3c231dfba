import type { Issue } from '#core';
import { type BeginUser, DriveError, type Driver, extendFirstLine } from '#drivers';
import { Deadline } from '#platform';
import type { RecordedRun } from './cassette.ts';
import { type DriveJob, headOf } from './drive-job.ts';
import { hideSecrets } from './known-secrets.ts';
import { toNative } from './to-native.ts';

/** What came of a run: one to keep, a reason why no run of its agent can succeed, or nothing because it was stopped. */
export type RunOutcome =
  | { readonly kind: 'made'; readonly run: RecordedRun; readonly hasFailed: boolean }
  | { readonly kind: 'final'; readonly issue: Issue }
  | { readonly kind: 'stopped' };

/** Carries out one run within its time. Throws what is a bug of ours. */
export async function makeRun(
  job: DriveJob,
  driver: Driver,
  user: BeginUser | null,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const task = user === null ? job.task : { ...job.task, user };
  const deadline = new Deadline(job.plan.timeoutMs, signal);
  try {
    const driven = driver.drive(task, deadline.signal, (work) => deadline.uncounted(work));
    const result = await deadline.guard(driven);
    const { trace, issues } = await toNative(result, job);
    const run = { trace, exchanges: result.exchanges, issues };
    return { kind: 'made', run, hasFailed: false };
  } catch (error) {
    // What was interrupted is not a result: it is made again.
    if (signal.aborted) return { kind: 'stopped' };
    return failedRun(job, deadline.isPast ? timeoutError(job) : error);
  } finally {
    deadline.clear();
  }
}

function failedRun(job: DriveJob, error: unknown): RunOutcome {
  if (!(error instanceof DriveError)) throw error;
  if (error.isFinal) return { kind: 'final', issue: error.issue };
  const run = erroredRun(job, error.issue, error.exchanges);
  return { kind: 'made', run, hasFailed: true };
}

/** A run that could not be carried out, as it is kept. */
export function erroredRun(
  job: DriveJob,
  issue: Issue,
  exchanges: RecordedRun['exchanges'] = [],
): RecordedRun {
  const trace = { ...headOf(job), tool_calls: [], error: explain(issue) };
  return { trace, exchanges, issues: [] };
}

/** Why the remaining runs of an agent are not made. Without a count: it would not be the same in the shards of a run. */
export function finalIssue(
  { plan }: Pick<DriveJob, 'plan'>,
  issue: Issue,
  secrets: readonly string[],
): Issue {
  const message = extendFirstLine(
    hideSecrets(issue.message, secrets),
    (first) => `agent "${plan.agent.name}": ${first}; its remaining runs were not made`,
  );
  return { ...issue, message };
}

/** All that is known, as a trace has only a text for it. */
function explain({ message, hint, code }: Issue): string {
  const about = `${hint === undefined ? '' : ` (${hint})`} [${code}]`;
  return extendFirstLine(message, (first) => `${first}${about}`);
}

function timeoutError({ plan }: DriveJob): DriveError {
  return new DriveError('RUN_TIMEOUT', `the run took longer than ${plan.timeoutMs / 1000} s`, {
    hint: 'raise timeout of the test or of the agent',
  });
}
