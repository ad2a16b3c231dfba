import { parametersOf } from '../relevance/tool-terms.ts';
import { at } from './find-edges.ts';
import type { FunctionCatalog } from './function-catalog.ts';
import type { LikenessOf } from './join-groups.ts';
import { toPercent } from './overlap.ts';
import { parameterTerm } from './parameter-term.ts';
import type { FunctionScore } from './score-function.ts';
import type { ToolFunction } from './tool-function.ts';
import type { TermWeight } from './tool-profile.ts';
import type { FunctionLikeness, LikelyPair, LikelySet } from './tool-set-report.ts';
import { sharedFunctionWords, wordFor } from './words-of-function.ts';

/** What speaks for a set: that of its least alike pair, and of every pair. */
export function describeSet(
  group: readonly number[],
  catalog: FunctionCatalog,
  likenessOf: LikenessOf,
): Omit<LikelySet, 'name'> {
  const members = group.map((index) => at(catalog, index));
  const pairs: LikelyPair[] = [];
  for (const [position, a] of group.entries())
    for (const b of group.slice(position + 1)) {
      const pair = [at(catalog, a), at(catalog, b)] as const;
      const likeness = likenessOf(a, b) as FunctionScore;
      pairs.push(describeFunctionPair(pair, likeness, catalog.weight));
    }
  const [first, ...others] = pairs as [LikelyPair, ...LikelyPair[]];
  const weakest = others.reduce(
    (least, other) => (other.likeness.score < least.likeness.score ? other : least),
    first,
  );
  return {
    members: members.map(refOf),
    likeness: weakest.likeness,
    words: sharedFunctionWords(members, catalog.weight),
    parameters: sharedParameters(members),
    pairs,
  };
}

/** What speaks for a pair. */
export function describeFunctionPair(
  pair: readonly [ToolFunction, ToolFunction],
  likeness: FunctionScore,
  weight: TermWeight,
): LikelyPair {
  return {
    members: [refOf(pair[0]), refOf(pair[1])],
    likeness: describeLikeness(likeness, pair),
    words: sharedFunctionWords(pair, weight),
    parameters: sharedParameters(pair),
  };
}

function refOf({ tool: { server, name } }: ToolFunction): LikelySet['members'][number] {
  return { server, name };
}

function describeLikeness(
  { score, name, description, parameters, servers }: FunctionScore,
  [a, b]: readonly [ToolFunction, ToolFunction],
): FunctionLikeness {
  return {
    score,
    name: toPercent(name),
    description: description === null ? null : toPercent(description),
    parameters: parameters === null ? null : toPercent(parameters),
    servers: servers === null ? null : toPercent(servers),
    action: a.action !== null && a.action === b.action ? wordFor(a.action, a) : null,
  };
}

/** The parameters that all have, as the first writes them. */
function sharedParameters([first, ...others]: readonly ToolFunction[]): string[] {
  if (first === undefined) return [];
  return parametersOf(first.tool)
    .map(({ name }) => name)
    .filter((name) => others.every((other) => other.parameters?.has(parameterTerm(name)) === true));
}
