import { analyseTools, isJsonObject, type Json, type JsonObject, type ToolSpec } from '#core';
import type { SheetTool } from '#schema';

/** What of a sampled case its priority depends on. */
interface RatedCase {
  /** What the agent did, as a native trace. */
  readonly trace: JsonObject;
  /** How many cases of the population it represents. */
  readonly represents: number;
}

/** How much a label of a case says: the more, the sooner it should be labelled. */
export type CasePriority = (sampled: RatedCase, tools: readonly SheetTool[]) => number;

/** An answer without a call may have missed any tool. */
const ANSWER_SHARE = 0.5;

/**
 * Rates cases by how easily the tool that was called is taken for another of those that were offered, and by how many
 * cases of the population they represent. Labels are not looked at: reviewers may see the order.
 */
export function makePriority(): CasePriority {
  const known = new Map<string, ReadonlyMap<string, number>>();
  return ({ trace, represents }, tools) => {
    const key = JSON.stringify(tools.map(({ name, description }) => [name, description]));
    const likeness = known.get(key) ?? highestLikeness(tools);
    known.set(key, likeness);
    const called = calledTools(trace);
    const doubt =
      called.length === 0
        ? ANSWER_SHARE * Math.max(0, ...likeness.values())
        : Math.max(...called.map((name) => likeness.get(name) ?? 0));
    // Without any doubt, cases that represent more come first.
    return (1 + doubt) * represents;
  };
}

/** For each tool the likeness of the one that it is most easily taken for, 0 to 100. */
function highestLikeness(tools: readonly SheetTool[]): ReadonlyMap<string, number> {
  const specs = tools.map(({ name, description, schema }): ToolSpec => ({
    server: null,
    name,
    description,
    inputSchema: schema,
    cost: null,
  }));
  const highest = new Map<string, number>();
  for (const { names, likeness } of analyseTools(specs, { version: '' }).confusable)
    for (const name of names) highest.set(name, Math.max(highest.get(name) ?? 0, likeness.score));
  return highest;
}

function calledTools({ tool_calls: calls }: JsonObject): readonly string[] {
  if (!Array.isArray(calls)) return [];
  return (calls as readonly Json[]).flatMap((call) =>
    isJsonObject(call) && typeof call.name === 'string' ? [call.name] : [],
  );
}
