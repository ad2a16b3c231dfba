import { formatTool } from '../trace/trace.ts';
import { describeFunctionPair } from './describe-set.ts';
import { at, type FunctionEdge, keepBestMatches } from './find-edges.ts';
import type { FunctionCatalog } from './function-catalog.ts';
import type { LikelyPair, LikelySet } from './tool-set-report.ts';

/** How alike two tools must be that a model is asked about. */
export const MIN_DOUBTFUL = 55;

/**
 * Finds pairs of tools of different servers that are alike, but not enough to be in a set together, the most alike first.
 * A set counts as one tool: of several pairs between the same two, the most alike is listed.
 */
export function findDoubtful(
  catalog: FunctionCatalog,
  edges: readonly FunctionEdge[],
  sets: readonly LikelySet[],
  minimum: number,
): readonly LikelyPair[] {
  const setOf = new Map<string, LikelySet>();
  for (const set of sets) for (const member of set.members) setOf.set(formatTool(member), set);
  const seen = new Set<string>();
  const pairs: LikelyPair[] = [];
  for (const { a, b, likeness } of keepBestMatches(edges, catalog)) {
    if (likeness.score < minimum) break;
    const pair = [at(catalog, a), at(catalog, b)] as const;
    const units = pair.map(({ key, tool }) => setOf.get(key) ?? { name: key, members: [tool] });
    const [first, other] = units as [LikelySet, LikelySet];
    const key = JSON.stringify([first.name, other.name].sort());
    if (first === other || seen.has(key) || shareServer(first, other)) continue;
    seen.add(key);
    pairs.push(describeFunctionPair(pair, likeness, catalog.weight));
  }
  return pairs;
}

type Unit = Pick<LikelySet, 'members'>;

/** No server is in a set twice, whatever a model says. */
export function shareServer(first: Unit, other: Unit): boolean {
  const servers = new Set(first.members.map(({ server }) => server));
  return other.members.some(({ server }) => servers.has(server));
}
