import { formatTool } from '../trace/trace.ts';
import type { UnusedTool } from './inspection-report.ts';
import type { ToolSums } from './tool-sums.ts';

/** Tools that were offered and never called, under whichever server a call of that name was recorded. */
export function unusedOf(all: readonly ToolSums[]): UnusedTool[] {
  const called = all.filter(({ counts }) => counts.calls > 0);
  const calledBare = new Set(
    called.filter(({ tool }) => tool.server === null).map(({ tool }) => tool.name),
  );
  const calledNames = new Set(called.map(({ tool }) => tool.name));
  return all
    .filter(({ counts, tool }) => {
      const elsewhere = tool.server === null ? calledNames : calledBare;
      return counts.calls === 0 && counts.offered > 0 && !elsewhere.has(tool.name);
    })
    .map(({ tool, counts }) => ({ tool: formatTool(tool), runs: counts.offered }))
    .sort((a, b) => b.runs - a.runs || (a.tool < b.tool ? -1 : 1));
}

/** Tools of one name on several servers. */
export function sharedNames(all: readonly ToolSums[]): { name: string; servers: string[] }[] {
  const byName = new Map<string, string[]>();
  for (const { tool } of all) {
    if (tool.server === null) continue;
    const servers = byName.get(tool.name);
    if (servers === undefined) byName.set(tool.name, [tool.server]);
    else servers.push(tool.server);
  }
  return [...byName]
    .filter(([, servers]) => servers.length > 1)
    .map(([name, servers]) => ({ name, servers: servers.sort() }))
    .sort((a, b) => b.servers.length - a.servers.length || (a.name < b.name ? -1 : 1));
}
