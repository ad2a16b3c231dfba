import type { Verdict } from '../report/report.ts';
import type { RunLocation } from '../run-evidence/run-source.ts';
import type { RunOrder } from './evidence.ts';
import type { ListedEvidence } from './listed-runs.ts';
import type { Sums } from './sums.ts';

/** Where a run was found: as text, or as a line whose number is found out in the end. */
type RunWhere = string | RunLocation;

/** A run that some list of evidence names. */
export interface NamedRun {
  readonly verdict: Verdict;
  readonly where: RunWhere;
}

export type NamedRunsState = readonly (readonly [order: RunOrder, run: NamedRun])[];

/** Beyond this many runs those that no list names any more are dropped. */
const MAX_KEPT = 4_000;

/** Where the runs are that lists of evidence name: misses, and calls by verdict. */
export class NamedRuns implements Sums<NamedRunsState> {
  readonly #runs = new Map<RunOrder, NamedRun>();
  readonly #named: () => ReadonlySet<RunOrder>;

  /** `named` returns the runs that the lists name now. */
  constructor(named: () => ReadonlySet<RunOrder>) {
    this.#named = named;
  }

  add(order: RunOrder, run: NamedRun): void {
    this.#runs.set(order, run);
    if (this.#runs.size < MAX_KEPT) return;
    const named = this.#named();
    for (const known of this.#runs.keys()) if (!named.has(known)) this.#runs.delete(known);
  }

  /** The runs that lists name, in canonical order. */
  state(): NamedRunsState {
    if (this.#runs.size === 0) return [];
    const named = this.#named();
    return [...this.#runs].filter(([order]) => named.has(order)).sort(([a], [b]) => a - b);
  }

  /** Finds out where the lines are. */
  locate(whereOf: (location: RunLocation) => string): void {
    for (const [order, { verdict, where }] of this.state())
      if (typeof where !== 'string') this.#runs.set(order, { verdict, where: whereOf(where) });
  }

  merge(state: NamedRunsState): void {
    for (const [order, run] of state) this.add(order, run);
  }
}

/** The listed runs, and those that lists of evidence name beside them, in canonical order. */
export function withNamed(
  listed: readonly ListedEvidence[],
  named: NamedRunsState,
): readonly ListedEvidence[] {
  const known = new Set(listed.map(({ order }) => order));
  const others = named.flatMap(([order, { verdict, where }]) =>
    known.has(order) || typeof where !== 'string' ? [] : [{ order, verdict, evidence: { where } }],
  );
  return others.length === 0 ? listed : [...listed, ...others].sort((a, b) => a.order - b.order);
}
