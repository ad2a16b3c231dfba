import type { Json } from '#core';
import { type DraftStatus, worstStatus } from '../draft/read-status.ts';
import { isSameTool } from './same-tool.ts';
import type { SpanNode } from './span-node.ts';
import type { Branch, SpanTree } from './span-tree.ts';

/** A tool that was run: the facts of its span and of the MCP spans below it. */
export interface Execution {
  /** The outermost span that records it. */
  readonly branch: Branch;
  readonly name: string;
  /** What the MCP server calls it. */
  mcpName: string | null;
  id: string | null;
  server: string | null;
  /** The program of its SERVER span, which is the server where no other record names it. */
  service: string | null;
  arguments: Json | undefined;
  status: DraftStatus | null;
  /** What came back, as text. */
  result: string | undefined;
}

/** The tools that were run, each once, in the order of time. */
export function findExecutions({ order }: SpanTree): Execution[] {
  /** The execution that each span is, or lies in, by the place of the span in time. */
  const around = order.map((): Execution | undefined => undefined);
  const updates = new Map<string, Execution>();
  const executions: Execution[] = [];
  for (const branch of order) {
    const { node, parent } = branch;
    const { kind, isUpdate } = node.facts;
    const isApart = parent === null || kind === 'agent' || kind === 'model';
    const outer = isApart ? undefined : around[parent.index];
    let execution = outer;
    if (kind === 'tool' || kind === 'mcp') {
      const key = isUpdate ? JSON.stringify([node.parentId, node.facts.toolName]) : null;
      const same = key === null ? undefined : updates.get(key);
      execution = same ?? (outer !== undefined && isInside(node, outer) ? outer : start(branch));
      if (key !== null) updates.set(key, execution);
      if (execution.branch === branch) executions.push(execution);
      else fill(execution, node);
    }
    around[branch.index] = execution;
  }
  return executions.sort((a, b) => a.branch.index - b.branch.index);
}

/**
 * What happens inside a tool, or in an MCP server that it calls, is an implementation detail. The exception: a model
 * inside may have requested it, or an id proves that.
 */
function isInside({ facts }: SpanNode, outer: Execution): boolean {
  if (facts.kind === 'mcp' || isSameTool(facts.toolName, outer.name)) return true;
  return facts.callId === null && !outer.branch.below.model;
}

function start(branch: Branch): Execution {
  const { facts, name, isServer, service } = branch.node;
  return {
    branch,
    name: facts.toolName ?? name,
    mcpName: facts.kind === 'mcp' ? facts.toolName : null,
    id: facts.callId,
    server: facts.server,
    service: isServer && facts.kind === 'mcp' ? service : null,
    arguments: facts.arguments,
    status: statusOf(branch.node),
    result: facts.result,
  };
}

function fill(execution: Execution, node: SpanNode): void {
  const { facts, isServer, service } = node;
  // A tool may call servers under other names, which says nothing about the tool.
  if (!isSameTool(facts.toolName, execution.name)) return;
  if (facts.kind === 'mcp') execution.mcpName ??= facts.toolName;
  execution.id ??= facts.callId;
  execution.server ??= facts.server;
  if (isServer && facts.kind === 'mcp') execution.service ??= service;
  execution.arguments ??= facts.arguments;
  execution.result ??= facts.result;
  // A failure reported by the server counts, though the call itself succeeded.
  execution.status = worstStatus(execution.status, statusOf(node));
}

/**
 * How a call ended: by its attributes, otherwise by the status of the span. An unset status of a span with an end is a
 * success.
 */
function statusOf({ facts, outcome, endMs }: SpanNode): DraftStatus | null {
  if (facts.status !== null && facts.status !== 'unreadable') return facts.status;
  const status = outcome === 'unset' ? (endMs === null ? null : 'ok') : outcome;
  return worstStatus(facts.status, status);
}
