import { adoptOrphans } from './adopt-lost.ts';
import { joinRepeatedSpans } from './adopt-retold.ts';
import type { SpanNode } from './span-node.ts';

/** A span in its tree, with what its place there says about it. */
export interface Branch {
  readonly node: SpanNode;
  /** Its place in time among the spans of the run. */
  index: number;
  /** Its start; of spans that record the same request the earliest, since callbacks are late and never early. */
  startMs: number;
  parent: Branch | null;
  readonly children: Branch[];
  /** The nearest agent at or above it; an agent without a name that does nothing itself is only a wrapper. */
  agent: Branch | null;
  /**
   * The requester of what is recorded here: null for the agent of the run, otherwise the name of an agent inside it.
   */
  requester: string | null;
  /** The same for what lies inside it. */
  inside: string | null;
  /** Whether a tool lies between it and the agent above. */
  viaTool: boolean;
  /** What models inside it, except in tools or agents below, record as well; `requests` counts the innermost models. */
  below: { model: boolean; output: boolean; usage: boolean; requests: number };
  /** Whether any span below it records usage. */
  usageBelow: boolean;
}

export interface SpanTree {
  /** In the order of time. */
  readonly branches: readonly Branch[];
  /** Parents before their children. */
  readonly order: readonly Branch[];
  /** How many name a parent that is not there. */
  readonly orphans: number;
}

/** Builds a tree of spans that arrived in any order. */
export function growTree(nodes: readonly SpanNode[]): SpanTree {
  const branches = nodes.map(toBranch);
  sortByTime(branches);
  const byId = new Map<string, Branch>();
  for (const branch of branches)
    if (branch.node.spanId !== null) byId.set(branch.node.spanId, branch);
  const orphans = new Set<Branch>();
  for (const branch of branches) {
    const { parentId } = branch.node;
    if (parentId === null) continue;
    const parent = byId.get(parentId);
    if (parent === undefined || parent === branch) orphans.add(branch);
    else {
      branch.parent = parent;
      parent.children.push(branch);
    }
  }
  adoptOrphans(branches, orphans);
  const rooted = fromTheRoots(branches);
  const { circles } = rooted;
  const hasAdopted = joinRepeatedSpans(branches);
  if (hasAdopted) sortByTime(branches);
  const order = hasAdopted ? fromTheRoots(branches).order : rooted.order;
  lookBelow(order);
  nameAgents(order);
  return { branches, order, orphans: orphans.size + circles };
}

function toBranch(node: SpanNode): Branch {
  const below = { model: false, output: false, usage: false, requests: 0 };
  return {
    node,
    index: 0,
    startMs: node.startMs ?? 0,
    parent: null,
    children: [],
    agent: null,
    requester: null,
    inside: null,
    viaTool: false,
    below,
    usageBelow: false,
  };
}

function sortByTime(branches: Branch[]): void {
  branches.sort(compare);
  for (const [index, branch] of branches.entries()) branch.index = index;
}

/** By start, then by id: the order of lines decides only between spans without both. */
function compare({ startMs, node: a }: Branch, { startMs: otherMs, node: b }: Branch): number {
  if (startMs !== otherMs) return startMs - otherMs;
  const idA = a.spanId ?? '';
  const idB = b.spanId ?? '';
  return idA === idB ? a.arrival - b.arrival : idA < idB ? -1 : 1;
}

/** All branches, parents first. Cycles are cut at their earliest span. */
function fromTheRoots(branches: readonly Branch[]): { order: Branch[]; circles: number } {
  const order: Branch[] = [];
  const isSeen = branches.map(() => false);
  const visit = (root: Branch): void => {
    const first = order.length;
    order.push(root);
    isSeen[root.index] = true;
    for (let at = first; at < order.length; at++) {
      for (const child of order[at]!.children) {
        if (isSeen[child.index]) continue;
        isSeen[child.index] = true;
        order.push(child);
      }
    }
  };
  for (const branch of branches) if (branch.parent === null) visit(branch);
  let circles = 0;
  for (const branch of branches) {
    if (isSeen[branch.index]) continue;
    circles += 1;
    branch.parent = null;
    visit(branch);
  }
  return { order, circles };
}

function nameAgents(order: readonly Branch[]): void {
  const acting = findActing(order);
  for (const branch of order) {
    const { parent, node, below } = branch;
    const { facts, name } = node;
    const { agent: outer = null, inside = null } = parent ?? {};
    const viaTool = parent !== null && (isTool(parent) || (parent.viaTool && outer !== parent));
    branch.agent = outer;
    branch.viaTool = viaTool;
    branch.inside = inside;
    branch.requester = inside;
    // A tool that calls models is an agent, too: its caller did not choose what they choose.
    if (isTool(branch) && below.model) branch.inside = facts.toolName ?? name;
    if (facts.kind !== 'agent' || (facts.agent === null && !acting.has(branch))) continue;
    branch.agent = branch;
    // An agent directly inside an agent of the same name is the same, recorded by two instrumentations.
    const isSame =
      outer !== null && !viaTool && facts.agent !== null && facts.agent === outer.node.facts.agent;
    if ((outer !== null || viaTool) && !isSame) branch.inside = facts.agent ?? name;
    branch.requester = branch.inside;
  }
}

/** Agents with models or tools that belong to them. */
function findActing(order: readonly Branch[]): ReadonlySet<Branch | null> {
  const acting = new Set<Branch | null>();
  const nearest = order.map((): Branch | null => null);
  for (const branch of order) {
    const { node, parent, index } = branch;
    const { kind } = node.facts;
    const outer = parent === null ? null : (nearest[parent.index] ?? null);
    const agent = kind === 'agent' ? branch : outer;
    nearest[index] = agent;
    if (kind !== 'agent' && kind !== 'other') acting.add(agent);
  }
  return acting;
}

function isTool({ node }: Branch): boolean {
  return node.facts.kind === 'tool' || node.facts.kind === 'mcp';
}

function lookBelow(order: readonly Branch[]): void {
  for (let at = order.length - 1; at >= 0; at--) {
    const { node, parent, below, usageBelow } = order[at]!;
    if (parent === null) continue;
    const { kind, usage, output } = node.facts;
    const hasUsage = usage !== null && (kind === 'model' || kind === 'agent');
    parent.usageBelow ||= usageBelow || hasUsage;
    if (kind !== 'model' && kind !== 'other') continue;
    parent.below.model ||= below.model || kind === 'model';
    parent.below.requests += kind === 'model' && !below.model ? 1 : below.requests;
    parent.below.output ||= below.output || (kind === 'model' && output.hasContent);
    parent.below.usage ||= below.usage || hasUsage;
  }
}
