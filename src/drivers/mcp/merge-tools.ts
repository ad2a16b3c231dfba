import { formatTool, isJsonObject, type Json, type JsonObject } from '#core';
import { DriveError } from '../driver.ts';
import type { SourceTool } from './tool-source.ts';

/** Several tools that are offered as one, which takes a mode. */
export interface ToolMerge {
  readonly name: string;
  readonly description?: string;
  /** The argument that chooses the tool. */
  readonly parameter: string;
  /** The tool behind each mode, as `server.name` or `name`. */
  readonly modes: ReadonlyMap<string, string>;
  readonly inputSchema?: JsonObject;
}

/** A tool that represents others, with the tool of each mode. */
export interface MergedTool<Tool extends SourceTool> extends SourceTool {
  readonly modes: { readonly parameter: string; readonly tools: ReadonlyMap<string, Tool> };
}

/** The tools behind the modes of a merge. Throws a DriveError where one is not there, or where the modes cannot be distinguished. */
export function mergeTools<Tool extends SourceTool>(
  merge: ToolMerge,
  tools: readonly Tool[],
): MergedTool<Tool> {
  const { name, parameter } = merge;
  const parts = new Map(
    [...merge.modes].map(([mode, spelling]) => [mode, findTool(spelling, tools, name)]),
  );
  const distinct = [...new Set(parts.values())];
  const holder = distinct.find((part) => Object.hasOwn(propertiesOf(part), parameter));
  if (holder !== undefined)
    throw mergeError(
      `merge_tools: ${formatTool(holder)} has an argument "${parameter}" of its own`,
      `choose another name with parameter: … in merge_tools.${name}`,
    );
  const [first] = distinct;
  const server = first?.server ?? null;
  return {
    server: distinct.every((part) => part.server === server) ? server : null,
    name,
    description: merge.description ?? describeModes(parts),
    inputSchema: merge.inputSchema ?? mergeSchemas(parameter, [...parts.keys()], distinct),
    modes: { parameter, tools: parts },
  };
}

function findTool<Tool extends SourceTool>(
  spelling: string,
  tools: readonly Tool[],
  merge: string,
): Tool {
  const matches = tools.filter((tool) => tool.name === spelling || formatTool(tool) === spelling);
  const [match] = matches;
  if (match !== undefined && matches.length === 1) return match;
  const problem =
    match === undefined ? 'which the agent is not offered' : 'which several servers have';
  throw mergeError(
    `merge_tools.${merge} names the tool "${spelling}", ${problem}`,
    match === undefined ? 'name tools as the servers do' : 'name it as server.name',
  );
}

function mergeError(message: string, hint: string): DriveError {
  return new DriveError('TOOL_OVERRIDE_UNKNOWN', message, { hint, isFinal: true });
}

function describeModes(parts: ReadonlyMap<string, SourceTool>): string {
  return [...parts]
    .map(([mode, { description }]) => (description === null ? mode : `${mode}: ${description}`))
    .join('\n');
}

/** The arguments of all tools; only those that every tool requires are required. */
function mergeSchemas(
  parameter: string,
  modes: readonly string[],
  tools: readonly SourceTool[],
): JsonObject {
  const schemas = new Map<string, Json[]>();
  for (const tool of tools) {
    for (const [name, schema] of Object.entries(propertiesOf(tool))) {
      const versions = schemas.get(name) ?? [];
      const isNew = versions.every((version) => JSON.stringify(version) !== JSON.stringify(schema));
      schemas.set(name, isNew ? [...versions, schema] : versions);
    }
  }
  const properties = [...schemas].map(([name, [first, ...others]]): [string, Json] => [
    name,
    others.length === 0 ? (first as Json) : { anyOf: [first as Json, ...others] },
  ]);
  const required = [...schemas.keys()].filter((name) =>
    tools.every(
      ({ inputSchema: { required: list } }) => Array.isArray(list) && list.includes(name),
    ),
  );
  const isClosed = tools.every(({ inputSchema }) => inputSchema.additionalProperties === false);
  return {
    type: 'object',
    properties: Object.fromEntries([
      [parameter, { type: 'string', enum: [...modes] }],
      ...properties,
    ]),
    required: [parameter, ...required],
    ...(isClosed ? { additionalProperties: false } : {}),
  };
}

function propertiesOf({ inputSchema: { properties } }: SourceTool): JsonObject {
  return properties !== undefined && isJsonObject(properties) ? properties : {};
}
