import { formatTool, type Issue, type JsonObject, suggest, UserError } from '#core';
import type { OverrideDocument, OverridesDocument } from '#schema';
import type { AgentPlan, Suite } from '#suite';
import type { ToolPatch } from '#reporters';
import type { ListedTool } from './listed-tools.ts';

/** What is tried on a tool: by its name, then by its server and name; undefined where nothing is. */
export function overrideOf(
  overrides: OverridesDocument,
  tool: ListedTool,
): OverrideDocument | undefined {
  const spellings = [...new Set([tool.name, formatTool(tool)])];
  const given = spellings.filter((spelling) => Object.hasOwn(overrides, spelling));
  if (given.length === 0) return undefined;
  return Object.assign({}, ...given.map((spelling) => overrides[spelling])) as OverrideDocument;
}

/** The agent with what is tried on top of the overrides it has. */
export function withOverrides(
  suite: Suite,
  agent: AgentPlan,
  tools: readonly ListedTool[],
  overrides: OverridesDocument,
): AgentPlan {
  const merged = new Map(Object.entries({ ...suite.overrides, ...agent.document.overrides }));
  for (const tool of tools) {
    const tried = overrideOf(overrides, tool);
    // The longer spelling wins over every other that the suite may use.
    const key = formatTool(tool);
    if (tried !== undefined) merged.set(key, { ...merged.get(key), ...tried });
  }
  return { ...agent, document: { ...agent.document, overrides: Object.fromEntries(merged) } };
}

/** Refuses overrides of tools that no agent is offered. */
export function refuseUnknown(overrides: OverridesDocument, tools: readonly ListedTool[]): void {
  const names = new Set(tools.flatMap((tool) => [formatTool(tool), tool.name]));
  const issues = Object.keys(overrides)
    .filter((spelling) => !names.has(spelling))
    .map((spelling): Issue => {
      const near = suggest(spelling, [...names]);
      return {
        code: 'TOOL_OVERRIDE_UNKNOWN',
        severity: 'error',
        message: `overrides name the tool "${spelling}", which no agent is offered`,
        where: null,
        ...(near === null ? {} : { hint: `did you mean "${near}"?` }),
      };
    });
  if (issues.length > 0) throw new UserError(issues);
}

/** What the model is told now and was not told before, tool by tool. */
export function patchOf(
  overrides: OverridesDocument,
  tools: readonly ListedTool[],
): readonly ToolPatch[] {
  const patches = new Map<string, ToolPatch>();
  for (const tool of tools) {
    const { server, name, description: before, inputSchema } = tool;
    const tried = overrideOf(overrides, tool);
    const key = JSON.stringify([server, name]);
    if (tried === undefined || patches.has(key)) continue;
    const { description: after, input_schema: schema } = tried;
    patches.set(key, {
      server,
      name,
      ...(after === undefined ? {} : { description: { before, after } }),
      ...(schema === undefined
        ? {}
        : { inputSchema: { before: inputSchema, after: schema as JsonObject } }),
    });
  }
  return [...patches.values()];
}
