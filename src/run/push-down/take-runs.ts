import { selectRuns, whyRead } from '#push-down';
import { isWarehouseUrl, openWarehouse } from '#readers';
import type { EvalRun } from '../eval-runs/eval-run.ts';
import type { Claim } from '../intake/claims.ts';
import { addressOf } from './address-of.ts';

/** The addresses of the runs that are left to be read; or why all of them are read, by eval. */
export type LeftRows =
  | { readonly paths: readonly string[] }
  | { readonly why: ReadonlyMap<EvalRun, string> };

/**
 * Gives the rows of evals their runs with nothing but the names of calls, where these decide all scores. Where a run
 * belongs to no row, all of them are read and reported as always.
 */
export async function takeRuns(claim: Claim, hasOtherRuns: boolean): Promise<LeftRows> {
  const { paths, evals } = claim;
  const [path = ''] = paths;
  const all = (reason: string): LeftRows => ({
    why: new Map(evals.map((evalRun) => [evalRun, reason])),
  });
  const why = hasOtherRuns ? 'its runs are in several places' : whyClaim(claim);
  if (why !== null) return all(why);
  const reader = evals.find((evalRun) => whyEval(evalRun) !== null);
  if (reader !== undefined) {
    const shared = `"${reader.plan.name}" reads the same runs`;
    return { why: new Map(evals.map((evalRun) => [evalRun, whyEval(evalRun) ?? shared])) };
  }
  const table = await openWarehouse(path);
  try {
    const selected = await selectRuns(
      table,
      evals.reduce((sum, { maxRuns }) => sum + maxRuns, 0),
    );
    if ('why' in selected) return all(selected.why);
    const { runs, doubtful, hasArguments } = selected;
    // Runs without a number are counted in the order in which they come.
    if (doubtful.length > 0 && evals.some(({ source }) => source.runs !== null))
      return all('some of its runs must be read');
    if (runs.some(({ trace }) => evals.every((evalRun) => evalRun.rowOf(trace) === null)))
      return all('some runs belong to no row');
    for (const evalRun of evals) {
      if (hasArguments) evalRun.skipArguments();
      for (const { trace, place } of runs)
        await evalRun.takeTrace(trace, { where: { file: place }, namesOnly: true });
    }
    return { paths: doubtful.map((run) => addressOf(path, run)).sort() };
  } finally {
    await table.close();
  }
}

/** Why the runs of a claim are read whatever its evals ask for. */
function whyClaim({ paths, owner, pool }: Claim): string | null {
  if (paths.length > 1) return 'its runs are in several places';
  if (!paths.every(isWarehouseUrl)) return 'its runs are not in a database';
  return owner !== null || pool.tests.length > 0 ? 'tests read the same runs' : null;
}

function whyEval({ plan, labels, source }: EvalRun): string | null {
  if (source.onScored !== undefined) return 'its runs are passed on as they are scored';
  return whyRead(plan) ?? (labels.hasArguments ? 'labels have arguments' : null);
}
