/** The heights of rows that are measured when they are drawn: until then each has an estimated one. */
export class RowHeights {
  readonly count: number;
  readonly #heights: Float64Array;
  /** Sums by a Fenwick tree: a row that is measured changes few of them. */
  readonly #sums: Float64Array;

  constructor(count: number, estimate: number) {
    this.count = count;
    this.#heights = new Float64Array(count).fill(estimate);
    this.#sums = new Float64Array(count + 1);
    for (let i = 1; i <= count; i += 1) {
      this.#sums[i]! += estimate;
      const parent = i + (i & -i);
      if (parent <= count) this.#sums[parent]! += this.#sums[i]!;
    }
  }

  /** Returns whether the height is another one than before. */
  set(row: number, height: number): boolean {
    const change = height - (this.#heights[row] ?? 0);
    if (row < 0 || row >= this.count || Math.abs(change) < 0.5) return false;
    this.#heights[row] = height;
    for (let i = row + 1; i <= this.count; i += i & -i) this.#sums[i]! += change;
    return true;
  }

  get total(): number {
    return this.topOf(this.count);
  }

  /** How far the top of a row is below the top of the list. */
  topOf(row: number): number {
    let sum = 0;
    for (let i = Math.min(row, this.count); i > 0; i -= i & -i) sum += this.#sums[i] ?? 0;
    return sum;
  }

  /** The row at a height, the first or last where it is beyond the list. */
  rowAt(height: number): number {
    let row = 0;
    let left = height;
    let step = 2 ** Math.floor(Math.log2(Math.max(1, this.count)));
    for (; step >= 1; step /= 2) {
      const next = row + step;
      const sum = this.#sums[next] ?? Number.POSITIVE_INFINITY;
      if (next > this.count || sum > left) continue;
      row = next;
      left -= sum;
    }
    return Math.min(row, Math.max(0, this.count - 1));
  }
}
