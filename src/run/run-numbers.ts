import type { RunOrder } from '#core';

/** Orders of runs without a number follow all numbered ones. */
const UNNUMBERED = 2 ** 40;

/** Gives every run of a test its place in canonical order, and at the end its number. */
export class RunNumbers {
  /** Null as long as no run has a number. */
  #numbered: Set<number> | null = null;
  #unnumbered = 0;

  /** The order of the next run; null when a run of that number is there already. */
  take(run: number | null): RunOrder | null {
    if (run === null) return UNNUMBERED + this.#unnumbered++;
    const numbered = (this.#numbered ??= new Set());
    if (numbered.has(run)) return null;
    numbered.add(run);
    return run;
  }

  get count(): number {
    return (this.#numbered?.size ?? 0) + this.#unnumbered;
  }

  /** Runs without a number take the numbers that are free, in the order they were found. */
  numberOf(order: RunOrder): number {
    if (order < UNNUMBERED) return order;
    const rank = order - UNNUMBERED + 1;
    if (this.#numbered === null) return rank;
    let number = rank;
    for (const taken of [...this.#numbered].sort((a, b) => a - b)) {
      if (taken > number) break;
      number++;
    }
    return number;
  }
}
