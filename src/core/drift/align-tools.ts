import type { BeforeAfter } from './drift-report.ts';
import type { PileSums } from './pile-sums.ts';
import type { ToolTally } from './tool-tally.ts';
import type { ToolRef } from '../trace/trace.ts';

/** One tool in both piles; null where a pile does not call it. */
export interface AlignedTool extends BeforeAfter<ToolTally | null> {
  readonly tool: ToolRef;
}

/**
 * The tools that either pile calls. A name that one pile records without a server and the other with exactly one is the
 * same tool: piles may be recorded in different formats.
 */
export function alignTools(before: PileSums, after: PileSums): readonly AlignedTool[] {
  const [first, second] = [calledByName(before), calledByName(after)];
  const names = new Set([...first.keys(), ...second.keys()]);
  return [...names].flatMap((name) => pairUp(first.get(name) ?? [], second.get(name) ?? []));
}

function calledByName({ tools }: PileSums): Map<string, ToolTally[]> {
  const byName = new Map<string, ToolTally[]>();
  for (const tally of tools.all()) {
    if (tally.calls === 0) continue;
    const tallies = byName.get(tally.tool.name);
    if (tallies === undefined) byName.set(tally.tool.name, [tally]);
    else tallies.push(tally);
  }
  return byName;
}

/** The tallies of one name. */
function pairUp(before: readonly ToolTally[], after: readonly ToolTally[]): AlignedTool[] {
  const [first, other] = [before[0], after[0]];
  if (before.length === 1 && after.length === 1 && first !== undefined && other !== undefined) {
    const isBare = first.tool.server === null || other.tool.server === null;
    if (isBare) {
      const tool = first.tool.server === null ? other.tool : first.tool;
      return [{ tool, before: first, after: other }];
    }
  }
  const servers = new Set([...before, ...after].map(({ tool }) => tool.server));
  return [...servers].map((server) => {
    const of = (tallies: readonly ToolTally[]): ToolTally | null =>
      tallies.find(({ tool }) => tool.server === server) ?? null;
    const [a, b] = [of(before), of(after)];
    return { tool: (a ?? b)!.tool, before: a, after: b };
  });
}
