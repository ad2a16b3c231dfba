import { isSameTool } from './same-tool.ts';
import type { Branch } from './span-tree.ts';

/** How many tools that ran just before are looked at for one span. */
const LOOKED_AT = 64;

/**
 * Puts MCP spans whose parent was not exported under the tool that ran at their time, for they tell of its call: a collector may
 * drop the requests between the agent and the server.
 */
export function adoptLost(branches: readonly Branch[], lost: ReadonlySet<Branch>): void {
  if (lost.size === 0) return;
  const hosts: Branch[] = [];
  const taken = new Set<Branch>();
  for (const branch of branches) {
    if (branch.parent !== null && branch.node.facts.kind === 'mcp') taken.add(branch.parent);
    if (branch.node.facts.kind === 'tool') hosts.push(branch);
    if (branch.node.facts.kind !== 'mcp' || !lost.has(branch)) continue;
    const host = hosts.slice(-LOOKED_AT).find((one) => !taken.has(one) && ran(one, branch));
    if (host === undefined) continue;
    branch.parent = host;
    host.children.push(branch);
    taken.add(host);
  }
}

/** Whether a tool was running when a server was asked for the same one. */
function ran({ node: tool }: Branch, { node: asked }: Branch): boolean {
  if (tool.startMs === null || tool.endMs === null || asked.startMs === null) return false;
  if (asked.startMs < tool.startMs || asked.startMs > tool.endMs) return false;
  return isSameTool(asked.facts.toolName, tool.facts.toolName ?? tool.name);
}
