import type { Sums } from './sums.ts';
import { EVIDENCE_CAP } from './evidence-log.ts';

/** Up to this many names are looked up by walking through them: most lists have one, and a map for each would weigh more. */
const FEW = 8;

const NONE: readonly never[] = [];

/** A name where it first appeared. */
export interface SeenName {
  readonly name: string;
  readonly run: number;
  readonly place: number;
  readonly text: string;
}

/**
 * Different names in order of first appearance (run, then place), whatever order they arrive in.
 * Holds at most twice the cap.
 */
export class FirstSeen implements Sums<readonly SeenName[]> {
  readonly #cap: number;
  /** Null as long as nothing was added, as for most tests most of the time. */
  #few: SeenName[] | null = null;
  /** Null as long as there are few. */
  #many: Map<string, SeenName> | null = null;

  constructor(cap: number = EVIDENCE_CAP) {
    this.#cap = cap;
  }

  #find(name: string): SeenName | undefined {
    if (this.#many !== null) return this.#many.get(name);
    for (const entry of this.#few ?? NONE) if (entry.name === name) return entry;
    return undefined;
  }

  /** Whether this is the first appearance so far: ask before building a costly text. */
  isFirst(name: string, run: number, place: number): boolean {
    const seen = this.#find(name);
    return seen === undefined || run < seen.run || (run === seen.run && place < seen.place);
  }

  /** Adds a name at a place; `text` is what it is listed as. */
  add(name: string, run: number, place: number, text: string = name): void {
    if (!this.isFirst(name, run, place)) return;
    const entry = { name, run, place, text };
    if (this.#many !== null) this.#put(this.#many, entry);
    else if (this.#few === null) this.#few = [entry];
    else this.#putFew(this.#few, entry);
  }

  #putFew(few: SeenName[], entry: SeenName): void {
    const at = few.findIndex(({ name }) => name === entry.name);
    if (at !== -1) few[at] = entry;
    else if (few.push(entry) > FEW) {
      this.#many = new Map(few.map((firstSeen) => [firstSeen.name, firstSeen]));
      this.#few = null;
    }
  }

  #put(many: Map<string, SeenName>, entry: SeenName): void {
    many.set(entry.name, entry);
    if (many.size < 2 * this.#cap) return;
    this.#many = new Map(
      sorted(many.values(), this.#cap).map((firstSeen) => [firstSeen.name, firstSeen]),
    );
  }

  /** What is listed, in order. */
  texts(): readonly string[] {
    const few = this.#few;
    if (few?.length === 1) return [few[0]!.text];
    return this.state().map(({ text }) => text);
  }

  /** What another list needs to go on with this one's names. */
  state(): readonly SeenName[] {
    const entries = this.#many?.values() ?? this.#few;
    return entries === null ? NONE : sorted(entries, this.#cap);
  }

  merge(names: readonly SeenName[]): void {
    for (const { name, run, place, text } of names) this.add(name, run, place, text);
  }
}

/** The first of them; a name that was dropped comes back when it turns out to have appeared earlier. */
function sorted(entries: Iterable<SeenName>, cap: number): SeenName[] {
  return [...entries].sort((a, b) => a.run - b.run || a.place - b.place).slice(0, cap);
}
