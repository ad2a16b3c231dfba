import { actDifferently, compareTools } from './compare-tools.ts';
import { findCandidates } from './find-candidates.ts';
import { type ToolProfile, weighTerms } from './tool-profile.ts';
import type { ConfusablePair } from './tool-set-report.ts';
import { ownWords, sharedWords } from './words-of.ts';

/** How alike two tools must be to be listed. */
const LEAST_SCORE = 52;

const FEWEST_TOOLS = 10;

/** Finds pairs of tools inside a server that a model may take for each other, the most alike first. */
export function findConfusable(profiles: readonly ToolProfile[]): readonly ConfusablePair[] {
  const byServer = new Map<string | null, ToolProfile[]>();
  for (const profile of profiles) {
    const known = byServer.get(profile.tool.server);
    if (known === undefined) byServer.set(profile.tool.server, [profile]);
    else known.push(profile);
  }
  const pairs = [...byServer.values()].flatMap(findInServer);
  // Pairs of one score stay in the order of the tools.
  return pairs.sort((a, b) => b.likeness.score - a.likeness.score);
}

/** Weights are those of the server: a word that all its tools have tells none of them apart. */
function findInServer(profiles: readonly ToolProfile[]): ConfusablePair[] {
  const weight = weighTerms(profiles, FEWEST_TOOLS);
  const pairs: ConfusablePair[] = [];
  for (const [at, bt] of findCandidates(profiles, weight)) {
    const a = profiles[at] as ToolProfile;
    const b = profiles[bt] as ToolProfile;
    if (actDifferently(a, b)) continue;
    const likeness = compareTools(a, b, weight);
    if (likeness.score < LEAST_SCORE) continue;
    pairs.push({
      server: a.tool.server,
      names: [a.tool.name, b.tool.name],
      likeness,
      words: sharedWords([a, b], weight),
      differences: [ownWords(a, b, weight), ownWords(b, a, weight)],
    });
  }
  return pairs;
}
