import type { SaveOutcome, StoredCase } from './label-store.ts';

/** What keeps answers from being stored, by case. */
export class StoreTrouble {
  /** What another tab wrote about a case that was changed here at the same time. */
  readonly conflicts = new Map<string, StoredCase>();
  /** Why the store did not take the last answer. */
  readonly refusals = new Map<string, string>();
  /** Cases whose last write did not arrive. */
  readonly unsent = new Set<string>();

  /** Notes what became of a write. */
  note(id: string, outcome: SaveOutcome): void {
    if (outcome.state === 'unavailable') this.unsent.add(id);
    else this.unsent.delete(id);
    if (outcome.state === 'conflict') this.conflicts.set(id, outcome.stored);
    if (outcome.state === 'refused') this.refusals.set(id, outcome.message);
    else this.refusals.delete(id);
  }

  /** Whether a case waits for the reviewer. */
  has(id: string): boolean {
    return this.conflicts.has(id) || this.refusals.has(id);
  }
}
