import type { Trace } from '#core';
import type { Selection } from '#suite';
import type { TestTraces } from './test-traces.ts';

/** The tests that may take the traces of some files. */
export interface TestCandidates {
  readonly pool: TestPool;
  /** Named by the `traces:` of one test alone: all of them are that test's. */
  readonly owner: TestTraces | null;
}

/** Tests that may take traces by name, by `select`, or because one is the only one. */
export class TestPool {
  readonly tests: readonly TestTraces[];
  readonly #byName: ReadonlyMap<string, TestTraces>;
  readonly #selective: readonly TestTraces[];

  constructor(tests: readonly TestTraces[]) {
    this.tests = tests;
    const byName = new Map<string, TestTraces>();
    for (const test of tests) byName.set(test.plan.name, test);
    this.#byName = byName;
    this.#selective = tests.filter((test) => test.plan.select !== null);
  }

  /** The tests that take a trace: exactly one when all is well. */
  find(trace: Trace): readonly TestTraces[] {
    const named = trace.test === null ? undefined : this.#byName.get(trace.test);
    if (named !== undefined) return [named];
    const selected = this.#selective.filter((test) =>
      selects(test.plan.select as Selection, trace),
    );
    if (selected.length > 0) return selected;
    return this.tests.length === 1 ? this.tests : [];
  }

  /** The test of a record that could not be read, where there is no doubt. */
  get only(): TestTraces | null {
    return this.tests.length === 1 ? (this.tests[0] as TestTraces) : null;
  }

  /** The test of a trace of which only `test` is known; null where more of it must be known, or none takes it. */
  findByName(name: string | null): TestTraces | null {
    const named = name === null ? undefined : this.#byName.get(name);
    return named ?? (this.#selective.length === 0 ? this.only : null);
  }
}

function selects(selection: Selection, trace: Trace): boolean {
  const { agent, input, tag, metadata } = selection;
  if (agent !== undefined && !agent(trace.agent)) return false;
  if (input !== undefined && !input(trace.input)) return false;
  if (tag !== undefined && !tagsOf(trace).some((item) => tag(item))) return false;
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
  return Array.isArray(tags) ? tags : [tags, tag].filter((item) => item !== null);
}
