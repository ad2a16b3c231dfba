import { existsSync } from 'node:fs';
import type { UserError } from '#core';
import type { Report, UsageBounds } from '#core';
import { formatRun } from '#reporters';
import type { KeptRun } from '#schema';
import { checkFiles, findRun, newestRun, readReport, reportPath, storeError } from '#store';
import type { Suite } from '#suite';
import { type AskedRegression, settleRule, withBaseline } from './regression.ts';
import { runError } from '../issues/run-codes.ts';

/** What a run is compared with, and what is asked of the difference. */
export interface BaselineOptions {
  /** A file, `last`, or the name or number of a kept run; null: as the suites say. */
  readonly baseline: string | null;
  readonly shard: string | null;
  readonly regression: AskedRegression | null;
  /** Where paths start. */
  readonly cwd: string;
  /** Called with the kept run that is the baseline. */
  readonly onNote: (note: string) => void;
}

/** Adds to a report what it changed against the baseline, by whether its runs were made or recorded. */
export type CompareWithBaseline = (report: Report, source: 'live' | 'recorded') => Report;

/** The newest kept run of the same suites. */
const LAST = 'last';

/**
 * Reads the report to compare with: the one that `--baseline` names, otherwise that of the suites, otherwise the newest kept run.
 * Each is a file, `last`, or the name or number of a kept run.
 */
export async function readBaseline(
  options: BaselineOptions,
  suites: readonly Suite[],
): Promise<CompareWithBaseline> {
  const { regression } = options;
  if (options.shard !== null) {
    throw baselineError(
      '--baseline cannot be compared with one shard',
      'merge the shards, then: whichtool compare baseline.json report.json --fail-on-regression',
    );
  }
  const name = options.baseline ?? baselineOf(suites) ?? LAST;
  const baseline = await readNamed(name, suites, options);
  const bounds = boundsOf(suites);
  const asked = regression === null ? null : { ...regression, bounds };
  return (report, source) => withBaseline(report, baseline, settleRule(asked, source));
}

/** The bounds of all suites; of several on one figure the lowest. */
function boundsOf(suites: readonly Suite[]): UsageBounds {
  const bounds = new Map(suites.flatMap(({ regression }) => [...(regression ?? [])]));
  for (const { regression } of suites) {
    for (const [figure, bound] of regression ?? []) {
      const lowest = bounds.get(figure) ?? bound;
      if (bound.num * lowest.den < lowest.num * bound.den) bounds.set(figure, bound);
    }
  }
  return bounds;
}

/** The baseline that suites name; null where none does. */
function baselineOf(suites: readonly Suite[]): string | null {
  const named = new Set(suites.flatMap(({ baseline }) => baseline ?? []));
  const [first = null, second] = named;
  if (second === undefined) return first;
  throw baselineError(
    `the suites name different baselines: ${[...named].join(', ')}`,
    'run them one by one, or give one with --baseline',
  );
}

async function readNamed(
  name: string,
  suites: readonly Suite[],
  { cwd, onNote }: BaselineOptions,
): Promise<Report> {
  if (name !== LAST && (/[/\\]|\.json$/.test(name) || existsSync(name))) return readReport(name);
  const root = suites[0]?.root ?? cwd;
  const run = name === LAST ? await findLast(root, suites) : await findRun(root, name);
  const fault = await checkFiles(root, run);
  if (fault !== null) {
    throw storeError('HISTORY_DAMAGED', `run ${run.id} cannot be the baseline: ${fault}`, {
      where: { file: reportPath(root, run.id) },
    });
  }
  onNote(`baseline: ${formatRun(run)}`);
  return readReport(reportPath(root, run.id));
}

async function findLast(root: string, suites: readonly Suite[]): Promise<KeptRun> {
  const files = suites.map(({ file }) => file);
  const run = await newestRun(root, files);
  if (run !== null) return run;
  throw baselineError(
    `there is no earlier run of ${files.join(', ')} to compare with`,
    'run it once without --fail-on-regression, which keeps the run, or give --baseline report.json',
  );
}

function baselineError(message: string, hint: string): UserError {
  return runError('FLAG_BASELINE', message, { hint });
}
