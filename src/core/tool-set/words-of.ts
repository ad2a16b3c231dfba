import { splitName, splitWords } from '../relevance/split-words.ts';
import { termOf } from '../relevance/term.ts';
import type { ToolSpec } from '../trace/trace.ts';
import type { TermWeight, ToolProfile } from './tool-profile.ts';

/** How many words are shown as evidence. */
const MAX_WORDS = 8;

/** The words that all of some tools have, as the first writes them, most distinctive first. */
export function sharedWords(tools: readonly ToolProfile[], weight: TermWeight): string[] {
  const [first, ...others] = tools;
  if (first === undefined) return [];
  return wordsWhere(first, weight, (term) => others.every((other) => has(other, term)));
}

/** The words that one tool has and another has not, most distinctive first. */
export function distinctWords(
  first: ToolProfile,
  other: ToolProfile,
  weight: TermWeight,
): string[] {
  return wordsWhere(first, weight, (term) => !has(other, term));
}

function has({ name, description }: ToolProfile, term: string): boolean {
  return name.has(term) || description.has(term);
}

function wordsWhere(
  profile: ToolProfile,
  weight: TermWeight,
  isWanted: (term: string) => boolean,
): string[] {
  const words = firstWords(profile.tool);
  return [...words]
    .filter(([term]) => has(profile, term) && isWanted(term))
    .sort(([a], [b]) => weight(b) - weight(a))
    .slice(0, MAX_WORDS)
    .map(([, word]) => word);
}

/** The word by which a tool first says each of its terms. */
export function firstWords({
  name,
  description,
}: Pick<ToolSpec, 'name' | 'description'>): Map<string, string> {
  const words = new Map<string, string>();
  for (const word of [...splitName(name), ...splitWords(description ?? '')]) {
    const term = termOf(word);
    if (term !== null && !words.has(term)) words.set(term, word);
  }
  return words;
}
