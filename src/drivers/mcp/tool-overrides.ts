import { formatTool, type JsonObject } from '#core';
import type { SourceTool } from './tool-source.ts';

/** What a model sees of a tool instead of what its server says. */
interface ToolOverride {
  readonly description?: string;
  readonly inputSchema?: JsonObject;
}

/** Overrides by `server.name` or `name`; the longer spelling wins. */
export type ToolOverrides = ReadonlyMap<string, ToolOverride>;

/** The tools as the model sees them. */
export function applyOverrides<Tool extends SourceTool>(
  tools: readonly Tool[],
  overrides: ToolOverrides,
): readonly Tool[] {
  if (overrides.size === 0) return tools;
  return tools.map(
    (tool) =>
      Object.assign(
        { ...tool },
        ...[tool.name, formatTool(tool)].map((spelling) => overrides.get(spelling)),
      ) as Tool,
  );
}
