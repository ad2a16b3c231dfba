/** A list of numbers of 32 bits that grows. */
export class NumberColumn {
  #values = new Uint32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Uint32Array(2 * this.length);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length] = value;
    this.length += 1;
  }

  at(place: number): number {
    return this.#values[place] ?? 0;
  }

  toArray(): Uint32Array {
    return this.#values.slice(0, this.length);
  }
}
