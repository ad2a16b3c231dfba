import type { Issue } from '#core';
import { countTests, type LeftRuns } from '#push-down';
import { isWarehouseUrl, openWarehouse } from '#readers';
import type { Claim } from '../intake/claims.ts';
import { runError, runIssue } from '../issues/run-codes.ts';
import { addressOf } from './address-of.ts';
import { takeRuns } from './take-runs.ts';
import type { EvalRun } from '../eval-runs/eval-run.ts';
import type { TestRun } from '../test-runs/test-run.ts';

/** What a database counted, and what is left to be read. */
export interface CountedClaims {
  /** Tests whose runs were counted. */
  readonly tests: ReadonlySet<TestRun>;
  /** Those of them that have runs to be read. */
  readonly unfinished: ReadonlySet<TestRun>;
  /** Claims of other tests, and of single runs. */
  readonly left: readonly Claim[];
  /** Why tests are streamed. */
  readonly notes: readonly Issue[];
}

/** Has databases count the runs of the selected tests. Throws a UserError where no traces are in a database. */
export async function countClaims(
  claims: readonly Claim[],
  selected: ReadonlySet<TestRun>,
): Promise<CountedClaims> {
  if (!claims.some(({ paths }) => paths.some(isWarehouseUrl)))
    throw runError('FLAG_PUSH_DOWN', '--push-down needs traces in a database', {
      hint: 'name their table: --source clickhouse://host:8123/database/table',
    });
  const why = new Map<TestRun | EvalRun, string>();
  const counted = new Set<TestRun>();
  const unfinished = new Set<TestRun>();
  const left: Claim[] = [];
  // A test that takes runs of several claims is read from all of them.
  const claimed = new Map<TestRun, number>();
  for (const claim of claims)
    for (const test of testsOf(claim)) claimed.set(test, (claimed.get(test) ?? 0) + 1);
  const evals = claims.flatMap((claim) => claim.evals);
  const named: EvalRun[] = [];
  for (const claim of claims) {
    if (claim.evals.length > 0) {
      const hasOtherRuns = claim.evals.some(
        (evalRun) => evals.indexOf(evalRun) !== evals.lastIndexOf(evalRun),
      );
      const taken = await takeRuns(claim, hasOtherRuns);
      if ('paths' in taken) {
        named.push(...claim.evals);
        if (taken.paths.length > 0) left.push({ ...claim, paths: taken.paths });
        continue;
      }
      for (const [evalRun, reason] of taken.why) why.set(evalRun, reason);
    }
    const tests = testsOf(claim).filter((test) => selected.has(test));
    const { why: reasons, runs } = await countClaim(claim, tests, claimed);
    for (const [test, reason] of reasons) why.set(test, reason);
    for (const test of tests) if (!reasons.has(test)) counted.add(test);
    if (reasons.size > 0 || claim.evals.length > 0) left.push(claim);
    if (runs.length === 0) continue;
    left.push({ ...claim, paths: runs.map((run) => addressOf(claim.paths[0] ?? '', run)).sort() });
    for (const test of tests) unfinished.add(test);
  }
  const note = (code: NoteCode, { plan, suite }: TestRun | EvalRun, what: string): Issue =>
    runIssue(code, `"${plan.name}" ${what}`, { where: { file: suite.file, line: plan.line } });
  const notes = [
    ...[...why].map(([evalRun, reason]) =>
      note('PUSH_DOWN_STREAMED', evalRun, `is streamed: ${reason}`),
    ),
    ...named.map((evalRun) => note('PUSH_DOWN_NAMES', evalRun, NAMES_ONLY)),
  ];
  return { tests: counted, unfinished, left, notes };
}

type NoteCode = 'PUSH_DOWN_STREAMED' | 'PUSH_DOWN_NAMES';

const NAMES_ONLY =
  'is scored by the names of calls: arguments, results, texts and times of its runs are not read';

function testsOf({ owner, pool }: Claim): readonly TestRun[] {
  return (owner === null ? pool.tests : [owner]) as readonly TestRun[];
}

/** What is left to be read of a claim. */
async function countClaim(
  { paths, evals, owner, pool }: Claim,
  tests: readonly TestRun[],
  claimed: ReadonlyMap<TestRun, number>,
): Promise<LeftRuns<TestRun>> {
  const [path = '', ...more] = paths;
  const all = (reason: string): LeftRuns<TestRun> => ({
    why: new Map(tests.map((test) => [test, reason])),
    runs: [],
  });
  if (tests.length === 0) return all('');
  if (more.length > 0 || tests.some((test) => claimed.get(test) !== 1))
    return all('its runs are in several places');
  if (!isWarehouseUrl(path)) return all('its runs are not in a database');
  if (evals.length > 0) return all('evals read the same runs');
  const isOnly = owner !== null || pool.tests.length === 1;
  const selecting = isOnly ? undefined : pool.tests.find(({ plan }) => plan.select !== null);
  if (selecting !== undefined) return all(`select of "${selecting.plan.name}" is not SQL`);
  const table = await openWarehouse(path);
  try {
    return await countTests(table, tests, isOnly ? null : pool.tests.map(({ plan }) => plan.name));
  } finally {
    await table.close();
  }
}
