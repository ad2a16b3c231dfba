import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Issue, ScorerCompiler, UserError } from '#core';
import { type Budget, LEXICAL_NOTE } from '#drivers';
import { removeAbandoned, displayPath } from '#platform';
import { readCassetteNotes } from './cassette.ts';
import { Drivers } from './drivers.ts';
import { type DriveJob, formatKey } from './drive-job.ts';
import type { OnDriveProgress } from './drive-meter.ts';
import { driveRuns } from './drive-runs.ts';
import { EarlyStop } from './early-stop.ts';
import { explainChange, lacksCode } from './fingerprint.ts';
import { IdenticalAnswers } from './identical-answers.ts';
import { knownSecrets } from './known-secrets.ts';
import { foldersOf, lockRuns } from './lock-runs.ts';
import { type DriveSelection, planDrive } from './plan-drive.ts';
import { runError, runIssue } from '../issues/run-codes.ts';

/** How runs are made, kept and taken from where they were kept. */
export interface DriveOptions {
  /** Where cassettes are written, or only read. */
  readonly folder: string;
  /** Nothing is started and no model is asked: only what was kept counts. */
  readonly isReplay: boolean;
  /** What was kept before and is not stale is not made again. */
  readonly keepsFresh: boolean;
  readonly concurrency: number;
  /** Why no program may be started, no module loaded and no variable sent; null where that is allowed. */
  readonly noExecution: string | null;
  /** Asked for when the first run is about to begin; ends everything that is under way. */
  readonly listen: () => AbortSignal;
  readonly onProgress: OnDriveProgress;
  /** Called with what must be said beside the results. */
  readonly onNote: (note: string) => void;
}

