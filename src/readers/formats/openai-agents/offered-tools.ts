import type { Json, ToolSpec } from '#core';
import { readTools } from '../../draft/read-tools.ts';
import { textOf } from '../../draft/text-of.ts';
import type { Span } from './span.ts';
import { handoffName } from './span-calls.ts';

/**
 * The tools of all agents by name, MCP tools with their server; null when no agent lists any. An agent also lists the
 * tools of its servers, which then count once.
 */
export function offeredTools(spans: readonly Span[]): readonly ToolSpec[] | null {
  const agents = spans.filter(({ type, data }) => type === 'agent' && Array.isArray(data.tools));
  if (agents.length === 0) return null;
  const remote = spans
    .filter(({ type }) => type === 'mcp_tools')
    .flatMap(({ data: { server, result } }) => readTools(result, textOf(server)));
  const served = new Set(remote.map(({ name }) => name));
  const listed = agents.flatMap(({ data }) => [
    ...readTools(data.tools),
    ...handoffs(data.handoffs),
  ]);
  return [...listed.filter(({ name }) => !served.has(name)), ...remote];
}

function handoffs(agents: Json | undefined): readonly ToolSpec[] {
  if (!Array.isArray(agents)) return [];
  return readTools(
    agents.filter((agent: unknown): agent is string => typeof agent === 'string').map(handoffName),
  );
}
