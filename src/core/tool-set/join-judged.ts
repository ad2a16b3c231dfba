import { compareText } from '../text/compare-text.ts';
import { formatTool, type ToolRef } from '../trace/trace.ts';
import { shareServer } from './find-doubtful.ts';
import type { JudgedPair, JudgedSet } from './judged-report.ts';
import { nameMembers } from './name-sets.ts';
import type { LikelySet } from './tool-set-report.ts';

/** What grows: a set that was found, or a tool that is in none. */
interface Group {
  readonly members: readonly ToolRef[];
  readonly sets: readonly string[];
  readonly pairs: readonly number[];
}

/**
 * The sets that follow where a model is right about pairs, joined in the order of the pairs. Two groups are not joined
 * where they have a server in common, or where it says that two of their members do different jobs.
 */
export function joinJudged(
  sets: readonly LikelySet[],
  pairs: readonly JudgedPair[],
): readonly JudgedSet[] {
  const groups = new Map<string, Group>();
  for (const { name, members } of sets) {
    const group: Group = { members, sets: [name], pairs: [] };
    for (const member of members) groups.set(formatTool(member), group);
  }
  const groupOf = (tool: ToolRef): Group =>
    groups.get(formatTool(tool)) ?? { members: [tool], sets: [], pairs: [] };
  for (const [place, { same, members }] of pairs.entries()) {
    const [first, other] = [groupOf(members[0]), groupOf(members[1])];
    if (same !== true || shareServer(first, other) || isDenied(first, other)) continue;
    const joined: Group = {
      members: [...first.members, ...other.members].sort(compareTools),
      sets: [...first.sets, ...other.sets].sort(compareText),
      pairs: [...first.pairs, ...other.pairs, place].sort((a, b) => a - b),
    };
    for (const member of joined.members) groups.set(formatTool(member), joined);
  }
  const grown = [...new Set(groups.values())].filter((group) => group.pairs.length > 0);
  grown.sort((a, b) => (a.pairs[0] ?? 0) - (b.pairs[0] ?? 0));
  return nameGroups(grown, sets);

  function isDenied(first: Group, other: Group): boolean {
    return pairs.some(
      ({ same, members: [a, b] }) =>
        same === false && ((has(first, a) && has(other, b)) || (has(first, b) && has(other, a))),
    );
  }
}

function has({ members }: Group, tool: ToolRef): boolean {
  return members.some((member) => formatTool(member) === formatTool(tool));
}

function compareTools(a: ToolRef, b: ToolRef): number {
  return compareText(formatTool(a), formatTool(b));
}

/** A group keeps the name of its first set. Another gets a name that none of the sets has. */
function nameGroups(groups: readonly Group[], sets: readonly LikelySet[]): readonly JudgedSet[] {
  const taken = new Set(sets.map(({ name }) => name));
  return groups.map((group) => {
    const [first] = group.sets;
    let name = first ?? nameMembers(group.members);
    if (first === undefined)
      for (let count = 2; taken.has(name); count++) name = `${nameMembers(group.members)}_${count}`;
    taken.add(name);
    return { name, ...group };
  });
}
