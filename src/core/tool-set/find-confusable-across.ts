import { formatTool } from '../trace/trace.ts';
import { actDifferently, compareTools } from './compare-tools.ts';
import { describePair } from './find-confusable.ts';
import { at, type FunctionEdge } from './find-edges.ts';
import type { FunctionCatalog } from './function-catalog.ts';
import { type ToolProfile, weighTerms } from './tool-profile.ts';
import type { ConfusablePair, LikelySet } from './tool-set-report.ts';

const MIN_TOOLS = 30;

/** What is known when tools of different servers are compared. */
interface Known {
  readonly catalog: FunctionCatalog;
  readonly edges: readonly FunctionEdge[];
  readonly profiles: readonly ToolProfile[];
  readonly sets: readonly LikelySet[];
  /** The pairs inside servers. */
  readonly inside: readonly ConfusablePair[];
}

/**
 * Finds pairs of tools of different servers that a model may take for each other, although they are in no set together.
 * A set counts as one tool, and a pair that is listed inside a server is not repeated for its copies on others.
 */
export function findConfusableAcross(
  { catalog, edges, profiles, sets, inside }: Known,
  minimum: number,
): readonly ConfusablePair[] {
  const weight = weighTerms(profiles, MIN_TOOLS);
  const byKey = new Map(profiles.map((profile) => [formatTool(profile.tool), profile]));
  const setOf = new Map<string, string>();
  for (const set of sets)
    for (const member of set.members) setOf.set(formatTool(member), `set ${set.name}`);
  const unitsOf = (first: string, other: string): string =>
    JSON.stringify([setOf.get(first) ?? first, setOf.get(other) ?? other].sort());
  const listed = new Set(
    inside.map(({ server, names: [first, other] }) =>
      unitsOf(formatTool({ server, name: first }), formatTool({ server, name: other })),
    ),
  );
  const best = new Map<string, ConfusablePair>();
  for (const edge of edges) {
    const first = at(catalog, edge.a).key;
    const other = at(catalog, edge.b).key;
    const units = unitsOf(first, other);
    if (listed.has(units) || (setOf.has(first) && setOf.get(first) === setOf.get(other))) continue;
    const a = byKey.get(first) as ToolProfile;
    const b = byKey.get(other) as ToolProfile;
    if (actDifferently(a, b)) continue;
    const likeness = compareTools(a, b, weight);
    if (likeness.score < minimum || likeness.score <= (best.get(units)?.likeness.score ?? 0))
      continue;
    best.set(units, describePair(a, b, likeness, weight));
  }
  return [...best.values()];
}
