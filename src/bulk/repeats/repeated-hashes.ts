import { errorCode } from '#platform';
import { HashSet, type RunHashes } from '../scanner/hash-set.ts';
import { type HashBlock, PARTITIONS, sortByPartition } from './hash-block.ts';
import { SpillFile } from './spill-file.ts';

/** How many hashes are sorted at a time, and how many stay in memory. */
export interface HashLimits {
  readonly perBlock: number;
  readonly inMemory: number;
}

const LIMITS: HashLimits = { perBlock: 2 ** 18, inMemory: 2_000_000 };

/** A block in the temporary file. */
interface SpilledBlock {
  readonly place: number;
  readonly starts: Uint32Array;
}

/** Finds the hashes that several runs have. Beyond two million hashes they go to a temporary file. */
export class RepeatedHashes {
  readonly #limits: HashLimits;
  readonly #current: RunHashes;
  /** Words of the current block that are taken. */
  #filled = 0;
  #blocks: HashBlock[] = [];
  #inMemory = 0;
  #file: SpillFile | null = null;
  #canSpill = true;
  readonly #spilled: SpilledBlock[] = [];

  constructor(limits: HashLimits = LIMITS) {
    this.#limits = limits;
    this.#current = new Uint32Array(2 * limits.perBlock);
  }

  /** Whether some hashes are in a temporary file. */
  get hasSpilled(): boolean {
    return this.#spilled.length > 0;
  }

  add(hashes: RunHashes): void {
    for (let at = 0; at < hashes.length;) {
      const count = Math.min(hashes.length - at, this.#current.length - this.#filled);
      this.#current.set(hashes.subarray(at, at + count), this.#filled);
      this.#filled += count;
      at += count;
      if (this.#filled === this.#current.length) this.#closeBlock();
    }
  }

  #closeBlock(): void {
    if (this.#filled === 0) return;
    this.#blocks.push(sortByPartition(this.#current.subarray(0, this.#filled)));
    this.#inMemory += this.#filled / 2;
    this.#filled = 0;
    if (this.#canSpill && (this.#file !== null || this.#inMemory >= this.#limits.inMemory))
      this.#spill();
  }

  #spill(): void {
    try {
      const file = (this.#file ??= new SpillFile());
      for (let block = this.#blocks[0]; block !== undefined; block = this.#blocks[0]) {
        this.#spilled.push({ place: file.append(block.hashes), starts: block.starts });
        this.#blocks.shift();
      }
      this.#inMemory = 0;
    } catch (error) {
      if (errorCode(error) === '') throw error;
      // Without room for temporary files hashes stay in memory.
      this.#canSpill = false;
    }
  }

  /** The hashes that were added more than once. */
  find(): HashSet {
    this.#closeBlock();
    const repeated = new HashSet();
    const seen = new HashSet();
    for (let partition = 0; partition < PARTITIONS; partition++) {
      const hashes = this.#gather(partition);
      seen.clear(hashes.length / 2);
      for (let at = 0; at < hashes.length; at += 2) {
        const low = hashes[at]!;
        const high = hashes[at + 1]!;
        if (!seen.add(low, high)) repeated.add(low, high);
      }
    }
    return repeated;
  }

  /** All hashes of a partition. */
  #gather(partition: number): RunHashes {
    const parts = [...this.#blocks, ...this.#spilled];
    const sizeOf = ({ starts }: { readonly starts: Uint32Array }): number =>
      starts[partition + 1]! - starts[partition]!;
    const hashes = new Uint32Array(parts.reduce((sum, part) => sum + sizeOf(part), 0));
    let at = 0;
    for (const part of parts) {
      const start = part.starts[partition]!;
      const into = hashes.subarray(at, at + sizeOf(part));
      if ('place' in part) this.#file?.read(into, part.place + 4 * start);
      else into.set(part.hashes.subarray(start, start + into.length));
      at += into.length;
    }
    return hashes;
  }

  close(): void {
    this.#file?.close();
    this.#file = null;
  }
}
