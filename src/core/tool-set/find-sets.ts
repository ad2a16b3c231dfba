import { describeSet } from './describe-set.ts';
import { type FunctionEdge, keepBestMatches } from './find-edges.ts';
import type { FunctionCatalog } from './function-catalog.ts';
import { joinGroups } from './join-groups.ts';
import { nameSets } from './name-sets.ts';
import type { LikelySet } from './tool-set-report.ts';

/** How alike two tools must be to make a set. */
export const MIN_LIKENESS = 70;

/** Finds tools of different servers that probably do the same job, the surest first. No server is in a set twice. */
export function findSets(
  catalog: FunctionCatalog,
  edges: readonly FunctionEdge[],
  minimum: number,
): readonly LikelySet[] {
  const { groups, likenessOf } = joinGroups(keepBestMatches(edges, catalog), catalog, minimum);
  return nameSets(groups.map((group) => describeSet(group, catalog, likenessOf)));
}
