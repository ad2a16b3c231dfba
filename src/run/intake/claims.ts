import { type Issue, isSourceUrl } from '#core';
import { expandTraces, insideRoot, posixRelative } from '#platform';
import { type Suite, suiteIssue } from '#suite';
import type { EvalRun } from '../eval-runs/eval-run.ts';
import { type TestCandidates, TestPool } from '../test-runs/test-pool.ts';
import type { TestRun } from '../test-runs/test-run.ts';

/** Files of traces and who may take them; they are read together, for a run may lie scattered over them. */
export interface Claim extends TestCandidates {
  /** Sorted, so that runs without a number are always found in the same order. */
  readonly paths: readonly string[];
  /** Evals that join traces to their rows. */
  readonly evals: readonly EvalRun[];
}

export interface Claims {
  readonly groups: readonly Claim[];
  readonly issues: readonly Issue[];
  /** What was named and is not read. */
  readonly unread: readonly Issue[];
}

/** Who named a file, while all of them are asked. */
interface Naming {
  readonly own: TestRun[];
  shared: readonly TestRun[];
  evals: readonly EvalRun[];
}

/** All files that tests and evals name or that were made for them, or those of `--traces`, which replace them. */
export async function findClaims(
  tests: readonly TestRun[],
  evals: readonly EvalRun[],
  paths: readonly string[] | null,
  cwd: string,
  driven: ReadonlyMap<string, readonly string[]>,
): Promise<Claims> {
  const files = new Map<string, Naming>();
  const issues: Issue[] = [];
  const unread: Issue[] = [];
  const name = async (
    patterns: readonly string[],
    suite: Suite | null,
    take: (naming: Naming) => void,
  ): Promise<void> => {
    const folder = suite?.folder ?? cwd;
    // As the suite writes them, for messages.
    const written = patterns.map((pattern) =>
      suite === null || isSourceUrl(pattern) ? pattern : posixRelative(folder, pattern),
    );
    const expanded = await expandTraces(written, folder);
    unread.push(...expanded.unread);
    for (const issue of expanded.issues) {
      const at = patterns[written.indexOf(issue.where?.file ?? '')];
      issues.push(at === undefined || suite === null ? issue : atSuite(issue, at, suite));
    }
    for (const path of expanded.paths) {
      if (suite !== null && !isSourceUrl(path) && !insideRoot(path, suite.root)) {
        issues.push(outsideIssue(path, suite));
        continue;
      }
      add(path, take);
    }
  };
  const add = (path: string, take: (naming: Naming) => void): void => {
    let naming = files.get(path);
    if (naming === undefined) files.set(path, (naming = { own: [], shared: [], evals: [] }));
    take(naming);
  };

  if (paths !== null) {
    await name(paths, null, (naming) => {
      naming.shared = tests;
      naming.evals = evals;
    });
  } else {
    const groups = new Map<string, TestRun[]>();
    // All tests of a suite or an agent have one list.
    const keys = new Map<readonly string[], string>();
    for (const test of tests) {
      const { traces, sharedTraces, name: own } = test.plan;
      const made = driven.get(own);
      if (made !== undefined) for (const path of made) add(path, (naming) => naming.own.push(test));
      else if (traces !== null) await name(traces, test.suite, (naming) => naming.own.push(test));
      else if (sharedTraces !== null) {
        const key = keys.get(sharedTraces) ?? JSON.stringify([test.suite.folder, ...sharedTraces]);
        keys.set(sharedTraces, key);
        const group = groups.get(key);
        if (group === undefined) groups.set(key, [test]);
        else group.push(test);
      }
    }
    for (const group of groups.values()) {
      const { suite, plan } = group[0] as TestRun;
      await name(plan.sharedTraces ?? [], suite, (naming) => {
        naming.shared = naming.shared.length === 0 ? group : [...naming.shared, ...group];
      });
    }
    for (const evalRun of evals) {
      for (const path of driven.get(evalRun.plan.name) ?? [])
        add(path, (naming) => {
          naming.evals = [...naming.evals, evalRun];
        });
      await name(evalRun.plan.traces ?? [], evalRun.suite, (naming) => {
        naming.evals = [...naming.evals, evalRun];
      });
    }
  }
  return { groups: toClaims(files, evals), issues, unread };
}

/** Files that the same tests and evals may take, together. */
function toClaims(
  files: ReadonlyMap<string, Naming>,
  allEvals: readonly EvalRun[],
): readonly Claim[] {
  // Thousands of files often share one list of tests: it is looked up by identity, and its pool is made once.
  const groups = new Map<TestRun | readonly TestRun[], Map<string, { paths: string[] } & Claim>>();
  for (const [path, { own, shared, evals }] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const tests = own.length > 0 ? own : shared;
    const owner = own.length === 1 ? (own[0] as TestRun) : null;
    let byEvals = groups.get(owner ?? tests);
    if (byEvals === undefined) groups.set(owner ?? tests, (byEvals = new Map()));
    const key = evals.map((evalRun) => allEvals.indexOf(evalRun)).join();
    const group = byEvals.get(key);
    if (group !== undefined) group.paths.push(path);
    else byEvals.set(key, { paths: [path], pool: new TestPool(tests), owner, evals });
  }
  return [...groups.values()].flatMap((byEvals) => [...byEvals.values()]);
}

/** What a suite names and is not there is a problem of its line. */
function atSuite(issue: Issue, path: string, suite: Suite): Issue {
  const place = issue.code === 'NO_TRACES_FOUND' ? (suite.locate?.(path) ?? null) : null;
  if (place === null) return issue;
  return { ...issue, message: `${issue.where?.file}: ${issue.message}`, ...place };
}

function outsideIssue(path: string, suite: Suite): Issue {
  return suiteIssue(
    'SUITE_PATH_OUTSIDE',
    `traces: ${posixRelative(suite.folder, path)} leads out of the project`,
    {
      where: { file: suite.file },
      hint: 'give it on the command line with --traces, where any path is allowed',
    },
  );
}
