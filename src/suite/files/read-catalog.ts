import {
  type Issue,
  isJsonObject,
  type Json,
  parseCatalog,
  parseJson,
  parseTrace,
  type ToolSpec,
} from '#core';
import { readTextFile, type TextFileCode } from './read-text-file.ts';

const MAX_BYTES = 64 * 1024 * 1024;

const SHAPES = 'a catalog is JSON: a list of tools, { "tools": […] }, or servers with their tools';
const TOOL_SHAPE = 'a tool is { "name", "description", "input_schema" }';

export type ReadCatalog =
  | { readonly ok: true; readonly tools: readonly ToolSpec[] }
  | {
      readonly ok: false;
      readonly issues: readonly Pick<Issue<CatalogCode>, 'code' | 'message'>[];
    };

/** Why a catalog cannot be used. */
type CatalogCode = TextFileCode | 'SUITE_CATALOG';

/** Reads a catalog in any of the forms in which tools are listed. */
export async function readCatalog(path: string, label: string): Promise<ReadCatalog> {
  const read = await readTextFile(path, label, MAX_BYTES);
  if (!read.ok) {
    return {
      ok: false,
      issues: [{ code: read.issue.code, message: `${label}: ${read.issue.message}` }],
    };
  }
  const reject = (...messages: readonly string[]): ReadCatalog => ({
    ok: false,
    issues: messages.map((message) => ({ code: 'SUITE_CATALOG', message: `${label}: ${message}` })),
  });
  const parsed = parseJson(read.text);
  if (!parsed.ok) return reject(`${parsed.message}; ${SHAPES}`);
  const catalog = parseCatalog(parsed.value) ?? parseToolList(parsed.value);
  if (catalog === null) return reject(SHAPES);
  if (catalog.ok) return catalog;
  return reject(
    ...catalog.issues.map((issue) =>
      `${issue.where?.pointer ?? ''} ${issue.message}; ${TOOL_SHAPE}`.trim(),
    ),
  );
}

/** A list that is empty, or in which something is not a tool: the latter is said with its place. */
function parseToolList(value: Json): ReturnType<typeof parseCatalog> {
  const tools = isJsonObject(value) ? value.tools : value;
  if (!Array.isArray(tools)) return null;
  const parsed = parseTrace({ tool_calls: [], tools });
  return parsed.ok ? { ok: true, tools: parsed.trace.offered ?? [] } : parsed;
}
