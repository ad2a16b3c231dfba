import { type Issue, UserError } from '#core';
import { isDrivenEval, isDrivenTest, runIssue } from '#run';
import {
  type AgentKind,
  agentKind,
  type DriveFlag,
  formatKinds,
  honours,
  kindsHonouring,
} from '#schema';
import type { DrivePlan, Suite } from '#suite';
import type { DriveFlags } from './drive-flags.ts';

/** The flags of `run` that may have nothing to act on. */
export interface IdleFlags extends DriveFlags {
  readonly format?: string;
  readonly allowTornTail?: true;
  readonly runs?: string;
  readonly name?: string;
  readonly history?: boolean;
  readonly push?: string;
}

const DRIVE_FLAGS: readonly (readonly [key: keyof DriveFlags, flag: DriveFlag])[] = [
  ['record', '--record'],
  ['replay', '--replay'],
  ['onlyMissing', '--only-missing'],
  ['resume', '--resume'],
  ['maxCost', '--max-cost'],
  ['seed', '--seed'],
];

/** The flags that judges honour, too. */
const OF_JUDGES: ReadonlySet<DriveFlag> = new Set(['--record', '--replay', '--max-cost']);

/**
 * Throws a UserError for flags without effect: no test or eval of these suites honours them. What `--filter` and `--shard`
 * leave out counts too: all shards of a run have the same flags.
 */
export function checkIdleFlags(
  suites: readonly Suite[],
  flags: IdleFlags,
  traces: readonly string[] | null,
): void {
  const issues = [
    ...idleDriveFlags(suites, flags, traces !== null),
    ...idleReadFlags(suites, flags, traces !== null),
  ];
  if (issues.length > 0) throw new UserError(issues);
}

function idleDriveFlags(
  suites: readonly Suite[],
  flags: IdleFlags,
  isReplaced: boolean,
): readonly Issue[] {
  const driveFlags = DRIVE_FLAGS.filter(([key]) => flags[key] !== undefined).map(
    ([, flag]) => flag,
  );
  if (driveFlags.length === 0) return [];
  const drives = isReplaced ? [] : drivesOf(suites);
  // An agent that is not declared is reported where its runs are planned.
  if (drives.includes(null)) return [];
  const kinds = new Set(
    drives.flatMap((drive): AgentKind[] =>
      drive === null ? [] : [agentKind(drive.agent.document, drive.agent.model)],
    ),
  );
  const why = isReplaced
    ? '--traces replaces all runs, so none is made'
    : kinds.size === 0
      ? 'all runs of these suites are recorded'
      : `the agents of these suites are ${formatKinds([...kinds])}`;
  const isJudged = suites.some(({ judge }) => judge !== null);
  return driveFlags
    .filter((flag) => !(isJudged && OF_JUDGES.has(flag)))
    .filter((flag) => ![...kinds].some((kind) => honours(kind, 'flag', flag)))
    .map((flag) => {
      const hint = `leave it out; it is honoured by ${formatKinds(kindsHonouring('flag', flag) ?? [])}`;
      return idleFlag(flag, why, hint);
    });
}

/** How runs without a recording are made; null is one whose agent is not declared. */
export function drivesOf(suites: readonly Suite[]): readonly (DrivePlan | null)[] {
  return suites.flatMap(({ tests, evals }) =>
    [...tests.filter(isDrivenTest), ...evals.filter(isDrivenEval)].map(({ drive }) => drive),
  );
}

function idleReadFlags(
  suites: readonly Suite[],
  flags: IdleFlags,
  isReplaced: boolean,
): readonly Issue[] {
  const tests = suites.flatMap((suite) => suite.tests);
  const evals = suites.flatMap((suite) => suite.evals);
  const issues: Issue[] = [];
  const readsTraces =
    isReplaced ||
    tests.some((plan) => !isDrivenTest(plan)) ||
    evals.some((plan) => plan.traces !== null);
  if (!readsTraces) {
    const why = 'these suites read no trace files';
    if (flags.format !== undefined) issues.push(idleFlag('--format', why));
    if (flags.allowTornTail !== undefined) issues.push(idleFlag('--allow-torn-tail', why));
  }
  const takesRuns =
    tests.length > 0 ||
    evals.some((plan) => plan.runs !== null || (!isReplaced && isDrivenEval(plan)));
  if (flags.runs !== undefined && !takesRuns)
    issues.push(idleFlag('--runs', 'no eval of these suites has runs', 'add runs: to the eval'));
  const isPushed = flags.push !== undefined && flags.watch !== true;
  if (flags.name !== undefined && !isPushed && (flags.history === false || flags.watch))
    issues.push(idleFlag('--name', `${flags.watch ? '--watch' : '--no-history'} keeps no run`));
  return issues;
}

/** A flag that does nothing, and why. */
export function idleFlag(flag: string, why: string, hint = 'leave it out'): Issue {
  const message = `${flag} has no effect: ${why}`;
  return runIssue('FLAG_NO_EFFECT', message, { hint });
}
