import { formatTool, isJsonObject, type Json, type JsonObject, type ToolSpec } from '#core';
import type { SampledCase } from './sampled-case.ts';

/** A tool that could be called in a case. */
export interface OfferedTool {
  /** As people write it: with its server, where it has one. */
  readonly name: string;
  readonly description: string | null;
  /** The JSON Schema of its arguments, where that is known. */
  readonly schema: JsonObject | boolean | null;
}

/**
 * Returns which tools could be called in a case. Where its trace does not say, these are those of the catalog; without
 * a catalog all that the cases of the sample were offered or called. What a trace does not say about a tool is taken
 * from the catalog, and then from other cases.
 */
export function toolsOffered(
  cases: Iterable<SampledCase>,
  catalog: readonly ToolSpec[] | null,
): (sampled: SampledCase) => readonly OfferedTool[] {
  const known = new Map<string, OfferedTool>();
  const add = (tool: OfferedTool): void => {
    known.set(tool.name, completed(known.get(tool.name), tool));
  };
  catalog?.forEach((tool) =>
    add({
      name: formatTool(tool),
      description: tool.description,
      schema: tool.inputSchema,
    }),
  );
  const named = new Set(known.keys());
  for (const { trace, before } of cases)
    for (const tool of [trace.tools, trace.tool_calls, before].flatMap(toolsIn)) add(tool);
  const names = catalog === null ? [...known.keys()] : [...named];
  const others = names.sort().flatMap((name) => known.get(name) ?? []);
  return ({ trace }) =>
    Array.isArray(trace.tools)
      ? toolsIn(trace.tools).map((tool) => completed(tool, known.get(tool.name)))
      : others;
}

/** A tool with what another record of it says in addition. */
function completed(tool: OfferedTool | undefined, other: OfferedTool | undefined): OfferedTool {
  const first = tool ?? other;
  if (first === undefined) throw new Error('a tool has one record at least');
  if (other === undefined || (first.description !== null && first.schema !== null)) return first;
  return {
    name: first.name,
    description: first.description ?? other.description,
    schema: first.schema ?? other.schema,
  };
}

function toolsIn(list: Json | undefined): readonly OfferedTool[] {
  return (Array.isArray(list) ? (list as readonly Json[]) : []).flatMap((tool) => {
    if (!isJsonObject(tool) || typeof tool.name !== 'string') return [];
    const server = typeof tool.server === 'string' ? tool.server : null;
    const { description = null, input_schema: schema = null } = tool;
    return [
      {
        name: formatTool({ server, name: tool.name }),
        description: typeof description === 'string' ? description : null,
        schema: typeof schema === 'boolean' || isJsonObject(schema) ? schema : null,
      },
    ];
  });
}
