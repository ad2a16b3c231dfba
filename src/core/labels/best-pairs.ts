import { maximumMatching } from '../matching/maximum-matching.ts';
import { Assignment } from './assignment.ts';

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
      pairs[at] = (list.find((candidate) => candidate.equal) ?? list[0]!).call;
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
      for (const member of small.calls) partOfCall.set(member, large);
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
