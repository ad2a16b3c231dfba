import { formatTool, type Issue, type JsonObject, suggest } from '#core';
import type { SourceTool } from './tool-source.ts';

/** What a model is told of a tool instead of what its server says. */
export interface ToolOverride {
  readonly description?: string;
  readonly inputSchema?: JsonObject;
}

/** Overrides by `server.name` or `name`; the longer spelling wins. */
export type ToolOverrides = ReadonlyMap<string, ToolOverride>;

/** The tools as the model is to be told of them, and an issue for each override of a tool that is not there. */
export function applyOverrides<Tool extends SourceTool>(
  tools: readonly Tool[],
  overrides: ToolOverrides,
): { readonly tools: readonly Tool[]; readonly issues: readonly Issue[] } {
  if (overrides.size === 0) return { tools, issues: [] };
  const used = new Set<string>();
  const changed = tools.map((tool) => {
    const spellings = [tool.name, formatTool(tool)].filter((spelling) => overrides.has(spelling));
    for (const spelling of spellings) used.add(spelling);
    return Object.assign(
      { ...tool },
      ...spellings.map((spelling) => overrides.get(spelling)),
    ) as Tool;
  });
  const names = tools.flatMap((tool) => [formatTool(tool), tool.name]);
  const issues = [...overrides.keys()]
    .filter((spelling) => !used.has(spelling))
    .map((spelling): Issue => {
      const near = suggest(spelling, names);
      return {
        code: 'TOOL_OVERRIDE_UNKNOWN',
        severity: 'error',
        message: `overrides name the tool "${spelling}", which no server has`,
        where: null,
        ...(near === null ? {} : { hint: `did you mean "${near}"?` }),
      };
    });
  return { tools: changed, issues };
}
