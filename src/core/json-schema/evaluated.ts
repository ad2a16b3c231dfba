import type { Validation } from './validation.ts';

/** Which properties and items of one value some schema has spoken about, for `unevaluatedProperties` and `unevaluatedItems`. */
export class Evaluated {
  readonly #names = new Set<string>();
  readonly #indexes = new Set<number>();
  #allNames = false;
  /** All items before this one. */
  #prefix = 0;

  addName(name: string): void {
    this.#names.add(name);
  }

  addAllNames(): void {
    this.#allNames = true;
  }

  addIndex(index: number): void {
    this.#indexes.add(index);
  }

  /** The first items, as many as this; `Infinity` for all. */
  addItems(count: number): void {
    this.#prefix = Math.max(this.#prefix, count);
  }

  addEverything(): void {
    this.addAllNames();
    this.addItems(Infinity);
  }

  addFrom(other: Evaluated, validation: Validation): void {
    validation.spend(other.#names.size + other.#indexes.size);
    for (const name of other.#names) this.#names.add(name);
    for (const index of other.#indexes) this.#indexes.add(index);
    this.#allNames ||= other.#allNames;
    this.addItems(other.#prefix);
  }

  hasName(name: string): boolean {
    return this.#allNames || this.#names.has(name);
  }

  hasItem(index: number): boolean {
    return index < this.#prefix || this.#indexes.has(index);
  }
}
