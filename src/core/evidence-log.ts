/** How many items of a list a report shows; the full count stands beside it. */
export const EVIDENCE_CAP = 100;

interface Entry<T> {
  readonly run: number;
  readonly place: number;
  readonly item: T;
}

/**
 * The first items in canonical order (run, then place), whatever order they arrive in.
 * Holds at most twice the cap, so a million runs cost no more than a hundred.
 */
export class EvidenceLog<T> {
  readonly #cap: number;
  readonly #entries: Entry<T>[] = [];
  #total = 0;
  /** What comes after this one cannot be among the first any more. */
  #last: Entry<T> | null = null;

  constructor(cap: number = EVIDENCE_CAP) {
    this.#cap = cap;
  }

  get total(): number {
    return this.#total;
  }

  /** Whether an item at this place would be kept: ask before building a costly one. */
  wants(run: number, place: number): boolean {
    const last = this.#last;
    return last === null || run < last.run || (run === last.run && place < last.place);
  }

  /** Counts an item that is not kept. */
  skip(): void {
    this.#total++;
  }

  add(run: number, place: number, item: T): void {
    this.#total++;
    if (!this.wants(run, place)) return;
    this.#entries.push({ run, place, item });
    if (this.#entries.length >= 2 * this.#cap) {
      this.#sort();
      this.#entries.length = this.#cap;
      this.#last = this.#entries.at(-1) ?? null;
    }
  }

  #sort(): void {
    this.#entries.sort((a, b) => a.run - b.run || a.place - b.place);
  }

  /** The kept items in canonical order, with their runs. */
  first(): readonly { readonly run: number; readonly place: number; readonly item: T }[] {
    this.#sort();
    return this.#entries.slice(0, this.#cap);
  }
}
