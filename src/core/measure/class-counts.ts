import type { Sums } from './sums.ts';
import { FirstSeen, type SeenName } from './first-seen.ts';
import type { ClassReport } from '../report/report.ts';

interface ClassCount {
  readonly name: string;
  /** The least slot it had in any run: classes are listed as declared. */
  slot: number;
  hits: number;
  misses: number;
  readonly matchedBy: FirstSeen;
}

/** The counts of a class as plain data. */
export interface ClassCountState {
  readonly name: string;
  readonly slot: number;
  readonly hits: number;
  readonly misses: number;
  readonly matchedBy: readonly SeenName[];
}

/** How often each class was hit and missed over runs, and which tools matched it. */
export class ClassCounts implements Sums<readonly ClassCountState[]> {
  readonly #counts = new Map<string, ClassCount>();

  /** Counts a class of one run, or of several alike. */
  add(name: string, slot: number, isHit: boolean, times = 1): void {
    const count = this.#of(name, slot);
    if (isHit) count.hits += times;
    else count.misses += times;
  }

  #of(name: string, slot: number): ClassCount {
    let count = this.#counts.get(name);
    if (count === undefined) {
      count = { name, slot, hits: 0, misses: 0, matchedBy: new FirstSeen() };
      this.#counts.set(name, count);
    }
    if (slot < count.slot) count.slot = slot;
    return count;
  }

  /** Notes the tool of a call that belongs to a class. */
  addTool(name: string, tool: string, run: number, place: number): void {
    this.#counts.get(name)?.matchedBy.add(tool, run, place);
  }

  /** What other counts need to go on with these. */
  state(): readonly ClassCountState[] {
    return [...this.#counts.values()]
      .map((count) => ({ ...count, matchedBy: count.matchedBy.state() }))
      .sort((a, b) => a.slot - b.slot || (a.name < b.name ? -1 : 1));
  }

  merge(counts: readonly ClassCountState[]): void {
    for (const { name, slot, hits, misses, matchedBy } of counts) {
      const count = this.#of(name, slot);
      count.hits += hits;
      count.misses += misses;
      count.matchedBy.merge(matchedBy);
    }
  }

  reports(): readonly ClassReport[] {
    const counts = [...this.#counts.values()];
    // Every run brings them in declared order: only sums that were merged can be in another.
    if (counts.some(({ slot }, i) => i > 0 && slot <= counts[i - 1]!.slot))
      counts.sort((a, b) => a.slot - b.slot || (a.name < b.name ? -1 : 1));
    return counts.map(({ name, hits, misses, matchedBy }) => ({
      name,
      hits,
      misses,
      recall: Math.floor((100 * hits) / (hits + misses)),
      matched_by: matchedBy.texts(),
    }));
  }
}
