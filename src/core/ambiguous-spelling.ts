import type { Remark } from './scorer.ts';
import { ToolIndex, type ToolPattern } from './tool-pattern.ts';
import { formatTool, type ToolRef } from './trace.ts';

/** Finds the spellings that two different tools of one run answer to: they may not be meant both. */
export function compileAmbiguity(
  patterns: readonly ToolPattern[],
): (calls: readonly ToolRef[]) => readonly Remark[] {
  const spellings = [...new Set(patterns.filter((pattern) => typeof pattern === 'string'))];
  const index = new ToolIndex(spellings.map((spelling) => [spelling]));
  return (calls) => {
    const first: ToolRef[] = [];
    const other: ToolRef[] = [];
    for (const call of calls) {
      for (const slot of index.match(call)) {
        const seen = first[slot];
        if (seen === undefined) first[slot] = call;
        else if (seen.name !== call.name || seen.server !== call.server) other[slot] ??= call;
      }
    }
    return other.flatMap((two, slot) => {
      const [about, one] = [spellings[slot], first[slot]];
      return about === undefined || one === undefined
        ? []
        : [{ about, text: () => explain(about, one, two) }];
    });
  };
}

function explain(spelling: string, one: ToolRef, two: ToolRef): string {
  return `"${spelling}" matched both ${describe(one)} and ${describe(two)}; write { server, tool } to tell them apart`;
}

function describe(tool: ToolRef): string {
  return `${formatTool(tool)} (server ${tool.server ?? 'not recorded'}, tool ${tool.name})`;
}
