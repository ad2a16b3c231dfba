import { isActionTerm } from '../relevance/action.ts';
import { weightOfRarity } from '../relevance/weight-of-rarity.ts';
import type { ToolSpec } from '../trace/trace.ts';
import { termsOfName, termsOfText } from './function-terms.ts';
import { requiredTerms } from './parameter-term.ts';
import { readFunctions, type ToolFunction } from './tool-function.ts';
import type { TermWeight } from './tool-profile.ts';

/** Rarity among few servers means little: fewer than this count as this many. */
const MIN_SERVERS = 100;
/** A verb says less about a function than its object, however rare it is. */
const MAX_ACTION_WEIGHT = 0.2;
/** A word in the name of a server that more servers use is not a brand. */
const MAX_BRAND_SERVERS = 2;

/** The functions of all tools, with how much each term says about one. */
export interface FunctionCatalog {
  /** In the order of their keys, whatever the order of the tools was. */
  readonly functions: readonly ToolFunction[];
  /** 0 and up; about 1 for a term that two servers have. */
  readonly weight: TermWeight;
  /** How many tools of a server have a term in name or first sentence. */
  readonly servers: ReadonlyMap<string | null, ServerTerms>;
}

export interface ServerTerms {
  readonly tools: number;
  readonly counts: ReadonlyMap<string, number>;
}

export function readCatalog(tools: readonly ToolSpec[]): FunctionCatalog {
  const byServer = new Map<string | null, ToolSpec[]>();
  const holders = new Map<string, Set<string | null>>();
  for (const tool of tools) {
    const list = byServer.get(tool.server);
    if (list === undefined) byServer.set(tool.server, [tool]);
    else list.push(tool);
    for (const term of termsOfTool(tool))
      holders.set(term, (holders.get(term) ?? new Set()).add(tool.server));
  }
  const isBrand = (term: string): boolean => (holders.get(term)?.size ?? 0) <= MAX_BRAND_SERVERS;
  const functions = [...byServer.values()].flatMap((list) => readFunctions(list, isBrand));
  const total = Math.max(MIN_SERVERS, byServer.size);
  const unit = weightOfRarity(2, total);
  const weights = new Map(
    [...holders].map(([term, { size }]) => {
      const worth = weightOfRarity(size, total) / unit;
      return [term, isActionTerm(term) ? Math.min(worth, MAX_ACTION_WEIGHT) : worth];
    }),
  );
  return {
    functions: functions.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)),
    weight: (term) => weights.get(term) ?? 0,
    servers: countServerTerms(functions),
  };
}

function termsOfTool(tool: ToolSpec): readonly string[] {
  const { name, description } = tool;
  return [...termsOfName(name), ...termsOfText(description ?? ''), ...requiredTerms(tool)];
}

function countServerTerms(
  functions: readonly ToolFunction[],
): ReadonlyMap<string | null, ServerTerms> {
  const servers = new Map<string | null, { tools: number; counts: Map<string, number> }>();
  for (const toolFunction of functions) {
    const sums = servers.get(toolFunction.tool.server) ?? { tools: 0, counts: new Map() };
    servers.set(toolFunction.tool.server, sums);
    sums.tools++;
    for (const term of new Set([...toolFunction.name, ...toolFunction.first]))
      sums.counts.set(term, (sums.counts.get(term) ?? 0) + 1);
  }
  return servers;
}
