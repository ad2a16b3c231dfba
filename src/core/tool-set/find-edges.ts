import { findFunctionPairs } from './find-function-pairs.ts';
import type { FunctionCatalog } from './function-catalog.ts';
import { type FunctionScore, scoreFunctions } from './score-function.ts';
import type { ToolFunction } from './tool-function.ts';

/** Two tools by their places in the catalog, the smaller first. */
export interface FunctionEdge {
  readonly a: number;
  readonly b: number;
  readonly likeness: FunctionScore;
}

/** The pairs of tools of different servers that reach a score, the most alike first. */
export function findEdges(catalog: FunctionCatalog, minimum: number): readonly FunctionEdge[] {
  const edges: FunctionEdge[] = [];
  for (const [a, b] of findFunctionPairs(catalog)) {
    const likeness = scoreFunctions(at(catalog, a), at(catalog, b), catalog, minimum);
    if (likeness !== null) edges.push({ a, b, likeness });
  }
  return edges.sort((x, y) => y.likeness.score - x.likeness.score || x.a - y.a || x.b - y.b);
}

/** Those that are the best match of each other between their two servers: `delete_node` has no counterpart in `delete_nodes` where there is a `delete_node`. */
export function keepBestMatches(
  edges: readonly FunctionEdge[],
  catalog: FunctionCatalog,
): readonly FunctionEdge[] {
  const best = new Map<string, number>();
  const keyOf = (tool: number, other: number): string =>
    JSON.stringify([tool, at(catalog, other).tool.server]);
  for (const { a, b, likeness } of edges)
    for (const key of [keyOf(a, b), keyOf(b, a)]) if (!best.has(key)) best.set(key, likeness.score);
  return edges.filter(
    ({ a, b, likeness }) =>
      likeness.score === best.get(keyOf(a, b)) && likeness.score === best.get(keyOf(b, a)),
  );
}

export function at({ functions }: FunctionCatalog, index: number): ToolFunction {
  return functions[index] as ToolFunction;
}
