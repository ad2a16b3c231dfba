/** Beyond this a number is added to the exact part. */
const MAX_LOW = 2 ** 52;
/** The square of a larger number may not be exact. */
const MAX_ROOT = 2 ** 26;

/** Whole numbers, their sum and that of their squares: exact whatever their order, and cheap while they are small. */
export class MeanSums {
  #count = 0;
  #low = 0;
  #lowSquares = 0;
  #sum = 0n;
  #squares = 0n;

  get count(): number {
    return this.#count;
  }

  get sum(): bigint {
    return this.#sum + BigInt(this.#low);
  }

  get squares(): bigint {
    return this.#squares + BigInt(this.#lowSquares);
  }

  /** Adds a whole number from 0 to 2^53, once or several times. */
  add(value: number, times = 1): void {
    this.#count += times;
    if (value > MAX_ROOT || times > 1) {
      const exact = BigInt(value);
      this.#sum += exact * BigInt(times);
      this.#squares += exact * exact * BigInt(times);
      return;
    }
    this.#low += value;
    this.#lowSquares += value * value;
    if (this.#lowSquares > MAX_LOW) this.#settle();
  }

  merge(other: MeanSums): void {
    this.#count += other.#count;
    this.#sum += other.sum;
    this.#squares += other.squares;
  }

  #settle(): void {
    this.#sum += BigInt(this.#low);
    this.#squares += BigInt(this.#lowSquares);
    this.#low = 0;
    this.#lowSquares = 0;
  }
}
