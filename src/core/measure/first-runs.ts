import type { RunOrder } from './evidence.ts';
import { EVIDENCE_CAP } from './evidence-log.ts';
import type { Sums } from './sums.ts';

/** A kept run. */
export interface FirstRun<T> {
  readonly order: RunOrder;
  readonly item: T;
}

/** The unit that a run belongs to: itself, or its case. Orders of later units are higher. */
export type UnitOf = (order: RunOrder) => number;

/**
 * The first run of each of the first units, whatever order they arrive in. Holds at most twice the cap, so a million runs
 * cost no more than a hundred.
 */
export class FirstRuns<T> implements Sums<readonly FirstRun<T>[]> {
  readonly #unitOf: UnitOf;
  readonly #cap: number;
  readonly #runs = new Map<number, FirstRun<T>>();
  /** New units from here on cannot be among the first any more. */
  #limit = Infinity;

  constructor(unitOf: UnitOf, cap: number = EVIDENCE_CAP) {
    this.#unitOf = unitOf;
    this.#cap = cap;
  }

  /** Whether a run would be kept: ask before building a costly item. */
  wants(order: RunOrder): boolean {
    const unit = this.#unitOf(order);
    const known = this.#runs.get(unit);
    return known === undefined ? unit < this.#limit : order < known.order;
  }

  add(order: RunOrder, item: T): void {
    if (!this.wants(order)) return;
    this.#runs.set(this.#unitOf(order), { order, item });
    const { size } = this.#runs;
    if (size !== this.#cap && size < 2 * this.#cap) return;
    const units = [...this.#runs.keys()].sort((a, b) => a - b);
    for (const unit of units.slice(this.#cap)) this.#runs.delete(unit);
    this.#limit = units[this.#cap - 1] as number;
  }

  /** Puts another item in the place of a kept one. */
  replace(order: RunOrder, item: T): void {
    const unit = this.#unitOf(order);
    if (this.#runs.get(unit)?.order === order) this.#runs.set(unit, { order, item });
  }

  /** The kept runs in canonical order. */
  state(): readonly FirstRun<T>[] {
    return [...this.#runs.values()].sort((a, b) => a.order - b.order).slice(0, this.#cap);
  }

  merge(runs: readonly FirstRun<T>[]): void {
    for (const { order, item } of runs) this.add(order, item);
  }
}
