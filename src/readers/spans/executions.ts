import type { Json } from '#core';
import { type DraftStatus, worstStatus } from '../draft/read-status.ts';
import { isSameTool } from './same-tool.ts';
import type { SpanNode } from './span-node.ts';
import type { Branch, SpanTree } from './span-tree.ts';

/** A tool that was run: what its span and the MCP spans below it tell together. */
export interface Execution {
  /** The outermost span that tells of it. */
  readonly branch: Branch;
  readonly name: string;
  /** What the MCP server calls it. */
  mcpName: string | null;
  id: string | null;
  server: string | null;
  /** The program that a SERVER span of it ran in: its server, where nothing names that. */
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
  const found: Execution[] = [];
  for (const branch of order) {
    const { node, parent } = branch;
    const { kind, isUpdate } = node.facts;
    const isApart = parent === null || kind === 'agent' || kind === 'model';
    const outer = isApart ? undefined : around[parent.index];
    let own = outer;
    if (kind === 'tool' || kind === 'mcp') {
      const key = isUpdate ? JSON.stringify([node.parentId, node.facts.toolName]) : null;
      const same = key === null ? undefined : updates.get(key);
      own = same ?? (outer !== undefined && isInside(node, outer) ? outer : start(branch));
      if (key !== null) updates.set(key, own);
      if (own.branch === branch) found.push(own);
      else fill(own, node);
    }
    around[branch.index] = own;
  }
  return found.sort((a, b) => a.branch.index - b.branch.index);
}

/**
 * What is done inside a tool, or asked of an MCP server there, is how the tool works; unless a model inside it may have
 * asked for it, or an id says that one did.
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

function fill(own: Execution, node: SpanNode): void {
  const { facts, isServer, service } = node;
  // A tool may ask servers for things of other names: that says nothing about itself.
  if (!isSameTool(facts.toolName, own.name)) return;
  if (facts.kind === 'mcp') own.mcpName ??= facts.toolName;
  own.id ??= facts.callId;
  own.server ??= facts.server;
  if (isServer && facts.kind === 'mcp') own.service ??= service;
  own.arguments ??= facts.arguments;
  own.result ??= facts.result;
  // A server's word that the tool failed stands, though the call as such went well.
  own.status = worstStatus(own.status, statusOf(node));
}

/** How a call ended: what attributes say, else the status of the span, where an unset one that ended means well. */
function statusOf({ facts, outcome, endMs }: SpanNode): DraftStatus | null {
  if (facts.status !== null && facts.status !== 'unreadable') return facts.status;
  const own = outcome === 'unset' ? (endMs === null ? null : 'ok') : outcome;
  return worstStatus(facts.status, own);
}
