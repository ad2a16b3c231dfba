import { dirname } from 'node:path';
import type { Issue } from '#core';
import { displayPath } from '#platform';
import type { DrivePlan } from '#suite';
import { readCassetteNotes } from './cassette.ts';
import { type DriveJob, formatKey } from './drive-job.ts';
import type { EarlyStop } from './early-stop.ts';
import { explainChange, lacksCode } from './fingerprint.ts';
import { IdenticalAnswers } from './identical-answers.ts';
import { knownSecrets } from './known-secrets.ts';
import { runIssue } from '../issues/run-codes.ts';

/** The runs of a test: fewer than were planned where those decided its gates. */
export interface DrivenRuns {
  needed: number;
  planned: number;
  /** How many gave the same answer as an earlier one. */
  identical: number;
}

/** The runs that were made or kept: files by test or eval, and what is to be said about them. */
export interface Driven {
  readonly files: ReadonlyMap<string, readonly string[]>;
  /** How many runs of a test there must be, and how many were planned. */
  readonly runs: ReadonlyMap<string, DrivenRuns>;
  readonly issues: readonly Issue[];
  readonly isInterrupted: boolean;
  /** What agents and servers were given in secret, as far as the environment has it. */
  readonly secrets: readonly string[];
}

/** What concerns the tools of an agent is the same in all of its runs, and is said once. */
const OF_TOOLS: ReadonlySet<string> = new Set([
  'MCP_STDOUT_NOISE',
  'MCP_TOOL_SKIPPED',
  'TOOL_DISTRACTORS_FEW',
  'TOOL_MOCK_UNKNOWN',
  'TOOL_OVERRIDE_UNKNOWN',
]);

export interface CollectOptions {
  readonly stop: EarlyStop;
  /** The folder, where runs are only taken from it. */
  readonly replayed?: string;
  readonly issues?: readonly Issue[];
  /** The runs that should have been made now and were not; an older one does not stand for them. */
  readonly isUnmade?: (job: DriveJob) => boolean;
  readonly isInterrupted?: boolean;
}

/** Calls a function with every run of a plan, one after the other. */
type EachJob = (take: (job: DriveJob) => Promise<void>) => Promise<void>;

/** All runs of a list. */
export function eachOf(jobs: readonly DriveJob[]): EachJob {
  return async (take) => {
    for (const job of jobs) await take(job);
  };
}

/** The files of the runs that count, and why others are missing. */
export async function collectRuns(
  eachJob: EachJob,
  { stop, replayed, issues = [], isUnmade, isInterrupted = false }: CollectOptions,
): Promise<Driven> {
  const files = new Map<string, string[]>();
  const allIssues: Issue[] = [...issues];
  const runs = new Map<string, DrivenRuns>();
  const answers = new IdenticalAnswers();
  const plans = new Map<DrivePlan, Pick<DriveJob, 'suite' | 'plan'>>();
  await eachJob(async (job) => {
    plans.set(job.plan, job);
    let own = files.get(job.key.name);
    if (own === undefined) files.set(job.key.name, (own = []));
    const count = runs.get(job.key.name) ?? { needed: 0, planned: 0, identical: 0 };
    if (job.key.kind === 'test') runs.set(job.key.name, count);
    count.planned++;
    if (stop.isBeyond(job.key)) return;
    count.needed++;
    if (isUnmade?.(job) === true) return;
    const notes = await readCassetteNotes(job.path);
    if (notes === null) {
      if (replayed !== undefined) allIssues.push(missingIssue(job, replayed));
      return;
    }
    const changes = explainChange(notes.fingerprint, job.fingerprint);
    if (changes.length > 0) {
      allIssues.push(staleIssue(job, changes));
      return;
    }
    if (notes.isAsWritten === false) {
      allIssues.push(changedIssue(job));
      return;
    }
    if (notes.isAsWritten === null || lacksCode(notes.fingerprint, job.fingerprint))
      allIssues.push(unhashedIssue(job));
    if (notes.error === null && answers.add(job, notes.answer)) count.identical++;
    own.push(job.path);
    await stop.add(job);
    for (const issue of notes.issues) {
      const whose = OF_TOOLS.has(issue.code)
        ? `agent "${job.plan.agent.name}"`
        : formatKey(job.key);
      allIssues.push({ ...issue, message: `${whose}: ${issue.message}` });
    }
  });
  const secrets = knownSecrets([...plans.values()], process.env);
  return { files, runs, issues: [...allIssues, ...answers.issues()], isInterrupted, secrets };
}

const RECORD_AGAIN = 'record what is missing or stale with --record <folder> --only-missing';

/** One for all of a folder, as each is reported where it is not measured. */
function missingIssue({ suite }: DriveJob, folder: string): Issue {
  return runIssue(
    'CASSETTE_MISSING',
    'some runs were not recorded here, or their cassettes are damaged',
    { where: { file: displayPath(folder, suite.root) }, hint: RECORD_AGAIN },
  );
}

/** Its calls may not be those of the agent. */
function changedIssue({ key, suite, path }: DriveJob): Issue {
  return runIssue(
    'CASSETTE_CHANGED',
    `${formatKey(key)}: the cassette was edited since it was recorded`,
    { where: { file: displayPath(path, suite.root) }, hint: RECORD_AGAIN },
  );
}

/** One for all of a test, as all of its runs were recorded alike. */
function unhashedIssue({ key, suite, path }: DriveJob): Issue {
  return runIssue(
    'CASSETTE_UNHASHED',
    `"${key.name}": an older version recorded this; changed code or edited calls are not seen`,
    {
      where: { file: displayPath(dirname(path), suite.root) },
      hint: 'record it again with --record <folder>',
    },
  );
}

function staleIssue({ key, suite, path }: DriveJob, changes: readonly string[]): Issue {
  const what = changes.join(', ');
  return runIssue('CASSETTE_STALE', `${formatKey(key)}: ${what} changed since it was recorded`, {
    where: { file: displayPath(path, suite.root) },
    hint: RECORD_AGAIN,
  });
}
