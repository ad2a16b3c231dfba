import { type Issue, isJsonObject, parseJson, parseTrace, type ToolSpec } from '#core';
import { readTextFile } from './read-text-file.ts';

const MAX_BYTES = 64 * 1024 * 1024;

export type ReadCatalog =
  | { readonly ok: true; readonly tools: readonly ToolSpec[] }
  | { readonly ok: false; readonly issues: readonly Pick<Issue, 'code' | 'message'>[] };

/** Reads a catalog: a JSON list of tools, or `{ "tools": […] }` as MCP servers answer. */
export async function readCatalog(path: string, label: string): Promise<ReadCatalog> {
  const read = await readTextFile(path, label, MAX_BYTES);
  if (!read.ok) {
    return {
      ok: false,
      issues: [{ code: read.issue.code, message: `${label}: ${read.issue.message}` }],
    };
  }
  const refuse = (...messages: readonly string[]): ReadCatalog => ({
    ok: false,
    issues: messages.map((message) => ({ code: 'SUITE_CATALOG', message: `${label}: ${message}` })),
  });
  const parsed = parseJson(read.text);
  if (!parsed.ok) return refuse(parsed.message);
  const tools = isJsonObject(parsed.value) ? parsed.value.tools : parsed.value;
  if (!Array.isArray(tools)) return refuse('a catalog is a list of tools, or { "tools": […] }');
  // The tools of a catalog are those of a trace.
  const trace = parseTrace({ tool_calls: [], tools });
  if (trace.ok) return { ok: true, tools: trace.trace.offered ?? [] };
  return refuse(
    ...trace.issues.map((issue) => `${issue.where?.pointer ?? ''} ${issue.message}`.trim()),
  );
}
