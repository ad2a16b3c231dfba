import type { ReportIssue } from '../report.ts';
import { formatTool, type ToolSpec } from '../trace.ts';
import { findConfusable } from './find-confusable.ts';
import { findSets } from './find-sets.ts';
import { lintTools } from './lint-tools.ts';
import { listTool } from './list-tool.ts';
import { profileTools } from './tool-profile.ts';
import type { ListedServer, ListedTool, ToolSetReport } from './tool-set-report.ts';
import { ToolUses } from './tool-uses.ts';

/** What is known beside the tools. */
export interface ToolSetContext {
  /** How they were called, where traces record it. */
  readonly uses?: ToolUses;
  readonly issues?: readonly ReportIssue[];
  readonly version: string;
  /** How alike tools are in a set on average, 0 to 100; 70 by default. */
  readonly minLikeness?: number;
}

/** Lists tools and finds out which do the same job, which are easily taken for each other, and which are badly described. */
export function analyseTools(tools: readonly ToolSpec[], context: ToolSetContext): ToolSetReport {
  const listed = tools.map(listTool);
  // A tool that a server lists twice is one tool.
  const different = [...new Map(tools.map((tool) => [formatTool(tool), tool])).values()];
  const profiles = profileTools(different);
  return {
    schemaVersion: 1,
    kind: 'tool-set',
    servers: listServers(listed),
    tools: listed,
    tokens: listed.reduce((sum, { tokens }) => sum + tokens, 0),
    sets: findSets(different, context.minLikeness),
    confusable: findConfusable(profiles),
    lint: lintTools(tools, context.uses ?? new ToolUses()),
    issues: context.issues ?? [],
    version: context.version,
  };
}

/** The servers in the order in which their first tools came. */
function listServers(tools: readonly ListedTool[]): readonly ListedServer[] {
  const servers = new Map<
    string | null,
    { server: string | null; tools: number; tokens: number }
  >();
  for (const { server, tokens } of tools) {
    const sums = servers.get(server) ?? { server, tools: 0, tokens: 0 };
    sums.tools++;
    sums.tokens += tokens;
    servers.set(server, sums);
  }
  return [...servers.values()];
}
