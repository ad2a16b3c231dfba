import { splitName } from '../relevance/split-words.ts';
import { countTerms } from '../relevance/tool-terms.ts';
import { SAME_PARAMETER } from './same-function.ts';

const ONE_OF: ReadonlyMap<string, string> = new Map(
  SAME_PARAMETER.flatMap((line) => {
    const [first = '', ...others] = line.split(' ').map(keyOf);
    return others.map((other): [string, string] => [other, first]);
  }),
);

/** What a parameter is compared by: `q`, `query` and `search_query` are one. */
export function parameterTerm(name: string): string {
  const key = keyOf(name);
  return ONE_OF.get(key) ?? key;
}

/** `numResults`, `num_results` and `NUM_RESULTS` are one parameter. */
function keyOf(name: string): string {
  const terms = [...countTerms(splitName(name)).keys()];
  return terms.length > 0 ? terms.join(' ') : name.toLowerCase();
}