/** The runs of a test: fewer than were planned where those decided its gates. */
interface DrivenRuns {
  needed: number;
  planned: number;
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

/** Makes the runs that no recorded trace represents, or finds them where they were kept. */
export async function drive(
  selection: Omit<DriveSelection, 'folder'>,
  options: DriveOptions,
  compiler: ScorerCompiler,
  command: Budget | null,
): Promise<Driven | null> {
  const jobs = await planDrive({ ...selection, folder: options.folder });
  if (jobs.length === 0) return null;
  if (options.isReplay && !existsSync(options.folder)) throw nothingToReplay(options.folder);
  if (jobs.some(({ plan }) => plan.agent.model === 'lexical')) options.onNote(LEXICAL_NOTE);
  const stop = new EarlyStop(selection.tests, jobs, compiler);
  if (options.isReplay) return collect(jobs, { stop, replayed: options.folder });
  // Heard from before the lock is taken, so that it is always given back.
  const signal = options.listen();
  const lock = await lockRuns(jobs, options.folder);
  if (!lock.ok) return collect(jobs, { stop, issues: [lock.issue], unmade: new Set(jobs) });
  const drivers = new Drivers(options, command);
  try {
    removeDrafts(jobs);
    const toMake = options.keepsFresh ? await withoutFresh(jobs, drivers, stop, signal) : jobs;
    // An agent that cannot be used is reported before another one spends anything.
    for (const job of toMake) await drivers.open(job);
    const { kept, issues } = await driveRuns(toMake, {
      concurrency: options.concurrency,
      signal,
      onProgress: options.onProgress,
      open: (job) => drivers.open(job),
      isNeedless: (job) => stop.isBeyond(job.key),
      // What was kept before must not be taken for what is made now, by a resumed run neither.
      onFirst: () => removeCassettes(toMake),
      onKept: (job) => stop.add(job),
    });
    const unmade = new Set(toMake.filter((job) => !kept.has(job)));
    return await collect(jobs, { stop, issues, unmade, isInterrupted: signal.aborted });
  } finally {
    await drivers.close();
    lock.release();
  }
}

/** Half-written cassettes of a process that was killed; no other process writes here now. */
function removeDrafts(jobs: readonly DriveJob[]): void {
  for (const folder of foldersOf(jobs)) removeAbandoned(folder, '.whichtool-', 0, new Date());
}

async function removeCassettes(jobs: readonly DriveJob[]): Promise<void> {
  // One that cannot be removed cannot be written either, which is reported.
  await Promise.allSettled(jobs.map(({ path }) => rm(path, { force: true })));
}

/** The jobs of which no run was kept, or one that is stale or failed. */
async function withoutFresh(
  jobs: readonly DriveJob[],
  drivers: Drivers,
  stop: EarlyStop,
  signal: AbortSignal,
): Promise<readonly DriveJob[]> {
  const toMake: DriveJob[] = [];
  for (const job of jobs) {
    const notes = await readCassetteNotes(job.path);
    const isFresh =
      notes !== null &&
      notes.error === null &&
      notes.isAsWritten !== false &&
      explainChange(notes.fingerprint, job.fingerprint).length === 0 &&
      (notes.catalog === null || notes.catalog === (await drivers.catalogOf(job, signal)));
    if (isFresh) await stop.add(job);
    else toMake.push(job);
  }
  return toMake;
}

/** What concerns the tools of an agent is the same in all of its runs, and is said once. */
const OF_TOOLS: ReadonlySet<string> = new Set([
  'MCP_STDOUT_NOISE',
  'MCP_TOOL_SKIPPED',
  'TOOL_DISTRACTORS_FEW',
  'TOOL_MOCK_UNKNOWN',
  'TOOL_OVERRIDE_UNKNOWN',
]);

interface Collected {
  readonly stop: EarlyStop;
  /** The folder, where runs are only taken from it. */
  readonly replayed?: string;
  readonly issues?: readonly Issue[];
  /** The runs that should have been made now and were not; an older one does not stand for them. */
  readonly unmade?: ReadonlySet<DriveJob>;
  readonly isInterrupted?: boolean;
}

/** The files of the runs that count, and why others are missing. */
async function collect(
  jobs: readonly DriveJob[],
  { stop, replayed, issues = [], unmade, isInterrupted = false }: Collected,
): Promise<Driven> {
  const files = new Map<string, string[]>();
  const found: Issue[] = [...issues];
  const runs = new Map<string, DrivenRuns>();
  const answers = new IdenticalAnswers();
  for (const job of jobs) {
    let own = files.get(job.key.name);
    if (own === undefined) files.set(job.key.name, (own = []));
    const count = runs.get(job.key.name) ?? { needed: 0, planned: 0 };
    if (job.key.kind === 'test') runs.set(job.key.name, count);
    count.planned++;
    if (stop.isBeyond(job.key)) continue;
    count.needed++;
    if (unmade?.has(job)) continue;
    const notes = await readCassetteNotes(job.path);
    if (notes === null) {
      if (replayed !== undefined) found.push(missingIssue(job, replayed));
      continue;
    }
    const changes = explainChange(notes.fingerprint, job.fingerprint);
    if (changes.length > 0) {
      found.push(staleIssue(job, changes));
      continue;
    }
    if (notes.isAsWritten === false) {
      found.push(changedIssue(job));
      continue;
    }
    if (notes.isAsWritten === null || lacksCode(notes.fingerprint, job.fingerprint))
      found.push(unhashedIssue(job));
    if (notes.error === null) answers.add(job, notes.answer);
    own.push(job.path);
    await stop.add(job);
    for (const issue of notes.issues) {
      const whose = OF_TOOLS.has(issue.code)
        ? `agent "${job.plan.agent.name}"`
        : formatKey(job.key);
      found.push({ ...issue, message: `${whose}: ${issue.message}` });
    }
  }
  const secrets = knownSecrets(jobs, process.env);
  return { files, runs, issues: [...found, ...answers.issues()], isInterrupted, secrets };
}

const RECORD_AGAIN = 'record what is missing or stale with --record <folder> --only-missing';

/** A name that is wrong, rather than runs that are missing. */
function nothingToReplay(folder: string): UserError {
  return runError('CASSETTE_MISSING', 'there is no such folder to replay', {
    where: { file: folder },
    hint: 'runs are recorded there with --record <folder>',
  });
}

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
