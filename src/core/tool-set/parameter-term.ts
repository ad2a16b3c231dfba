import { splitName } from '../relevance/split-words.ts';
import { countTerms, type DescribedTool, parametersOf } from '../relevance/tool-terms.ts';
import { SAME_PARAMETER } from './same-function.ts';

const ONE_OF: ReadonlyMap<string, string> = new Map(
  SAME_PARAMETER.flatMap((line) => {
    const [first = '', ...others] = line.split(' ').map(parameterKey);
    return others.map((other): [string, string] => [other, first]);
  }),
);

/** What a parameter is compared by: `q`, `query` and `search_query` are one. */
export function parameterTerm(name: string): string {
  const key = parameterKey(name);
  return ONE_OF.get(key) ?? key;
}

/** Tools that require more are not compared by it. */
const MAX_REQUIRED = 3;

/** What a tool cannot do without, as one term such as `needs latitude, longitude`: it says what the tool is about. */
export function requiredTerms(tool: DescribedTool): string[] {
  const names = parametersOf(tool)
    .filter(({ isRequired }) => isRequired)
    .map(({ name }) => parameterTerm(name));
  return names.length === 0 || names.length > MAX_REQUIRED
    ? []
    : [`needs ${names.sort().join(', ')}`];
}

/** Whether a term says that one parameter is required, such as a query, and nothing else. */
export function isOneRequirement(term: string): boolean {
  return /^needs [^,]*$/.test(term);
}

/** `numResults`, `num_results` and `NUM_RESULTS` are one parameter. */
export function parameterKey(name: string): string {
  const terms = [...countTerms(splitName(name)).keys()];
  return terms.length > 0 ? terms.join(' ') : name.toLowerCase();
}
