import { existsSync } from 'node:fs';
import type { UserError } from '#core';
import { type Report, type UsageBounds, userError } from '#core';
import { formatRun } from '#reporters';
import { withBaseline } from '#run';
import type { KeptRun } from '#schema';
import { checkFiles, findRun, newestRun, reportPath } from '#store';
import type { Suite } from '#suite';
import { readReport } from '../report/read-report.ts';
import { parseRegression, type RegressionFlags, settleRule } from '../flags/regression-flags.ts';

/** The flags of `run` that concern an earlier report. */
export interface BaselineFlags extends RegressionFlags {
  readonly baseline?: string;
  readonly shard?: string;
}

/** Adds to a report what it changed against the baseline, by whether its runs were made or recorded. */
export type CompareWithBaseline = (report: Report, source: 'live' | 'recorded') => Report;

/** The newest kept run of the same suites. */
const LAST = 'last';

/**
 * Reads the report to compare with: the one that `--baseline` names, else that of the suites, else the newest kept run.
 * Each is a file, `last`, or the name or number of a kept run.
 */
export async function readBaseline(
  flags: BaselineFlags,
  suites: readonly Suite[],
): Promise<CompareWithBaseline> {
  const regression = parseRegression(flags);
  const { shard } = flags;
  if (shard !== undefined) {
    throw baselineError(
      '--baseline cannot be compared with one shard',
      'merge the shards, then: whichtool compare baseline.json report.json --fail-on-regression',
    );
  }
  const baseline = await readNamed(flags.baseline ?? baselineOf(suites) ?? LAST, suites);
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

async function readNamed(name: string, suites: readonly Suite[]): Promise<Report> {
  if (name !== LAST && (/[/\\]|\.json$/.test(name) || existsSync(name))) return readReport(name);
  const root = suites[0]?.root ?? process.cwd();
  const run = name === LAST ? await findLast(root, suites) : await findRun(root, name);
  const fault = await checkFiles(root, run);
  if (fault !== null) {
    throw userError(
      'HISTORY_DAMAGED',
      `run ${run.id} cannot be the baseline: ${fault}`,
      undefined,
      { file: reportPath(root, run.id) },
    );
  }
  process.stderr.write(`baseline: ${formatRun(run)}\n`);
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
  return userError('FLAG_BASELINE', message, hint);
}
