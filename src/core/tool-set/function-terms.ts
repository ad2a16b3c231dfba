import { splitName, splitWords } from '../relevance/split-words.ts';
import { termOf } from '../relevance/term.ts';
import { SAME_FUNCTION } from './same-function.ts';

const FUNCTION_TERM: ReadonlyMap<string, string> = new Map(
  SAME_FUNCTION.flatMap((line) => {
    const [first = '', ...others] = line.split(' ').map((word) => termOf(word) ?? word);
    return others.map((other): [string, string] => [other, first]);
  }),
);

/** What a word is compared by where the functions of tools are compared; null for a stop word. */
export function functionTerm(word: string): string | null {
  const term = termOf(word);
  return term === null ? null : (FUNCTION_TERM.get(term) ?? term);
}

/** The different terms of a name, in their order. */
export function termsOfName(name: string): Set<string> {
  return termsOf(splitName(name));
}

/** The different terms of a text, in their order. */
export function termsOfText(text: string): Set<string> {
  return termsOf(splitWords(text));
}

/** In scripts that put no blanks between words one character says too little: two beside each other are a term. */
function termsOf(words: readonly string[]): Set<string> {
  const terms = new Set<string>();
  for (const [at, word] of words.entries()) {
    if (isUnspaced(word)) {
      const next = words[at + 1];
      if (next !== undefined && isUnspaced(next)) terms.add(word + next);
      continue;
    }
    const term = functionTerm(word);
    if (term !== null) terms.add(term);
  }
  return terms;
}

/** Whether a text has characters of a script that puts no blanks between words. */
export function isUnspaced(text: string): boolean {
  return /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(text);
}
