import { actDifferently, compareTools } from './compare-tools.ts';
import { findCandidates } from './find-candidates.ts';
import { nameSets } from './name-sets.ts';
import { type TermWeight, type ToolProfile, weighTerms } from './tool-profile.ts';
import type { Likeness, LikelySet } from './tool-set-report.ts';
import { sharedWords } from './words-of.ts';

/** How alike tools must be to stand in one set. */
const MIN_SCORE = 60;
/** Two tools may share a name such as `search` and look in different places: their descriptions must agree, too. */
const MIN_DESCRIPTION_SCORE = 40;
/** Without descriptions the names must say it, in more than one word, and some parameter must be the same. */
const MIN_SCORE_OF_NAME_ALONE = 90;

const MIN_TOOLS = 30;

interface Edge {
  readonly a: number;
  readonly b: number;
  readonly likeness: Likeness;
}

/** Finds tools of different servers that probably do the same job, the surest first. Every two members of a set are alike, and no server is in it twice. */
export function findSets(profiles: readonly ToolProfile[]): readonly LikelySet[] {
  const weight = weighTerms(profiles, MIN_TOOLS);
  const edges = findEdges(profiles, weight);
  const groups = joinGroups(profiles, edges);
  return nameSets(groups.map((group) => describeGroup(group, profiles, edges, weight)));
}

/** The pairs that are alike enough, the most alike first, by the key of the pair. */
function findEdges(profiles: readonly ToolProfile[], weight: TermWeight): Map<string, Edge> {
  const edges: Edge[] = [];
  for (const [a, b] of findCandidates(profiles, weight)) {
    const one = profiles[a] as ToolProfile;
    const other = profiles[b] as ToolProfile;
    if (one.tool.server === other.tool.server || actDifferently(one, other)) continue;
    const likeness = compareTools(one, other, weight);
    if (likeness.score >= MIN_SCORE && isClear(one, other, likeness))
      edges.push({ a, b, likeness });
  }
  edges.sort((x, y) => y.likeness.score - x.likeness.score || x.a - y.a || x.b - y.b);
  return new Map(edges.map((edge) => [keyOf(edge.a, edge.b), edge]));
}

function isClear(a: ToolProfile, b: ToolProfile, likeness: Likeness): boolean {
  const { name, description, parameters } = likeness;
  if (description !== null) return description >= MIN_DESCRIPTION_SCORE;
  const isSaid = name >= MIN_SCORE_OF_NAME_ALONE && Math.min(a.name.size, b.name.size) > 1;
  return isSaid && parameters !== null && parameters > 0;
}

/** Joins groups along the pairs, as long as every two members are a pair themselves: a chain of small steps joins nothing. */
function joinGroups(
  profiles: readonly ToolProfile[],
  edges: ReadonlyMap<string, Edge>,
): readonly (readonly number[])[] {
  const groups = new Map<number, readonly number[]>();
  const groupOf = (index: number): readonly number[] => groups.get(index) ?? [index];
  const serverOf = (index: number): string | null => profiles[index]?.tool.server ?? null;
  for (const { a, b } of edges.values()) {
    const left = groupOf(a);
    const right = groupOf(b);
    if (left === right) continue;
    const fits = left.every((x) =>
      right.every((y) => serverOf(x) !== serverOf(y) && edges.has(keyOf(x, y))),
    );
    if (!fits) continue;
    const joined = [...left, ...right].sort((x, y) => x - y);
    for (const index of joined) groups.set(index, joined);
  }
  return [...new Set(groups.values())];
}

function describeGroup(
  group: readonly number[],
  profiles: readonly ToolProfile[],
  edges: ReadonlyMap<string, Edge>,
  weight: TermWeight,
): Omit<LikelySet, 'name'> {
  const members = group.map((index) => profiles[index] as ToolProfile);
  let weakest: Likeness | null = null;
  for (const [at, a] of group.entries()) {
    for (const b of group.slice(at + 1)) {
      const { likeness } = edges.get(keyOf(a, b)) as Edge;
      if (weakest === null || likeness.score < weakest.score) weakest = likeness;
    }
  }
  const [first, ...others] = members as [ToolProfile, ...ToolProfile[]];
  const parameters = [...(first.parameters ?? [])].flatMap(([key, { name }]) =>
    others.every((other) => other.parameters?.has(key)) ? [name] : [],
  );
  return {
    members: members.map(({ tool: { server, name } }) => ({ server, name })),
    likeness: weakest as Likeness,
    words: sharedWords(members, weight),
    parameters,
  };
}

function keyOf(a: number, b: number): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}
