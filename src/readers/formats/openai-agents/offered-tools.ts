import type { Json, ToolSpec } from '#core';
import { readTools } from '../../draft/read-tools.ts';
import { textOf } from '../../draft/text-of.ts';
import type { Span } from './span.ts';
import { handoffName } from './span-calls.ts';

/**
 * The tools of all agents by name, those of MCP servers with their server; null when no agent says what it has. An agent
 * lists the tools of its servers as its own, too, which then are not told twice.
 */
export function offeredTools(spans: readonly Span[]): readonly ToolSpec[] | null {
  const agents = spans.filter(({ type, data }) => type === 'agent' && Array.isArray(data.tools));
  if (agents.length === 0) return null;
  const remote = spans
    .filter(({ type }) => type === 'mcp_tools')
    .flatMap(({ data: { server, result } }) => readTools(result, textOf(server)));
  const served = new Set(remote.map(({ name }) => name));
  const own = agents.flatMap(({ data }) => [...readTools(data.tools), ...handoffs(data.handoffs)]);
  return [...own.filter(({ name }) => !served.has(name)), ...remote];
}

function handoffs(agents: Json | undefined): readonly ToolSpec[] {
  if (!Array.isArray(agents)) return [];
  return readTools(
    agents.filter((one: unknown): one is string => typeof one === 'string').map(handoffName),
  );
}
