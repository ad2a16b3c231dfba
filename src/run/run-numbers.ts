import type { RunOrder } from '#core';

/** Orders of runs without a number follow all numbered ones. */
const UNNUMBERED = 2 ** 40;

/** Gives every run of a test its place in canonical order, and at the end its number. */
export class RunNumbers {
  readonly #numbered = new Set<number>();
  #unnumbered = 0;

  /** The order of the next run; null when a run of that number is there already. */
  take(run: number | null): RunOrder | null {
    if (run === null) return UNNUMBERED + this.#unnumbered++;
    if (this.#numbered.has(run)) return null;
    this.#numbered.add(run);
    return run;
  }

  get count(): number {
    return this.#numbered.size + this.#unnumbered;
  }

  /** Runs without a number take the numbers that are free, in the order they were found. */
  numberOf(order: RunOrder): number {
    if (order < UNNUMBERED) return order;
    const rank = order - UNNUMBERED + 1;
    if (this.#numbered.size === 0) return rank;
    let number = rank;
    for (const taken of [...this.#numbered].sort((a, b) => a - b)) {
      if (taken > number) break;
      number++;
    }
    return number;
  }
}
