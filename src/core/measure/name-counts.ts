import type { Sums } from './sums.ts';

/** How often each name occurred, sorted by name. */
export type NameCountsState = readonly (readonly [name: string, count: number])[];

/** Counts by name. */
export class NameCounts implements Sums<NameCountsState> {
  readonly #counts = new Map<string, number>();

  add(name: string, count = 1): void {
    this.#counts.set(name, this.of(name) + count);
  }

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  get names(): readonly string[] {
    return [...this.#counts.keys()];
  }

  get total(): number {
    let total = 0;
    for (const count of this.#counts.values()) total += count;
    return total;
  }

  state(): NameCountsState {
    return [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  merge(counts: NameCountsState): void {
    for (const [name, count] of counts) this.add(name, count);
  }
}
