import { termOf } from '../relevance/term.ts';
import { actDifferently, compareTools } from './compare-tools.ts';
import { findCandidates } from './find-candidates.ts';
import { type TermWeight, type ToolProfile, weighTerms } from './tool-profile.ts';
import type { ConfusablePair, Likeness } from './tool-set-report.ts';
import { distinctWords, sharedWords } from './words-of.ts';

/** How alike two tools must be to be listed. */
export const MIN_CONFUSABLE = 52;
/** The same for two look-ups of one subject. */
const MIN_SUBJECT_SCORE = 20;

const MIN_TOOLS = 10;

/** A subject that more look-ups of a server have in their names does not make two of them confusable. */
const MAX_SUBJECT_TOOLS = 3;

/** Finds pairs of tools inside a server that a model may take for each other, the most alike first. */
export function findConfusable(
  profiles: readonly ToolProfile[],
  minimum: number,
): readonly ConfusablePair[] {
  const byServer = new Map<string | null, ToolProfile[]>();
  for (const profile of profiles) {
    const list = byServer.get(profile.tool.server);
    if (list === undefined) byServer.set(profile.tool.server, [profile]);
    else list.push(profile);
  }
  const pairs = [...byServer.values()].flatMap((list) => findInServer(list, minimum));
  // Pairs of one score stay in the order of the tools.
  return pairs.sort((a, b) => b.likeness.score - a.likeness.score);
}

/** Weights are those of the server: a word that all its tools have distinguishes none of them. */
function findInServer(profiles: readonly ToolProfile[], minimum: number): ConfusablePair[] {
  const weight = weighTerms(profiles, MIN_TOOLS);
  const subjects = countSubjects(profiles);
  const pairs: ConfusablePair[] = [];
  for (const [at, bt] of findCandidates(profiles, weight)) {
    const a = profiles[at] as ToolProfile;
    const b = profiles[bt] as ToolProfile;
    const likeness = compareTools(a, b, weight);
    const isAlike = !actDifferently(a, b) && likeness.score >= minimum;
    const isSameSubject = likeness.score >= MIN_SUBJECT_SCORE && shareSubject(a, b, subjects);
    if (!isAlike && !isSameSubject) continue;
    pairs.push(describePair(a, b, likeness, weight));
  }
  return pairs;
}

/** What speaks for a pair, and what distinguishes the two. */
export function describePair(
  a: ToolProfile,
  b: ToolProfile,
  likeness: Likeness,
  weight: TermWeight,
): ConfusablePair {
  const isAcross = a.tool.server !== b.tool.server;
  return {
    server: a.tool.server,
    ...(isAcross ? { otherServer: b.tool.server } : {}),
    names: [a.tool.name, b.tool.name],
    likeness,
    words: sharedWords([a, b], weight),
    differences: [distinctWords(a, b, weight), distinctWords(b, a, weight)],
  };
}

/** Actions that read and change nothing: a question may fit each of them. */
const LOOK_UPS: ReadonlySet<string | null> = new Set(
  ['get', 'search', 'list', 'read', 'show', 'describe'].map(termOf),
);

/** How many look-ups have a term in their names, actions excluded. */
function countSubjects(profiles: readonly ToolProfile[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const profile of profiles)
    for (const term of subjectsOf(profile)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

function subjectsOf({ name, action }: ToolProfile): readonly string[] {
  return LOOK_UPS.has(action) ? [...name].filter((term) => !LOOK_UPS.has(term)) : [];
}

/** Whether both look up the same rare thing: `search_kb` and `get_kb_article`. */
function shareSubject(
  a: ToolProfile,
  b: ToolProfile,
  counts: ReadonlyMap<string, number>,
): boolean {
  const others = new Set(subjectsOf(b));
  return subjectsOf(a).some(
    (term) => others.has(term) && (counts.get(term) ?? 0) <= MAX_SUBJECT_TOOLS,
  );
}
