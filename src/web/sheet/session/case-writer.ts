import type { CaseEntry } from './case-entry.ts';
import type { LabelStore, SaveOutcome, StoredCase } from './label-store.ts';

/** Writes entries one after the other for each case; of several that wait, the last. */
export class CaseWriter {
  readonly #store: LabelStore;
  readonly #onOutcome: (id: string, outcome: SaveOutcome) => void;
  readonly #seen = new Map<string, string>();
  readonly #waiting = new Map<string, CaseEntry>();
  readonly #busy = new Set<string>();

  constructor(store: LabelStore, onOutcome: (id: string, outcome: SaveOutcome) => void) {
    this.#store = store;
    this.#onOutcome = onOutcome;
  }

  /** Notes which revision is shown. */
  see(id: string, { revision }: StoredCase): void {
    this.#seen.set(id, revision);
  }

  /** Whether a write of any case is under way or waits. */
  get isBusy(): boolean {
    return this.#busy.size + this.#waiting.size > 0;
  }

  /** Whether a write is under way or waits. */
  isWriting(id: string): boolean {
    return this.#busy.has(id) || this.#waiting.has(id);
  }

  write(id: string, entry: CaseEntry): void {
    this.#waiting.set(id, entry);
    if (!this.#busy.has(id)) void this.#run(id);
  }

  async #run(id: string): Promise<void> {
    this.#busy.add(id);
    for (let entry = this.#take(id); entry !== undefined; entry = this.#take(id)) {
      const outcome = await this.#store.save(id, entry, this.#seen.get(id) ?? null);
      if (outcome.state === 'written') this.#seen.set(id, outcome.revision);
      // What waits would be in conflict, too: it is the entry that is shown.
      else this.#waiting.delete(id);
      if (!this.#waiting.has(id)) this.#busy.delete(id);
      this.#onOutcome(id, outcome);
      if (!this.#busy.has(id)) return;
    }
  }

  #take(id: string): CaseEntry | undefined {
    const entry = this.#waiting.get(id);
    this.#waiting.delete(id);
    return entry;
  }
}
