import { at, type FunctionEdge } from './find-edges.ts';
import type { FunctionCatalog } from './function-catalog.ts';
import { type FunctionScore, scoreFunctions } from './score-function.ts';

/** Each tool beyond two that a joined group has speaks for it: the score that its parts need on average falls by this much, */
const STEP = 5;
/** at most by this much. */
const MAX_FALL = 20;
/** Two members may be this much less alike than needed on average. */
const SLACK = 10;

/** The least score of a pair along which anything is joined. */
export function lowestScore(minimum: number): number {
  return minimum - MAX_FALL;
}

/** The likeness of two tools of a catalog by their places; null below the floor. */
export type LikenessOf = (a: number, b: number) => FunctionScore | null;

/**
 * Joins tools along pairs, the most alike first, as long as the two groups are alike on average, no two members are much less so,
 * and no server is in a group twice: a chain of small steps joins nothing.
 */
export function joinGroups(
  edges: readonly FunctionEdge[],
  catalog: FunctionCatalog,
  minimum: number,
): { readonly groups: readonly (readonly number[])[]; readonly likenessOf: LikenessOf } {
  const likenessOf = compareOnce(edges, catalog, lowestScore(minimum) - SLACK);
  const groups = new Map<number, readonly number[]>();
  const groupOf = (index: number): readonly number[] => groups.get(index) ?? [index];
  for (const { a, b, likeness } of edges) {
    const left = groupOf(a);
    const right = groupOf(b);
    const needed = minimum - Math.min(MAX_FALL, STEP * (left.length + right.length - 2));
    if (left === right || likeness.score < needed || !fit(left, right, needed)) continue;
    const joined = [...left, ...right].sort((x, y) => x - y);
    for (const index of joined) groups.set(index, joined);
  }
  return { groups: [...new Set(groups.values())], likenessOf };

  function fit(left: readonly number[], right: readonly number[], needed: number): boolean {
    let sum = 0;
    for (const x of left)
      for (const y of right) {
        if (at(catalog, x).tool.server === at(catalog, y).tool.server) return false;
        const score = likenessOf(x, y)?.score ?? 0;
        if (score < needed - SLACK) return false;
        sum += score;
      }
    return sum >= needed * left.length * right.length;
  }
}

function compareOnce(
  edges: readonly FunctionEdge[],
  catalog: FunctionCatalog,
  floor: number,
): LikenessOf {
  const size = catalog.functions.length;
  const keyOf = (a: number, b: number): number => Math.min(a, b) * size + Math.max(a, b);
  const scores = new Map<number, FunctionScore | null>(
    edges.map(({ a, b, likeness }) => [keyOf(a, b), likeness]),
  );
  return (a, b) => {
    const key = keyOf(a, b);
    const before = scores.get(key);
    if (before !== undefined) return before;
    const [first, second] = [Math.min(a, b), Math.max(a, b)];
    const likeness = scoreFunctions(at(catalog, first), at(catalog, second), catalog, floor);
    scores.set(key, likeness);
    return likeness;
  };
}
