/** A cheapest perfect assignment of a square of whole numbers, which can be moved among the cheapest ones. */
export class Assignment {
  readonly #costs: readonly Int32Array[];
  readonly #size: number;
  /** Row and column 0 stand for "none yet", so all are counted from 1. */
  readonly #rowPotential: Float64Array;
  readonly #columnPotential: Float64Array;
  readonly #rowOf: Int32Array;
  readonly #columnOf: Int32Array;
  #fixed = 0;

  constructor(costs: readonly Int32Array[]) {
    this.#costs = costs;
    this.#size = costs.length;
    this.#rowPotential = new Float64Array(this.#size + 1);
    this.#columnPotential = new Float64Array(this.#size + 1);
    this.#rowOf = new Int32Array(this.#size + 1);
    this.#columnOf = new Int32Array(this.#size + 1);
    for (let row = 1; row <= this.#size; row++) this.#assign(row);
    for (let column = 1; column <= this.#size; column++)
      this.#columnOf[this.#rowOf[column]!] = column;
  }

  columnOf(row: number): number {
    return this.#columnOf[row + 1]! - 1;
  }

  /** This row and all before it keep their columns from now on. */
  fix(row: number): void {
    this.#fixed = row + 1;
  }

  /** Gives a row this column where that costs nothing; false, and nothing changed, where it would. */
  move(row: number, column: number): boolean {
    const [from, to] = [row + 1, column + 1];
    const left = this.#columnOf[from]!;
    if (left === to) return true;
    if (!this.#isTight(from, to)) return false;
    // The row that has to leave looks for a way to the column that became free, over rows that may move.
    const start = this.#rowOf[to]!;
    if (start <= this.#fixed) return false;
    const reachedFrom = new Int32Array(this.#size + 1);
    const queue = [start];
    for (let i = 0; i < queue.length && reachedFrom[left] === 0; i++) {
      const at = queue[i]!;
      for (let next = 1; next <= this.#size; next++) {
        if (next === to || reachedFrom[next] !== 0 || !this.#isTight(at, next)) continue;
        const owner = this.#rowOf[next]!;
        if (next !== left && owner <= this.#fixed) continue;
        reachedFrom[next] = at;
        if (next === left) break;
        if (owner !== from) queue.push(owner);
      }
    }
    if (reachedFrom[left] === 0) return false;
    for (let end = left; end !== to;) {
      const taker = reachedFrom[end]!;
      const givenUp = this.#columnOf[taker]!;
      this.#put(taker, end);
      end = givenUp;
    }
    this.#put(from, to);
    return true;
  }

  #put(row: number, column: number): void {
    this.#rowOf[column] = row;
    this.#columnOf[row] = column;
  }

  #isTight(row: number, column: number): boolean {
    return this.#reduced(row, column) === 0;
  }

  #reduced(row: number, column: number): number {
    const cost = this.#costs[row - 1]![column - 1]!;
    return cost - this.#rowPotential[row]! - this.#columnPotential[column]!;
  }

  /** Kuhn-Munkres: the cheapest way from a free row to a free column; the columns on it change rows. */
  #assign(row: number): void {
    const size = this.#size;
    const slack = new Float64Array(size + 1).fill(Infinity);
    const from = new Int32Array(size + 1);
    const done = new Uint8Array(size + 1);
    this.#rowOf[0] = row;
    let column = 0;
    while (column === 0 || this.#rowOf[column] !== 0) {
      done[column] = 1;
      const at = this.#rowOf[column]!;
      let next = 0;
      let step = Infinity;
      for (let j = 1; j <= size; j++) {
        if (done[j] === 1) continue;
        const reduced = this.#reduced(at, j);
        if (reduced < slack[j]!) {
          slack[j] = reduced;
          from[j] = column;
        }
        if (slack[j]! < step) {
          step = slack[j]!;
          next = j;
        }
      }
      for (let j = 0; j <= size; j++) {
        if (done[j] === 1) {
          this.#rowPotential[this.#rowOf[j]!]! += step;
          this.#columnPotential[j]! -= step;
        } else slack[j]! -= step;
      }
      column = next;
    }
    while (column !== 0) {
      const previous = from[column]!;
      this.#rowOf[column] = this.#rowOf[previous]!;
      column = previous;
    }
  }
}
