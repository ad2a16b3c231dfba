import { hashId } from './hash-id.ts';
import { NumberColumn } from './number-column.ts';

const SECOND_SEED = 0x9747b28c;

/**
 * Which ids came before, by two hashes of each. Two ids with the same hashes count as one: then the later case is linked
 * by its place, which is right as well.
 */
export class SeenIds {
  readonly #first = new NumberColumn();
  readonly #second = new NumberColumn();
  /** Places from 1 in an open table; 0 is free. */
  #table = new Uint32Array(4096);

  /** Whether an id is new. */
  add(id: string, hash: number): boolean {
    const second = hashId(id, SECOND_SEED);
    if (2 * this.#first.length > this.#table.length) this.#grow();
    let slot = hash & (this.#table.length - 1);
    for (let place = this.#table[slot] ?? 0; place !== 0; place = this.#table[slot] ?? 0) {
      if (this.#first.at(place - 1) === hash && this.#second.at(place - 1) === second) return false;
      slot = (slot + 1) & (this.#table.length - 1);
    }
    this.#first.push(hash);
    this.#second.push(second);
    this.#table[slot] = this.#first.length;
    return true;
  }

  #grow(): void {
    this.#table = new Uint32Array(2 * this.#table.length);
    for (let place = 0; place < this.#first.length; place += 1) {
      let slot = this.#first.at(place) & (this.#table.length - 1);
      while (this.#table[slot] !== 0) slot = (slot + 1) & (this.#table.length - 1);
      this.#table[slot] = place + 1;
    }
  }
}
