import type { Trace } from '#core';
import { fingerprint } from './fingerprint.ts';

/** Whether a run is new, was read before, or shares its id or its number with a different run. */
export type Sighting = 'new' | 'same' | 'other-id' | 'other-run';

interface Known {
  readonly run: number | null;
  readonly print: string;
}

/** The runs of a test or an eval by id and by number: one record read twice is one run. */
export class RunIds {
  readonly #byId = new Map<string, Known>();
  readonly #byRun = new Map<string, string>();

  /** Adds a run. Runs of different scopes (cases, tasks) never conflict. */
  add(scope: string, trace: Trace): Sighting {
    const { id, run } = trace;
    if (id === null && run === null) return 'new';
    const print = fingerprint(trace);
    const idKey = id === null ? null : keyOf(scope, id);
    const runKey = run === null ? null : keyOf(scope, String(run));
    const known = idKey === null ? undefined : this.#byId.get(idKey);
    if (known?.print === print) return 'same';
    // Trials of one task may share its id: then their numbers differ.
    if (known !== undefined && (run === null || known.run === null || known.run === run))
      return 'other-id';
    const numbered = runKey === null ? undefined : this.#byRun.get(runKey);
    if (numbered !== undefined) return numbered === print ? 'same' : 'other-run';
    if (idKey !== null && known === undefined) this.#byId.set(idKey, { run, print });
    if (runKey !== null) this.#byRun.set(runKey, print);
    return 'new';
  }

  /** Adds the run of a scope that has a single one. */
  addOnly(scope: string, trace: Trace): 'new' | 'same' | 'other' {
    const print = fingerprint(trace);
    const known = this.#byRun.get(scope);
    if (known !== undefined) return known === print ? 'same' : 'other';
    this.#byRun.set(scope, print);
    return 'new';
  }
}

function keyOf(scope: string, name: string): string {
  return `${scope.length} ${scope}${name}`;
}

/**
 * The scope of a run within a test: its case, and the test that it names where that is another one. Empty for runs
 * without either.
 */
export function scopeOf({ test, case: row }: Trace, testName: string): string {
  const other = test === testName ? null : test;
  return other === null && row === null ? '' : JSON.stringify([other, row]);
}
