/**
 * A maximum matching of a bipartite graph. `edges[left]` lists the right nodes of `left`.
 * Left nodes are taken in order and each tries its right nodes in order, so the result is always the same one.
 * Answers the right node of each left node, -1 where there is none.
 */
export function maximumMatching(
  edges: readonly (readonly number[])[],
  rightCount: number,
): number[] {
  // Plain arrays: most graphs are small, and a typed array costs more to make than to use.
  const rightOf: number[] = edges.map(() => -1);
  const leftOf: number[] = [];
  for (let right = 0; right < rightCount; right++) leftOf.push(-1);
  let search: AlternatingSearch | null = null;
  for (let left = 0; left < edges.length; left++) {
    const free = edges[left]!.find((right) => leftOf[right] === -1);
    if (free !== undefined) {
      rightOf[left] = free;
      leftOf[free] = left;
    } else if (edges[left]!.length > 0) {
      search ??= new AlternatingSearch(edges, rightOf, leftOf);
      search.run(left);
    }
  }
  return rightOf;
}

/** How many left nodes have a partner. */
export function matchingSize(rightOf: readonly number[]): number {
  let size = 0;
  for (const right of rightOf) if (right !== -1) size++;
  return size;
}

/** Finds a partner for a left node whose right nodes are all taken, by moving others along; breadth first. */
class AlternatingSearch {
  readonly #edges: readonly (readonly number[])[];
  readonly #rightOf: number[];
  readonly #leftOf: number[];
  /** Where a left node goes on looking for a free right node: what is taken stays taken. */
  readonly #next: Int32Array;
  /** The search that last came by a right node, or `#failed` where one failed, as every later one would. */
  readonly #visitedBy: Int32Array;
  readonly #failed: number;
  readonly #reachedFrom: Int32Array;

  constructor(edges: readonly (readonly number[])[], rightOf: number[], leftOf: number[]) {
    this.#edges = edges;
    this.#rightOf = rightOf;
    this.#leftOf = leftOf;
    this.#next = new Int32Array(edges.length);
    this.#visitedBy = new Int32Array(leftOf.length).fill(-1);
    this.#failed = edges.length;
    this.#reachedFrom = new Int32Array(leftOf.length);
  }

  run(start: number): void {
    const queue = [start];
    for (let i = 0; i < queue.length; i++) {
      const left = queue[i]!;
      for (const right of this.#edges[left]!) {
        const visitor = this.#visitedBy[right];
        if (visitor === start || visitor === this.#failed) continue;
        this.#visitedBy[right] = start;
        this.#reachedFrom[right] = left;
        const owner = this.#leftOf[right]!;
        const free = this.#findFree(owner);
        if (free !== -1) {
          this.#reachedFrom[free] = owner;
          this.#moveAlong(free);
          return;
        }
        queue.push(owner);
      }
    }
    for (const left of queue)
      if (left !== start) this.#visitedBy[this.#rightOf[left]!] = this.#failed;
  }

  #findFree(left: number): number {
    const list = this.#edges[left]!;
    while (this.#next[left]! < list.length) {
      const right = list[this.#next[left]!]!;
      if (this.#leftOf[right] === -1) return right;
      this.#next[left]!++;
    }
    return -1;
  }

  /** Back along the path each left node takes a new right node and gives up the one it had. */
  #moveAlong(end: number): void {
    let right = end;
    while (right !== -1) {
      const left = this.#reachedFrom[right]!;
      const givenUp = this.#rightOf[left]!;
      this.#rightOf[left] = right;
      this.#leftOf[right] = left;
      right = givenUp;
    }
  }
}
