import { compareText } from '../text/compare-text.ts';
import { splitName } from '../relevance/split-words.ts';
import { termOf } from '../relevance/term.ts';
import { formatTool, type ToolRef } from '../trace/trace.ts';
import type { LikelySet } from './tool-set-report.ts';

/** Gives each set the words that the names of its members share, and puts the surest sets first. No two sets get one name. */
export function nameSets(sets: readonly Omit<LikelySet, 'name'>[]): readonly LikelySet[] {
  const sorted = [...sets].sort(
    (a, b) => b.likeness.score - a.likeness.score || compareText(firstOf(a), firstOf(b)),
  );
  const taken = new Set<string>();
  return sorted.map((set) => {
    const base = nameMembers(set.members);
    let name = base;
    for (let count = 2; taken.has(name); count++) name = `${base}_${count}`;
    taken.add(name);
    return { name, ...set };
  });
}

/** The words that the names of tools share; those of the first where they share none. */
export function nameMembers(members: readonly ToolRef[]): string {
  const names = members.map(({ name }) => splitName(name));
  const [first = [], ...others] = names;
  const otherTerms = others.map((words) => new Set(words.map(termOf)));
  const shared = first.filter((word) => {
    const term = termOf(word);
    return term !== null && otherTerms.every((terms) => terms.has(term));
  });
  return shared.join('_') || first.join('_') || 'tools';
}

function firstOf({ members: [first] }: Omit<LikelySet, 'name'>): string {
  return first === undefined ? '' : formatTool(first);
}
