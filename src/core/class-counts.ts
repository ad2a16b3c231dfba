import { FirstSeen } from './first-seen.ts';
import type { ClassReport } from './report.ts';

interface ClassCount {
  readonly name: string;
  /** The least slot it had in any run: classes are listed as declared. */
  slot: number;
  hits: number;
  misses: number;
  readonly matchedBy: FirstSeen;
}

/** How often each class was hit and missed over runs, and which tools matched it. */
export class ClassCounts {
  readonly #counts = new Map<string, ClassCount>();

  /** Counts a class of one run. */
  add(name: string, slot: number, isHit: boolean): void {
    let count = this.#counts.get(name);
    if (count === undefined) {
      count = { name, slot, hits: 0, misses: 0, matchedBy: new FirstSeen() };
      this.#counts.set(name, count);
    }
    if (slot < count.slot) count.slot = slot;
    if (isHit) count.hits++;
    else count.misses++;
  }

  /** Notes the tool of a call that belongs to a class. */
  addTool(name: string, tool: string, run: number, place: number): void {
    this.#counts.get(name)?.matchedBy.add(tool, run, place);
  }

  reports(): readonly ClassReport[] {
    return [...this.#counts.values()]
      .sort((a, b) => a.slot - b.slot || (a.name < b.name ? -1 : 1))
      .map(({ name, hits, misses, matchedBy }) => ({
        name,
        hits,
        misses,
        recall: Math.floor((100 * hits) / (hits + misses)),
        matched_by: matchedBy.texts(),
      }));
  }
}
