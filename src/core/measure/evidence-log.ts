import type { Sums } from './sums.ts';

/** How many items of a list a report shows; the full count is beside it. */
export const EVIDENCE_CAP = 100;

/** Different issues of a report are counted up to this number. */
export const ISSUES_COUNTED = 10_000;

const NONE: readonly never[] = [];

/** An item and its place in canonical order. */
export interface LogEntry<T> {
  readonly run: number;
  readonly place: number;
  readonly item: T;
}

/** A log as plain data. */
export interface EvidenceLogState<T> {
  readonly total: number;
  readonly entries: readonly LogEntry<T>[];
}

/**
 * The first items in canonical order (run, then place), whatever order they arrive in.
 * Holds at most twice the cap, so a million runs cost no more than a hundred.
 */
export class EvidenceLog<T> implements Sums<EvidenceLogState<T>> {
  readonly #cap: number;
  /** Null as long as nothing was kept: most logs of most tests stay empty. */
  #entries: LogEntry<T>[] | null = null;
  #total = 0;
  /** What comes after this one cannot be among the first any more. */
  #last: LogEntry<T> | null = null;

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

  /** Counts items that are not kept. */
  skip(times = 1): void {
    this.#total += times;
  }

  add(run: number, place: number, item: T): void {
    this.#total++;
    this.#keep({ run, place, item });
  }

  #keep(entry: LogEntry<T>): void {
    if (!this.wants(entry.run, entry.place)) return;
    const entries = (this.#entries ??= []);
    entries.push(entry);
    // Runs mostly come in order: with the first full list nearly all of the rest is not wanted any more.
    const { length } = entries;
    if (length === this.#cap || length >= 2 * this.#cap) {
      sort(entries);
      entries.length = this.#cap;
      this.#last = entries.at(-1) ?? null;
    }
  }

  /** The kept items in canonical order, with their runs. */
  first(): readonly LogEntry<T>[] {
    const entries = this.#entries;
    if (entries === null) return NONE;
    if (entries.length < 2) return entries;
    sort(entries);
    return entries.slice(0, this.#cap);
  }

  /** What another log needs to go on with this one's items. */
  state(): EvidenceLogState<T> {
    return { total: this.#total, entries: this.first() };
  }

  merge({ total, entries }: EvidenceLogState<T>): void {
    this.#total += total;
    for (const entry of entries) this.#keep(entry);
  }
}

function sort(entries: LogEntry<unknown>[]): void {
  entries.sort((a, b) => a.run - b.run || a.place - b.place);
}
