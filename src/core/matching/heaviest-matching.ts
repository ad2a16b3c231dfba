/** A perfect matching: the column of each row, and the sum of its weights. */
export interface HeaviestMatching {
  readonly total: bigint;
  readonly columnOf: readonly number[];
}

/**
 * The perfect matching of an n × n matrix with the greatest total weight (null = no edge); null when there is none.
 * Exact: weights are big integers (Kuhn-Munkres with potentials). Row and column 0 stand for "none yet".
 */
export function heaviestMatching(
  weights: readonly (readonly (bigint | null)[])[],
): HeaviestMatching | null {
  const n = weights.length;
  const most = weights
    .flat()
    .reduce<bigint>((all, weight) => (weight !== null && weight > all ? weight : all), 0n);
  // A missing edge costs more than any matching without one can.
  const missing = (most + 1n) * BigInt(n + 1);
  const costs = weights.map((row) =>
    row.map((weight) => (weight === null ? missing : most - weight)),
  );
  const rowPotential = zeros(n + 1);
  const columnPotential = zeros(n + 1);
  const rowOf = new Int32Array(n + 1);

  /** The cheapest way from a free row to a free column, Dijkstra on reduced costs; the columns on it change rows. */
  const assign = (row: number): void => {
    rowOf[0] = row;
    const slack: (bigint | null)[] = Array.from({ length: n + 1 }, () => null);
    const from = new Int32Array(n + 1);
    const done = new Uint8Array(n + 1);
    let column = 0;
    while (column === 0 || rowOf[column] !== 0) {
      done[column] = 1;
      const at = rowOf[column]!;
      let step: bigint | null = null;
      let next = 0;
      for (let j = 1; j <= n; j++) {
        if (done[j] === 1) continue;
        const reduced = costs[at - 1]![j - 1]! - rowPotential[at]! - columnPotential[j]!;
        const least = slack[j]!;
        if (least === null || reduced < least) {
          slack[j] = reduced;
          from[j] = column;
        }
        if (step === null || slack[j]! < step) {
          step = slack[j]!;
          next = j;
        }
      }
      for (let j = 0; j <= n; j++) {
        if (done[j] === 1) {
          rowPotential[rowOf[j]!] = rowPotential[rowOf[j]!]! + step!;
          columnPotential[j] = columnPotential[j]! - step!;
        } else if (j > 0) slack[j] = slack[j]! - step!;
      }
      column = next;
    }
    while (column !== 0) {
      const previous = from[column]!;
      rowOf[column] = rowOf[previous]!;
      column = previous;
    }
  };

  for (let row = 1; row <= n; row++) assign(row);
  return sumUp(weights, rowOf);
}

function zeros(length: number): bigint[] {
  return Array.from({ length }, () => 0n);
}

function sumUp(
  weights: readonly (readonly (bigint | null)[])[],
  rowOf: Int32Array,
): HeaviestMatching | null {
  let total = 0n;
  const columnOf = weights.map(() => -1);
  for (let column = 1; column <= weights.length; column++) {
    const row = rowOf[column]! - 1;
    const weight = weights[row]![column - 1]!;
    if (weight === null) return null;
    total += weight;
    columnOf[row] = column - 1;
  }
  return { total, columnOf };
}
