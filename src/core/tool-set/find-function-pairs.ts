import type { FunctionCatalog } from './function-catalog.ts';
import type { ToolFunction } from './tool-function.ts';

/** A term that more tools have brings none of them together: every pair of them would have to be looked at. */
const MAX_TOOLS_OF_TERM = 400;
/** How many others each tool is compared with, those first that share most. */
const MAX_CANDIDATES = 60;
/** A term of a name counts more than one of a description. */
const IN_NAME = 2;
/** More than any word is worth. */
const SAME_NAME = 8;

// No word begins like this.
const WHOLE = '= ';

/** Pairs of tools of different servers that share words worth a closer look, each once with the smaller index first. */
export function findFunctionPairs({
  functions,
  weight,
}: FunctionCatalog): readonly (readonly [number, number])[] {
  const holders = new Map<string, number[]>();
  const terms = functions.map(termsToFindBy);
  for (const [index, termsOfTool] of terms.entries())
    for (const term of termsOfTool) {
      const indexes = holders.get(term);
      if (indexes === undefined) holders.set(term, [index]);
      else indexes.push(index);
    }
  const shared = new Float64Array(functions.length);
  const pairs = new Set<number>();
  for (const [index, termsOfTool] of terms.entries()) {
    const { server } = (functions[index] as ToolFunction).tool;
    const touched: number[] = [];
    for (const term of termsOfTool) {
      const others = holders.get(term) ?? [];
      if (others.length > MAX_TOOLS_OF_TERM) continue;
      const worth = term.startsWith(WHOLE) ? SAME_NAME : weight(term) * inName(index, term);
      if (worth === 0) continue;
      for (const other of others) {
        if (functions[other]?.tool.server === server) continue;
        if (shared[other] === 0) touched.push(other);
        shared[other] = (shared[other] ?? 0) + worth * inName(other, term);
      }
    }
    touched.sort((a, b) => (shared[b] ?? 0) - (shared[a] ?? 0) || a - b);
    // A pair is looked at where one of the two has the other among its first.
    for (const other of touched.slice(0, MAX_CANDIDATES))
      pairs.add(Math.min(index, other) * functions.length + Math.max(index, other));
    for (const other of touched) shared[other] = 0;
  }
  return [...pairs]
    .sort((a, b) => a - b)
    .map((pair) => [Math.floor(pair / functions.length), pair % functions.length]);

  function inName(index: number, term: string): number {
    return functions[index]?.core.has(term) === true ? IN_NAME : 1;
  }
}

/** The whole name is a term of its own: tools of one name are always compared. */
function termsToFindBy({ core, purpose }: ToolFunction): readonly string[] {
  return [`${WHOLE}${[...core].sort().join(' ')}`, ...purpose];
}
