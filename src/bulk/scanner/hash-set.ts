/** Hashes of runs, 64 bits each: the lower and the upper half, one behind the other. */
export type RunHashes = Uint32Array;

/** A set of hashes of runs, given as two halves. */
export class HashSet {
  /** Lower and upper halves by turns. No upper half is zero: that marks a free place. */
  #words: Uint32Array;
  #size = 0;

  constructor(expected = 0) {
    this.#words = new Uint32Array(2 * capacityFor(expected));
  }

  get size(): number {
    return this.#size;
  }

  /** Adds a hash; false when it was there. */
  add(low: number, high: number): boolean {
    if (4 * this.#size >= 1.5 * this.#words.length) this.#grow();
    if (!this.#put(low, high)) return false;
    this.#size++;
    return true;
  }

  has(low: number, high: number): boolean {
    return this.#words[this.#find(low, high) + 1] !== 0;
  }

  /** Calls back with every hash. */
  each(use: (low: number, high: number) => void): void {
    const words = this.#words;
    for (let at = 0; at < words.length; at += 2)
      if (words[at + 1] !== 0) use(words[at]!, words[at + 1]!);
  }

  /** Empties the set, and keeps its memory where that is enough for so many hashes. */
  clear(expected: number): void {
    const length = 2 * capacityFor(expected);
    if (length > this.#words.length) this.#words = new Uint32Array(length);
    else this.#words.fill(0);
    this.#size = 0;
  }

  #grow(): void {
    const old = this.#words;
    this.#words = new Uint32Array(2 * old.length);
    for (let at = 0; at < old.length; at += 2)
      if (old[at + 1] !== 0) this.#put(old[at]!, old[at + 1]!);
  }

  #put(low: number, high: number): boolean {
    const at = this.#find(low, high);
    const words = this.#words;
    if (words[at + 1] !== 0) return false;
    words[at] = low;
    words[at + 1] = high;
    return true;
  }

  /** The place of a hash, or the free one where it belongs. */
  #find(low: number, high: number): number {
    const words = this.#words;
    const mask = words.length - 1;
    // The upper half may be what hashes are sorted by.
    let at = (low << 1) & mask;
    for (;;) {
      const other = words[at + 1];
      if (other === 0 || (other === high && words[at] === low)) return at;
      at = (at + 2) & mask;
    }
  }
}

/** A power of two with room for so many hashes, at most half of it taken. */
function capacityFor(expected: number): number {
  return 2 ** Math.max(4, Math.ceil(Math.log2(2 * expected + 1)));
}
