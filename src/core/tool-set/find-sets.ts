import { describeSet } from './describe-set.ts';
import { findEdges, keepBestMatches } from './find-edges.ts';
import { readCatalog } from './function-catalog.ts';
import { joinGroups, lowestScore } from './join-groups.ts';
import { nameSets } from './name-sets.ts';
import type { ToolSpec } from '../trace.ts';
import type { LikelySet } from './tool-set-report.ts';

/** How alike two tools must be to make a set. */
const MIN_LIKENESS = 70;

/** Finds tools of different servers that probably do the same job, the surest first. No server is in a set twice. */
export function findSets(
  tools: readonly ToolSpec[],
  minimum: number = MIN_LIKENESS,
): readonly LikelySet[] {
  const catalog = readCatalog(tools);
  const edges = keepBestMatches(findEdges(catalog, lowestScore(minimum)), catalog);
  const { groups, likenessOf } = joinGroups(edges, catalog, minimum);
  return nameSets(groups.map((group) => describeSet(group, catalog, likenessOf)));
}
