import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { largestMatching } from '../fixtures/brute-force.ts';
import { matchingSize, maximumMatching } from './maximum-matching.ts';

function range(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, i) => start + i);
}

function isMatching(edges: readonly (readonly number[])[], rightOf: readonly number[]): boolean {
  const taken = [...rightOf].filter((right) => right !== -1);
  return (
    rightOf.length === edges.length &&
    new Set(taken).size === taken.length &&
    edges.every((list, left) => rightOf[left] === -1 || list.includes(rightOf[left]!))
  );
}

describe('a maximum matching', () => {
  it('moves an earlier choice out of the way', () => {
    expect([...maximumMatching([[0, 1], [0]], 2)]).toEqual([1, 0]);
    expect([...maximumMatching([[0, 1], [1, 2], [0], [1]], 3)]).toEqual([1, 2, 0, -1]);
  });

  it('of nothing is empty, and a node without edges stays alone', () => {
    expect([...maximumMatching([], 3)]).toEqual([]);
    expect([...maximumMatching([[], [0], []], 1)]).toEqual([-1, 0, -1]);
  });

  it('takes the first free node where all will do', () => {
    expect([
      ...maximumMatching(
        [
          [0, 1, 2],
          [0, 1, 2],
        ],
        3,
      ),
    ]).toEqual([0, 1]);
  });

  it('is one, and none is larger', () => {
    const graph = fc.integer({ min: 0, max: 7 }).chain((rights) =>
      fc.record({
        rights: fc.constant(rights),
        edges: fc.array(fc.subarray(range(0, rights)), { maxLength: 7 }),
      }),
    );
    fc.assert(
      fc.property(graph, ({ rights, edges }) => {
        const rightOf = maximumMatching(edges, rights);
        expect(isMatching(edges, rightOf)).toBe(true);
        expect(matchingSize(rightOf)).toBe(largestMatching(edges));
      }),
      { numRuns: 3000 },
    );
  });

  const N = 2000;
  it.each([
    ['all with all', N, range(0, N).map(() => range(0, N))],
    ['each with fewer than the one before', N, range(0, N).map((i) => range(0, N - i))],
    ['each with more than the one before', N, range(0, N).map((i) => range(0, i + 1))],
    [
      'a chain that must shift as a whole',
      N,
      range(0, N).map((i) => (i === N - 1 ? [0] : [i, i + 1])),
    ],
    ['twice as many as there is room for', N / 2, range(0, N).map(() => range(0, N / 2))],
  ])('of two thousand by two thousand is found: %s', (_what, size, edges) => {
    const rightOf = maximumMatching(edges, N);
    expect(matchingSize(rightOf)).toBe(size);
    expect(isMatching(edges, rightOf)).toBe(true);
  });
});
