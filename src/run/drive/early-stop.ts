import { decideGate, parseTrace, type ScorerCompiler } from '#core';
import type { Suite, TestPlan } from '#suite';
import { TestTraces } from '../test-runs/test-traces.ts';
import { readCassette } from './cassette.ts';
import type { DriveJob, RunKey } from './drive-job.ts';

/**
 * Tests whose runs stop once their gates are decided. Runs are looked at in their order, whichever ends first, so that
 * a test stops after the same run however many are made at once.
 */
export class EarlyStop {
  readonly #tests: ReadonlyMap<string, Watch>;

  constructor(
    tests: readonly { readonly suite: Suite; readonly plan: TestPlan }[],
    jobs: readonly Pick<DriveJob, 'key'>[],
    compiler: ScorerCompiler,
  ) {
    const planned = new Map<string, number>();
    for (const { key } of jobs) {
      if (key.kind === 'test') planned.set(key.name, (planned.get(key.name) ?? 0) + 1);
    }
    this.#tests = new Map(
      tests
        .filter(({ plan }) => plan.drive?.stopsWhenDecided === true)
        .map(({ plan }) => [plan.name, new Watch(plan, planned.get(plan.name) ?? 0, compiler)]),
    );
  }

  /** Whether a run comes after those that decided its test. */
  isBeyond({ kind, name, run }: RunKey): boolean {
    const end = kind === 'test' ? this.#tests.get(name)?.end : undefined;
    return end !== undefined && end !== null && run > end;
  }

  /** Looks at a run that is kept. */
  async add({ key, path }: Pick<DriveJob, 'key' | 'path'>): Promise<void> {
    if (key.kind === 'test') await this.#tests.get(key.name)?.add(key.run, path);
  }
}

/** One test, watched run by run. */
class Watch {
  /** After which run nothing is open any more; null as long as something is. */
  end: number | null = null;
  readonly #test: TestTraces;
  readonly #planned: number;
  /** Runs that are kept and not looked at yet. */
  readonly #kept = new Map<number, string>();
  #next = 1;
  #looking: Promise<void> = Promise.resolve();

  constructor(plan: TestPlan, planned: number, compiler: ScorerCompiler) {
    this.#test = new TestTraces(plan, compiler);
    this.#planned = planned;
  }

  add(run: number, path: string): Promise<void> {
    if (run >= this.#next) this.#kept.set(run, path);
    this.#looking = this.#looking.then(() => this.#look());
    return this.#looking;
  }

  async #look(): Promise<void> {
    for (let path = this.#kept.get(this.#next); path !== undefined && this.end === null;) {
      const parsed = parseTrace(await readCassette(path));
      if (!parsed.ok) return;
      this.#test.add(parsed.trace, { where: null });
      this.#kept.delete(this.#next);
      if (this.#isDecided()) this.end = this.#next;
      path = this.#kept.get(++this.#next);
    }
  }

  /** One gate that has failed decides a test; else all must have passed. */
  #isDecided(): boolean {
    const { plan } = this.#test;
    const { measure } = this.#test.sums;
    const outcomes = plan.gates.map((gate) => {
      const share = measure.shareOf(gate);
      if (share === null) return null;
      return decideGate(gate, { ...share, planned: this.#planned - measure.errors });
    });
    if (outcomes.includes('fail')) return true;
    return (
      outcomes.length > 0 && measure.errors === 0 && outcomes.every((outcome) => outcome === 'pass')
    );
  }
}
