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
  #first = new Map<string, Entry>();

  constructor(cap: number = EVIDENCE_CAP) {
    this.#cap = cap;
  }

  /** Whether this is the first appearance so far: ask before building a costly text. */
  isFirst(name: string, run: number, place: number): boolean {
    const seen = this.#first.get(name);
    return seen === undefined || run < seen.run || (run === seen.run && place < seen.place);
  }

  /** Adds a name at a place; `text` is what it is listed as. */
  add(name: string, run: number, place: number, text: string = name): void {
    if (!this.isFirst(name, run, place)) return;
    this.#first.set(name, { run, place, text });
    if (this.#first.size >= 2 * this.#cap) this.#first = new Map(this.#sorted());
  }

  /** The first of them; a name that was dropped comes back when it turns out to have appeared earlier. */
  #sorted(): [string, Entry][] {
    return [...this.#first]
      .sort(([, a], [, b]) => a.run - b.run || a.place - b.place)
      .slice(0, this.#cap);
  }

  /** What is listed, in order. */
  texts(): readonly string[] {
    return this.#sorted().map(([, { text }]) => text);
  }
}
