import { plainName } from './same-tool.ts';
import type { SpanNode } from './span-node.ts';
import type { Branch } from './span-tree.ts';

/** How many requests that began just before and just after are looked at for one span. */
const LOOKED_AT = 64;

/** Instrumentations read different clocks, some of them in whole milliseconds. */
const TOLERANCE_MS = 5;

/**
 * Puts model spans under the span of another instrumentation that records the same request, where no context joins them: the
 * spans of LangChain's callbacks are never active, so the client's own span begins beside them, even in a trace of its own.
 * Returns whether there were any.
 */
export function adoptRetold(branches: readonly Branch[]): boolean {
  const models = branches.filter(({ node }) => node.facts.kind === 'model');
  if (new Set(models.map(({ node }) => node.scope)).size < 2) return false;
  const taken = new Set<Branch>();
  for (const [index, branch] of models.entries()) {
    if (isInModel(branch)) continue;
    // Of several the shortest: the others lie around it.
    const [host] = models
      .slice(Math.max(0, index - LOOKED_AT), index + LOOKED_AT)
      .filter((one) => !taken.has(one) && isRetold(one, branch) && !isInside(one, branch))
      .sort((a, b) => extentOf(a.node) - extentOf(b.node));
    if (host === undefined) continue;
    const { parent } = branch;
    if (parent !== null) parent.children.splice(parent.children.indexOf(branch), 1);
    branch.parent = host;
    host.children.push(branch);
    taken.add(host);
  }
  return taken.size > 0;
}

function isInModel({ parent }: Branch): boolean {
  for (let at = parent; at !== null; at = at.parent)
    if (at.node.facts.kind === 'model') return true;
  return false;
}

function isInside(branch: Branch, outer: Branch): boolean {
  for (let at = branch.parent; at !== null; at = at.parent) if (at === outer) return true;
  return false;
}

/** Whether the inner span lies in the time of the outer one, and nothing that both record differs. */
function isRetold({ node: outer }: Branch, { node: inner }: Branch): boolean {
  if (outer.scope === inner.scope || outer.scope === null || inner.scope === null) return false;
  if (outer.startMs === null || outer.endMs === null) return false;
  if (inner.startMs === null || inner.endMs === null) return false;
  if (extentOf(outer) <= extentOf(inner)) return false;
  if (inner.startMs < outer.startMs - TOLERANCE_MS) return false;
  if (inner.endMs > outer.endMs + TOLERANCE_MS) return false;
  return (
    agree(outer.facts.usage?.inputTokens, inner.facts.usage?.inputTokens) &&
    agree(outer.facts.usage?.outputTokens, inner.facts.usage?.outputTokens) &&
    agree(textOf(outer), textOf(inner)) &&
    agree(namesOf(outer), namesOf(inner))
  );
}

function extentOf({ startMs, endMs }: SpanNode): number {
  return (endMs ?? 0) - (startMs ?? 0);
}

function agree(
  a: string | number | null | undefined,
  b: string | number | null | undefined,
): boolean {
  return (a ?? null) === null || (b ?? null) === null || a === b;
}

function textOf({ facts }: SpanNode): string | null {
  return (
    facts.output.messages
      .map(({ text }) => text)
      .join('\n')
      .trim() || null
  );
}

function namesOf({ facts }: SpanNode): string | null {
  const calls = facts.output.messages.flatMap((message) => message.calls);
  return calls.length === 0 ? null : JSON.stringify(calls.map(({ name }) => plainName(name)));
}
