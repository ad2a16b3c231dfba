import { EVIDENCE_CAP } from './evidence-log.ts';

interface Entry {
  readonly run: number;
  readonly place: number;
  readonly text: string;
}

/**
 * Different names in order of first appearance (run, then place), whatever order they arrive in.
 * Holds at most twice the cap.
 */
export class FirstSeen {
  readonly #cap: number;
  /** Null as long as nothing was added, as for most tests most of the time. */
  #first: Map<string, Entry> | null = null;

  constructor(cap: number = EVIDENCE_CAP) {
    this.#cap = cap;
  }

  /** Whether this is the first appearance so far: ask before building a costly text. */
  isFirst(name: string, run: number, place: number): boolean {
    const seen = this.#first?.get(name);
    return seen === undefined || run < seen.run || (run === seen.run && place < seen.place);
  }

  /** Adds a name at a place; `text` is what it is listed as. */
  add(name: string, run: number, place: number, text: string = name): void {
    if (!this.isFirst(name, run, place)) return;
    const first = (this.#first ??= new Map());
    first.set(name, { run, place, text });
    if (first.size >= 2 * this.#cap) this.#first = new Map(sorted(first, this.#cap));
  }

  /** What is listed, in order. */
  texts(): readonly string[] {
    if (this.#first === null) return [];
    return sorted(this.#first, this.#cap).map(([, { text }]) => text);
  }
}

/** The first of them; a name that was dropped comes back when it turns out to have appeared earlier. */
function sorted(entries: ReadonlyMap<string, Entry>, cap: number): [string, Entry][] {
  return [...entries].sort(([, a], [, b]) => a.run - b.run || a.place - b.place).slice(0, cap);
}
