import type { Remark } from '../scoring/scorer.ts';
import { ToolIndex, type ToolPattern } from './tool-pattern.ts';
import { formatTool, type ToolRef } from '../trace/trace.ts';

const NOTHING: readonly Remark[] = [];

/**
 * Finds the spellings that two different tools of one run answer to: they may not be meant both.
 * `index` has one slot per pattern.
 */
export function compileAmbiguity(
  patterns: readonly ToolPattern[],
  index: ToolIndex = new ToolIndex(patterns.map((pattern) => [pattern])),
): (calls: readonly ToolRef[]) => readonly Remark[] {
  return (calls) => {
    // One call alone has nothing to be confused with.
    if (calls.length < 2) return NOTHING;
    const first: ToolRef[] = [];
    let other: ToolRef[] | null = null;
    for (const call of calls) {
      for (const slot of index.match(call)) {
        const seen = first[slot];
        if (seen === undefined) first[slot] = call;
        else if (seen.name !== call.name || seen.server !== call.server)
          (other ??= [])[slot] ??= call;
      }
    }
    return other === null ? NOTHING : describeAll(patterns, first, other);
  };
}

/** A remark on each spelling, once however often it is written; an exact pair is meant as it is. */
function describeAll(
  patterns: readonly ToolPattern[],
  first: readonly ToolRef[],
  other: readonly ToolRef[],
): readonly Remark[] {
  const about = new Set<string>();
  return other.flatMap((two, slot) => {
    const [spelling, earlier] = [patterns[slot], first[slot]];
    if (typeof spelling !== 'string' || earlier === undefined || about.has(spelling)) return [];
    about.add(spelling);
    return [{ about: spelling, text: () => explain(spelling, earlier, two) }];
  });
}

function explain(spelling: string, earlier: ToolRef, two: ToolRef): string {
  return `"${spelling}" matched both ${describe(earlier)} and ${describe(two)}; write { server, tool } to tell them apart`;
}

function describe(tool: ToolRef): string {
  return `${formatTool(tool)} (server ${tool.server ?? 'not recorded'}, tool ${tool.name})`;
}
