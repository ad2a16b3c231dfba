import type { Issue } from '../issues/issue.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { parseTrace } from '../trace/parse-trace.ts';
import type { ToolSpec } from '../trace/trace.ts';

/** The tools of a catalog, or why it is none. */
export type ParsedCatalog =
  | { readonly ok: true; readonly tools: readonly ToolSpec[] }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * Reads a catalog in any of the forms in which tools are listed: a list of tools (ours, those of MCP or those of OpenAI), `{ tools }`,
 * the answer to `tools/list`, a list of servers with their tools, or a map of servers. Null where it is none of them.
 */
export function parseCatalog(value: Json): ParsedCatalog | null {
  const tools = toolsIn(value);
  if (tools === null) return null;
  const parsed = parseTrace({ tool_calls: [], tools });
  return parsed.ok
    ? { ok: true, tools: parsed.trace.offered ?? [] }
    : { ok: false, issues: parsed.issues };
}

/** The tools in our own form, each with its server. */
function toolsIn(value: Json): readonly Json[] | null {
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every(isServer)) return ofServers(value);
    return value.length > 0 && value.every(isTool) ? value.map((tool) => toTool(tool, null)) : null;
  }
  if (!isJsonObject(value) || 'tool_calls' in value) return null;
  if (isJsonObject(value.result)) return toolsIn(value.result);
  if (Array.isArray(value.tools) && value.tools.every(isTool)) {
    const server = serverName(value);
    return value.tools.map((tool) => toTool(tool, server));
  }
  const lists: (readonly JsonObject[])[] = [];
  const entries = Object.entries(value).filter(([key]) => key !== '$schema');
  for (const [name, entry] of entries) {
    const list = listIn(entry);
    if (list === null || !list.every(isTool)) return null;
    lists.push(list.map((tool) => toTool(tool, name)));
  }
  return lists.length === 0 ? null : lists.flat();
}

type Server = JsonObject & { readonly tools: readonly JsonObject[] };

/** Servers of the same name are distinguished by a number. */
function ofServers(servers: readonly Server[]): readonly Json[] {
  const seen = new Map<string, number>();
  return servers.flatMap((declared) => {
    const name = serverName(declared);
    const count = (seen.get(name ?? '') ?? 0) + 1;
    seen.set(name ?? '', count);
    const server = name === null || count === 1 ? name : `${name} (${count})`;
    return declared.tools.map((tool) => toTool(tool, server));
  });
}

function isServer(value: Json): value is Server {
  return (
    isJsonObject(value) &&
    Array.isArray(value.tools) &&
    value.tools.every(isTool) &&
    serverName(value) !== null
  );
}

function serverName({ server_name: long, server, name }: JsonObject): string | null {
  const text = [long, server, name].find(
    (candidate) => typeof candidate === 'string' && candidate !== '',
  );
  return typeof text === 'string' ? text : null;
}

/** A list of tools under the name of a server, bare or as `{ tools }`. */
function listIn(value: Json): readonly Json[] | null {
  if (Array.isArray(value)) return value;
  return isJsonObject(value) && Array.isArray(value.tools) ? value.tools : null;
}

function isTool(value: Json): value is JsonObject {
  if (!isJsonObject(value) || 'tool_calls' in value || 'tools' in value) return false;
  return typeof value.name === 'string' || isJsonObject(value.function);
}

/** OpenAI packs a tool into `function` and calls its schema `parameters`. */
function toTool(value: JsonObject, server: string | null): JsonObject {
  const tool = isJsonObject(value.function) ? value.function : value;
  const schema = tool.input_schema ?? tool.inputSchema ?? tool.parameters ?? null;
  return {
    name: tool.name ?? null,
    server: value.server ?? server,
    description: tool.description ?? null,
    input_schema: schema,
    cost: value.cost ?? null,
  };
}
