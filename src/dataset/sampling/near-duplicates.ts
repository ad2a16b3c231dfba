import { lastWordsOf, wordsOf } from './alike.ts';
import type { Cut } from './cut-cases.ts';

/** A case as the set of its word triples, of all that was said and of the last message alone. */
interface Shingled<T> {
  readonly item: T;
  readonly whole: ReadonlySet<string>;
  readonly last: ReadonlySet<string>;
}

/**
 * Finds cases that share at least nine tenths of their word triples, both over the whole conversation and in its last
 * message, and the tools. Short messages never do: one word changes them.
 */
export class NearDuplicates<T extends { readonly cut: Cut }> {
  readonly #kept = new Map<string, Shingled<T>[]>();

  /** A case that was added before and is nearly this one; else adds it. */
  findOrAdd(item: T): T | null {
    const { cut } = item;
    const last = shinglesOf(lastWordsOf(cut));
    if (last.size < FEWEST) return null;
    const whole = shinglesOf(wordsOf(cut));
    const tools = toolsOf(cut);
    const keys = prefixOf(last).map((shingle) => `${tools}\u0000${shingle}`);
    for (const key of keys)
      for (const candidate of this.#kept.get(key) ?? [])
        if (areAlike(candidate.last, last) && areAlike(candidate.whole, whole))
          return candidate.item;
    for (const key of keys) {
      const same = this.#kept.get(key);
      if (same === undefined) this.#kept.set(key, [{ item, whole, last }]);
      else same.push({ item, whole, last });
    }
    return null;
  }
}

const FEWEST = 10;

function shinglesOf(words: string): ReadonlySet<string> {
  const list = words.split(' ');
  const shingles = new Set<string>();
  for (let at = 0; at + 3 <= list.length; at++) shingles.add(list.slice(at, at + 3).join(' '));
  return shingles;
}

/** Sets that share nine tenths share one of the first of these in any fixed order: only those need a look. */
function prefixOf(shingles: ReadonlySet<string>): readonly string[] {
  return [...shingles].sort().slice(0, Math.floor(shingles.size / 10) + 1);
}

function areAlike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  if (10 * small.size < 9 * large.size) return false;
  let shared = 0;
  for (const shingle of small) if (large.has(shingle)) shared += 1;
  return 10 * shared >= 9 * (a.size + b.size - shared);
}

function toolsOf({ before, calls }: Cut): string {
  const names = [before, calls].map((list) => list.map(({ server, name }) => [server, name]));
  return JSON.stringify(names);
}
