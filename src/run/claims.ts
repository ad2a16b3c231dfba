import type { Issue, Trace } from '#core';
import { expandPaths } from '#platform';
import type { Selection } from '#suite';
import type { EvalRun } from './eval-run.ts';
import type { TestRun } from './test-run.ts';

/** A file of traces and who may take them. */
export interface Claim {
  readonly path: string;
  /** Tests whose own `traces:` named the file. */
  readonly own: TestRun[];
  /** Tests that take traces by name, by `select`, or because they are the only one. */
  readonly shared: TestRun[];
  /** Evals that join traces to their rows. */
  readonly evals: EvalRun[];
}

export interface Claims {
  /** Sorted by path, so that runs without a number are always found in the same order. */
  readonly files: readonly Claim[];
  readonly issues: readonly Issue[];
}

/** All files that tests and evals name, or those of `--traces`, which replace them. */
export async function findClaims(
  tests: readonly TestRun[],
  evals: readonly EvalRun[],
  given: readonly string[] | null,
  cwd: string,
): Promise<Claims> {
  const files = new Map<string, Claim>();
  const issues: Issue[] = [];
  const claim = async (
    patterns: readonly string[],
    folder: string,
    take: (claim: Claim) => void,
  ): Promise<void> => {
    const expanded = await expandPaths(patterns, folder);
    issues.push(...expanded.issues);
    for (const path of expanded.paths) {
      let found = files.get(path);
      if (found === undefined) files.set(path, (found = { path, own: [], shared: [], evals: [] }));
      take(found);
    }
  };

  if (given !== null) {
    await claim(given, cwd, (found) => {
      found.shared.push(...tests);
      found.evals.push(...evals);
    });
  } else {
    const shared = new Map<string, TestRun[]>();
    for (const test of tests) {
      const { traces, sharedTraces } = test.plan;
      if (traces !== null) await claim(traces, test.suite.folder, (found) => found.own.push(test));
      else if (sharedTraces !== null) {
        const key = JSON.stringify([test.suite.folder, ...sharedTraces]);
        shared.set(key, [...(shared.get(key) ?? []), test]);
      }
    }
    for (const group of shared.values()) {
      const { suite, plan } = group[0] as TestRun;
      await claim(plan.sharedTraces ?? [], suite.folder, (found) => found.shared.push(...group));
    }
    for (const one of evals) {
      if (one.plan.traces !== null)
        await claim(one.plan.traces, one.suite.folder, (found) => found.evals.push(one));
    }
  }
  return { files: [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1)), issues };
}

/** Finds the test of each trace of a file: by path, by name, by `select`, or because there is only one. */
export class TestFinder {
  readonly #claim: Claim;
  readonly #byName: ReadonlyMap<string, TestRun>;
  readonly #selective: readonly TestRun[];
  readonly #pool: readonly TestRun[];

  constructor(claim: Claim) {
    this.#claim = claim;
    this.#pool = claim.own.length > 0 ? claim.own : claim.shared;
    this.#byName = new Map(this.#pool.map((test) => [test.plan.name, test]));
    this.#selective = this.#pool.filter((test) => test.plan.select !== null);
  }

  /** The tests that take a trace: exactly one when all is well. */
  find(trace: Trace): readonly TestRun[] {
    if (this.#claim.own.length === 1) return this.#claim.own;
    const named = trace.test === null ? undefined : this.#byName.get(trace.test);
    if (named !== undefined) return [named];
    const selected = this.#selective.filter((test) =>
      selects(test.plan.select as Selection, trace),
    );
    if (selected.length > 0) return selected;
    return this.#pool.length === 1 ? this.#pool : [];
  }

  /** The test of a record that could not be read, where there is no doubt. */
  get only(): TestRun | null {
    return this.#pool.length === 1 ? (this.#pool[0] as TestRun) : null;
  }
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
