import type { TermWeight, ToolProfile } from './tool-profile.ts';

/** A term that more tools have brings none of them together: every pair of them would have to be looked at. */
const MAX_TOOLS_OF_TERM = 200;
/** How many others each tool is compared with, those first that share most. */
const MAX_CANDIDATES = 60;

// No word begins like this.
const WHOLE = '= ';
/** More than any word is worth. */
const SAME_NAME = 30;

/** Pairs of tools that share words worth a closer look, each once with the smaller index first. No list of all pairs is ever made. */
export function* findCandidates(
  profiles: readonly ToolProfile[],
  weight: TermWeight,
): Iterable<readonly [number, number]> {
  const holders = new Map<string, number[]>();
  const terms = profiles.map(({ name, description }) => [
    // The whole name is a term of its own: tools of one name are always compared.
    `${WHOLE}${[...name].sort().join(' ')}`,
    ...new Set([...name, ...description]),
  ]);
  terms.forEach((termsOfTool, index) => {
    for (const term of termsOfTool) {
      const indexes = holders.get(term);
      if (indexes === undefined) holders.set(term, [index]);
      else indexes.push(index);
    }
  });
  const shared = new Float64Array(profiles.length);
  for (const [index, termsOfTool] of terms.entries()) {
    const touched: number[] = [];
    for (const term of termsOfTool) {
      const others = holders.get(term) ?? [];
      if (others.length > MAX_TOOLS_OF_TERM) continue;
      const worth = term.startsWith(WHOLE) ? SAME_NAME : weight(term);
      for (let at = others.length - 1; at >= 0; at--) {
        const other = others[at] as number;
        if (other <= index) break;
        if (shared[other] === 0) touched.push(other);
        shared[other] = (shared[other] ?? 0) + worth;
      }
    }
    touched.sort((a, b) => (shared[b] ?? 0) - (shared[a] ?? 0) || a - b);
    for (const other of touched.slice(0, MAX_CANDIDATES)) yield [index, other];
    for (const other of touched) shared[other] = 0;
  }
}
