import { isCut } from './is-cut.ts';
import { isJsonObject, type Json, type JsonObject, parseJson, type ToolSpec } from '#core';

/**
 * The tools that a request or a catalog lists, in the shape of any provider: OpenAI (nested or flat), Anthropic, MCP,
 * AI SDK, Gemini declarations, bare names, or JSON text of these. An entry that cannot be read is a tool without a
 * name, by which `RunDraft.offer` sees that the list is incomplete.
 */
export function readTools(value: Json | undefined, server: string | null = null): ToolSpec[] {
  if (typeof value === 'string') {
    const parsed = parseJson(value);
    if (parsed.ok && typeof parsed.value === 'object') return readTools(parsed.value, server);
    if (isCut(value)) return [bare('', server)];
    return value === '' ? [] : [bare(value, server)];
  }
  if (Array.isArray(value)) return value.flatMap((entry) => readListed(entry as Json, server));
  if (!isJsonObject(value)) return [];
  const declarations = value.functionDeclarations ?? value.function_declarations;
  if (declarations !== undefined) return readTools(declarations, server);
  const nested = value.function ?? value.custom;
  const tool = isJsonObject(nested) ? nested : value;
  const { name } = tool;
  if (typeof name === 'string' && name !== '') return [readTool(name, tool, server)];
  return isProviderTool(value) ? [] : [bare('', server)];
}

function readListed(entry: Json, server: string | null): ToolSpec[] {
  const isReadable =
    Array.isArray(entry) || isJsonObject(entry) || (typeof entry === 'string' && entry !== '');
  return isReadable ? readTools(entry, server) : [bare('', server)];
}

/** What Gemini has instead of functions: the model does not call it by a name. */
const PROVIDER_TOOL =
  /^(?:code_?execution|enterprise_?web_?search|file_?search|google_?maps|google_?search|google_?search_?retrieval|retrieval|url_?context)$/i;

function isProviderTool(tool: JsonObject): boolean {
  const keys = Object.keys(tool).filter((key) => tool[key] !== null);
  return keys.length > 0 && keys.every((key) => PROVIDER_TOOL.test(key));
}

const SCHEMA_KEYS = [
  'input_schema',
  'inputSchema',
  'parametersJsonSchema',
  'parameters_json_schema',
  'parameters',
] as const;

function readTool(name: string, tool: JsonObject, server: string | null): ToolSpec {
  const key = SCHEMA_KEYS.find(
    (candidate) => tool[candidate] !== undefined && tool[candidate] !== null,
  );
  return {
    server,
    name,
    description: typeof tool.description === 'string' ? tool.description : null,
    inputSchema: readSchema(key === undefined ? undefined : tool[key]),
    cost: null,
  };
}

function readSchema(value: Json | undefined): JsonObject | boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') {
    const parsed = parseJson(value);
    return parsed.ok && isJsonObject(parsed.value) ? readSchema(parsed.value) : null;
  }
  if (!isJsonObject(value)) return null;
  // The AI SDK wraps a schema in an object.
  return isJsonObject(value.jsonSchema) ? value.jsonSchema : value;
}

function bare(name: string, server: string | null): ToolSpec {
  return { server, name, description: null, inputSchema: null, cost: null };
}
