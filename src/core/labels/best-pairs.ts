import { maximumMatching } from '../matching/maximum-matching.ts';

/** Beyond this many interchangeable calls in one case only the number of pairs is the greatest for sure: time grows with its cube. */
const MOST = 300;

/** An acceptable call for an expected one, and whether its arguments are equal to labelled ones. */
export interface Candidate {
  readonly call: number;
  readonly equal: boolean;
}

/**
 * Pairs expected calls with acceptable ones, each at most once: as many as can be, among those with as many equal
 * arguments as can be, among those the smallest list of call indexes in expected order, unpaired last.
 * Answers the call of each expected one, -1 where there is none. Candidates are in ascending order of calls.
 */
export function bestPairs(candidates: readonly (readonly Candidate[])[]): number[] {
  const pairs = candidates.map(() => -1);
  for (const part of partsOf(candidates)) {
    if (part.expected.length === 1) {
      const at = part.expected[0]!;
      const list = candidates[at]!;
      pairs[at] = (list.find((one) => one.equal) ?? list[0]!).call;
    } else if (part.calls.length === 1) {
      const equal = part.expected.find((at) => candidates[at]![0]!.equal);
      pairs[equal ?? part.expected[0]!] = part.calls[0]!;
    } else if (part.expected.length + part.calls.length <= MOST) pairPart(part, candidates, pairs);
    else pairLargePart(part, candidates, pairs);
  }
  return pairs;
}

/** Expected calls and calls that compete with each other, both ascending. */
interface Part {
  readonly expected: number[];
  readonly calls: number[];
}

/** What does not compete is paired apart: nearly always that leaves parts of one. */
function partsOf(candidates: readonly (readonly Candidate[])[]): readonly Part[] {
  const partOfCall = new Map<number, Part>();
  const parts = new Set<Part>();
  candidates.forEach((list, at) => {
    if (list.length === 0) return;
    let part: Part = { expected: [at], calls: [] };
    parts.add(part);
    for (const { call } of list) {
      const other = partOfCall.get(call);
      if (other === part) continue;
      if (other === undefined) {
        part.calls.push(call);
        partOfCall.set(call, part);
        continue;
      }
      const [small, large] = other.calls.length < part.calls.length ? [other, part] : [part, other];
      large.expected.push(...small.expected);
      large.calls.push(...small.calls);
      for (const one of small.calls) partOfCall.set(one, large);
      parts.delete(small);
      part = large;
    }
  });
  for (const { expected, calls } of parts) {
    expected.sort((a, b) => a - b);
    calls.sort((a, b) => a - b);
  }
  return [...parts];
}

function pairLargePart(
  { expected, calls }: Part,
  candidates: readonly (readonly Candidate[])[],
  pairs: number[],
): void {
  const place = new Map(calls.map((call, i) => [call, i]));
  const edges = expected.map((at) =>
    candidates[at]!.toSorted((a, b) => Number(b.equal) - Number(a.equal)).map(({ call }) =>
      place.get(call)!,
    ),
  );
  maximumMatching(edges, calls.length).forEach((column, row) => {
    pairs[expected[row]!] = column === -1 ? -1 : calls[column]!;
  });
}

/**
 * A square of expected calls and stand-ins (one per call) by calls and stand-ins (one per expected call), so that every
 * pairing is a perfect one: the cheapest is found with potentials, and among the cheapest, which use only tight edges,
 * each expected call in turn moves to the first call that leaves all the rest a place.
 */
function pairPart(
  { expected, calls }: Part,
  candidates: readonly (readonly Candidate[])[],
  pairs: number[],
): void {
  const size = expected.length + calls.length;
  const place = new Map(calls.map((call, i) => [call, i]));
  const never = size * (size + 2);
  const costs = Array.from({ length: size }, (_, row) => {
    const at = expected[row];
    const line = new Int32Array(size);
    if (at === undefined) return line;
    // Only its own stand-in, so that being unpaired is one choice and not many.
    line.fill(never);
    line[calls.length + row] = 0;
    for (const { call, equal } of candidates[at]!) {
      line[place.get(call)!] = -(size + (equal ? 1 : 0));
    }
    return line;
  });
  const square = new Assignment(costs);
  expected.forEach((at, row) => {
    for (const { call } of candidates[at]!) {
      if (square.move(row, place.get(call)!)) break;
    }
    const column = square.columnOf(row);
    pairs[at] = column < calls.length ? calls[column]! : -1;
    square.fix(row);
  });
}

/** A cheapest perfect assignment of a square of whole numbers, which can be moved among the cheapest ones. */
class Assignment {
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
