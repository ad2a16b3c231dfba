import type { Issue, Trace } from '#core';
import { expandPaths, insideRoot, posixRelative } from '#platform';
import type { Selection, Suite } from '#suite';
import type { EvalRun } from './eval-run.ts';
import type { TestRun } from './test-run.ts';

/** Tests that may take traces by name, by `select`, or because one is the only one. */
class TestPool {
  readonly size: number;
  readonly #tests: readonly TestRun[];
  readonly #byName: ReadonlyMap<string, TestRun>;
  readonly #selective: readonly TestRun[];

  constructor(tests: readonly TestRun[]) {
    this.size = tests.length;
    this.#tests = tests;
    this.#byName = new Map(tests.map((test) => [test.plan.name, test]));
    this.#selective = tests.filter((test) => test.plan.select !== null);
  }

  /** The tests that take a trace: exactly one when all is well. */
  find(trace: Trace): readonly TestRun[] {
    const named = trace.test === null ? undefined : this.#byName.get(trace.test);
    if (named !== undefined) return [named];
    const selected = this.#selective.filter((test) =>
      selects(test.plan.select as Selection, trace),
    );
    if (selected.length > 0) return selected;
    return this.size === 1 ? this.#tests : [];
  }

  /** The test of a record that could not be read, where there is no doubt. */
  get only(): TestRun | null {
    return this.size === 1 ? (this.#tests[0] as TestRun) : null;
  }
}

/** A file of traces and who may take them. */
export interface Claim {
  readonly path: string;
  readonly pool: TestPool;
  /** Named by the `traces:` of one test alone: all of it is that test's. */
  readonly owner: TestRun | null;
  /** Evals that join traces to their rows. */
  readonly evals: readonly EvalRun[];
}

export interface Claims {
  /** Sorted by path, so that runs without a number are always found in the same order. */
  readonly files: readonly Claim[];
  readonly issues: readonly Issue[];
}

/** Who named a file, while all of them are asked. */
interface Naming {
  readonly own: TestRun[];
  shared: readonly TestRun[];
  evals: readonly EvalRun[];
}

/** All files that tests and evals name, or those of `--traces`, which replace them. */
export async function findClaims(
  tests: readonly TestRun[],
  evals: readonly EvalRun[],
  given: readonly string[] | null,
  cwd: string,
): Promise<Claims> {
  const files = new Map<string, Naming>();
  const issues: Issue[] = [];
  const name = async (
    patterns: readonly string[],
    suite: Suite | null,
    take: (naming: Naming) => void,
  ): Promise<void> => {
    const folder = suite?.folder ?? cwd;
    // As the suite writes them, for messages.
    const written = suite === null ? patterns : patterns.map((one) => posixRelative(folder, one));
    const expanded = await expandPaths(written, folder);
    issues.push(...expanded.issues);
    for (const path of expanded.paths) {
      if (suite !== null && !insideRoot(path, suite.root)) {
        issues.push(outsideIssue(path, suite));
        continue;
      }
      let naming = files.get(path);
      if (naming === undefined) files.set(path, (naming = { own: [], shared: [], evals: [] }));
      take(naming);
    }
  };

  if (given !== null) {
    await name(given, null, (naming) => {
      naming.shared = tests;
      naming.evals = evals;
    });
  } else {
    const groups = new Map<string, TestRun[]>();
    for (const test of tests) {
      const { traces, sharedTraces } = test.plan;
      if (traces !== null) await name(traces, test.suite, (naming) => naming.own.push(test));
      else if (sharedTraces !== null) {
        const key = JSON.stringify([test.suite.folder, ...sharedTraces]);
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
    for (const one of evals) {
      await name(one.plan.traces ?? [], one.suite, (naming) => {
        naming.evals = [...naming.evals, one];
      });
    }
  }
  return { files: toClaims(files), issues };
}

function toClaims(files: ReadonlyMap<string, Naming>): readonly Claim[] {
  // Thousands of files often share one list of tests: its look-ups are made once.
  const pools = new Map<readonly TestRun[], TestPool>();
  return [...files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, { own, shared, evals }]) => {
      const tests = own.length > 0 ? own : shared;
      let pool = pools.get(tests);
      if (pool === undefined) pools.set(tests, (pool = new TestPool(tests)));
      return { path, pool, owner: own.length === 1 ? (own[0] as TestRun) : null, evals };
    });
}

function outsideIssue(path: string, suite: Suite): Issue {
  return {
    code: 'SUITE_PATH_OUTSIDE',
    severity: 'error',
    message: `traces: ${posixRelative(suite.folder, path)} leads out of the project`,
    where: { file: suite.file },
    hint: 'give it on the command line with --traces, where any path is allowed',
  };
}

function selects(selection: Selection, trace: Trace): boolean {
  const { agent, input, tag, metadata } = selection;
  if (agent !== undefined && !agent(trace.agent)) return false;
  if (input !== undefined && !input(trace.input)) return false;
  if (tag !== undefined && !tagsOf(trace).some((one) => tag(one))) return false;
  for (const [key, matches] of metadata ?? []) {
    const value =
      trace.metadata !== null && Object.hasOwn(trace.metadata, key)
        ? trace.metadata[key]
        : undefined;
    if (!matches(value)) return false;
  }
  return true;
}

/** A trace's tags: `metadata.tags`, or `metadata.tag`. */
function tagsOf(trace: Trace): readonly unknown[] {
  const { tags = null, tag = null } = trace.metadata ?? {};
  return Array.isArray(tags) ? tags : [tags, tag].filter((one) => one !== null);
}
