import { splitName, splitWords } from '../relevance/split-words.ts';
import { firstSentence } from './first-sentence.ts';
import { functionTerm } from './function-terms.ts';
import type { ToolFunction } from './tool-function.ts';
import type { TermWeight } from './tool-profile.ts';

/** How many words are shown as evidence. */
const MAX_WORDS = 8;

/** The words that all of some tools say about their function, as the first writes them, most distinctive first. */
export function sharedFunctionWords(
  [first, ...others]: readonly ToolFunction[],
  weight: TermWeight,
): string[] {
  if (first === undefined) return [];
  return [...wordsOf(first)]
    .filter(([term]) => first.purpose.has(term) && others.every((other) => other.all.has(term)))
    .sort(([a], [b]) => weight(b) - weight(a))
    .slice(0, MAX_WORDS)
    .map(([, word]) => word);
}

/** The word by which a tool says a term; the term itself where it says it in no word of its own. */
export function wordFor(term: string, tool: ToolFunction): string {
  return wordsOf(tool).get(term) ?? term;
}

/** The word by which a tool first says each of its terms. */
function wordsOf({ tool: { name, description } }: ToolFunction): Map<string, string> {
  const words = new Map<string, string>();
  for (const word of [...splitName(name), ...splitWords(firstSentence(description ?? ''))]) {
    const term = functionTerm(word);
    if (term !== null && !words.has(term)) words.set(term, word);
  }
  return words;
}
