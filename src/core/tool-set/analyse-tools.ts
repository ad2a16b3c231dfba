import type { ReportIssue } from '../report/report.ts';
import { formatTool, type ToolSpec } from '../trace/trace.ts';
import { findConfusableAcross } from './find-confusable-across.ts';
import { findConfusable, MIN_CONFUSABLE } from './find-confusable.ts';
import { findDoubtful, MIN_DOUBTFUL } from './find-doubtful.ts';
import { findEdges } from './find-edges.ts';
import { findSets, MIN_LIKENESS } from './find-sets.ts';
import { readCatalog } from './function-catalog.ts';
import { lowestScore } from './join-groups.ts';
import { lintTools } from './lint-tools.ts';
import { listTool } from './list-tool.ts';
import { profileTools } from './tool-profile.ts';
import type {
  LikelyPair,
  LintFinding,
  ListedServer,
  ListedTool,
  ToolSetReport,
} from './tool-set-report.ts';
import { ToolUses } from './tool-uses.ts';

/** Pairs of tools of different servers below this score are not looked at further, whatever makes a set. */
const MIN_EDGE = 50;

/** What is known beside the tools. */
export interface ToolSetContext {
  /** How they were called, where traces record it. */
  readonly uses?: ToolUses;
  readonly issues?: readonly ReportIssue[];
  /** What was found in files of skills, beside what is found in their descriptions. */
  readonly findings?: readonly LintFinding[];
  readonly version: string;
  /** How alike two tools are that make a set, 0 to 100; 70 by default. */
  readonly minLikeness?: number;
  /** How alike two tools are that may be taken for each other, 0 to 100; 52 by default. */
  readonly minConfusable?: number;
}

/** A report, and what it leaves open. */
export interface ToolSetAnalysis {
  readonly report: ToolSetReport;
  /** Pairs that may do the same job, from this likeness on, the most alike first; 55 by default. */
  readonly doubtful: (minimum?: number) => readonly LikelyPair[];
}

/** Lists tools and finds out which do the same job, which are easily taken for each other, and which are badly described. */
export function analyseTools(tools: readonly ToolSpec[], context: ToolSetContext): ToolSetReport {
  return analyseToolSet(tools, context).report;
}

/** The same, with the pairs that a model may be asked about. */
export function analyseToolSet(
  tools: readonly ToolSpec[],
  context: ToolSetContext,
): ToolSetAnalysis {
  const listed = tools.map(listTool);
  // A tool that a server lists twice is one tool.
  const different = [...new Map(tools.map((tool) => [formatTool(tool), tool])).values()];
  const profiles = profileTools(different);
  const { minLikeness = MIN_LIKENESS, minConfusable = MIN_CONFUSABLE } = context;
  const catalog = readCatalog(different);
  const edges = findEdges(catalog, Math.min(lowestScore(minLikeness), MIN_EDGE));
  const sets = findSets(catalog, edges, minLikeness);
  const inside = findConfusable(profiles, minConfusable);
  const across = findConfusableAcross({ catalog, edges, profiles, sets, inside }, minConfusable);
  const report: ToolSetReport = {
    schemaVersion: 1,
    kind: 'tool-set',
    servers: listServers(listed),
    tools: listed,
    tokens: listed.reduce((sum, { tokens }) => sum + tokens, 0),
    sets,
    // Pairs of one score stay in this order.
    confusable: [...inside, ...across].sort((a, b) => b.likeness.score - a.likeness.score),
    lint: [...lintTools(tools, context.uses ?? new ToolUses()), ...(context.findings ?? [])],
    issues: context.issues ?? [],
    version: context.version,
  };
  return {
    report,
    doubtful: (minimum = MIN_DOUBTFUL) => findDoubtful(catalog, edges, sets, minimum),
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
