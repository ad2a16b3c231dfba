import { isSameTool } from './same-tool.ts';
import type { Branch } from './span-tree.ts';

/** How many earlier tools are searched for each span. */
const MAX_HOSTS_CHECKED = 64;

/**
 * Moves MCP spans whose parent was not exported below the tool that ran at the time, since they record its call. A
 * collector may drop the requests between the agent and the server.
 */
export function adoptOrphans(branches: readonly Branch[], lost: ReadonlySet<Branch>): void {
  if (lost.size === 0) return;
  const hosts: Branch[] = [];
  const taken = new Set<Branch>();
  for (const branch of branches) {
    if (branch.parent !== null && branch.node.facts.kind === 'mcp') taken.add(branch.parent);
    if (branch.node.facts.kind === 'tool') hosts.push(branch);
    if (branch.node.facts.kind !== 'mcp' || !lost.has(branch)) continue;
    const host = hosts
      .slice(-MAX_HOSTS_CHECKED)
      .find((candidate) => !taken.has(candidate) && ran(candidate, branch));
    if (host === undefined) continue;
    branch.parent = host;
    host.children.push(branch);
    taken.add(host);
  }
}

/** Whether a tool was running when a server received a request for the same tool. */
function ran({ node: tool }: Branch, { node: request }: Branch): boolean {
  if (tool.startMs === null || tool.endMs === null || request.startMs === null) return false;
  if (request.startMs < tool.startMs || request.startMs > tool.endMs) return false;
  return isSameTool(request.facts.toolName, tool.facts.toolName ?? tool.name);
}
