import type { ToolCall, ToolSpec } from '#core';
import { matchTool } from './match-tool.ts';

/**
 * The tools that the model was offered, as spans record, with the servers and schemas that the servers themselves listed.
 * Where spans record none, all that was listed was offered; unless something was called that no server has, for then
 * there were others.
 */
export function joinTools(
  reported: readonly ToolSpec[] | null,
  observed: readonly ToolSpec[] | null,
  calls: readonly ToolCall[],
): readonly ToolSpec[] | null {
  if (reported === null) return calls.every(({ server }) => server !== null) ? observed : null;
  if (observed === null) return reported;
  const servers = [...new Set(observed.flatMap(({ server }) => server ?? []))];
  const joined = reported.map((tool) => {
    const ranked = observed.map((own) => ({ own, rank: matchTool(tool, own, servers) }));
    const best = Math.max(0, ...ranked.map(({ rank }) => rank));
    const [only, second] = ranked.filter(({ rank }) => rank === best);
    // Of two that it may be, neither is taken.
    return best === 0 || only === undefined || second !== undefined ? tool : only.own;
  });
  return withoutRepeats(joined);
}

/** Each tool once, as it was first recorded. */
function withoutRepeats(tools: readonly ToolSpec[]): readonly ToolSpec[] {
  const known = new Map<string, ToolSpec>();
  for (const tool of tools) {
    const key = JSON.stringify([tool.server, tool.name]);
    if (!known.has(key)) known.set(key, tool);
  }
  return [...known.values()];
}
