import { compareNumbers } from './compare-numbers.ts';
import type { Observation } from './observation.ts';

/** An observation and its place in the tree of nodes that decide who requested what. */
export interface TreeNode {
  readonly observation: Observation;
  /** The nearest model, tool or agent around it; plain spans between do not count. */
  readonly host: TreeNode | null;
  /** The agent that it is, or is of. */
  readonly agent: TreeNode | null;
  /** The tool inside which it works, unless an agent does so there. */
  readonly tool: TreeNode | null;
}

export interface RunTree {
  /** Parents before their children. */
  readonly nodes: readonly TreeNode[];
  /** The same in the order in which they began. */
  readonly inTime: readonly TreeNode[];
  /** How many name a parent that is not there. */
  readonly orphans: number;
}

/** Builds the tree of observations. Observations that are each other's parents are roots. */
export function buildTree(observations: readonly Observation[]): RunTree {
  const ids = new Set(observations.map(({ id }) => id));
  const isOrphan = ({ parentId }: Observation): boolean => parentId !== null && !ids.has(parentId);
  const children = new Map<string | null, Observation[]>();
  for (const node of observations) {
    const siblings = children.get(node.parentId);
    if (siblings === undefined) children.set(node.parentId, [node]);
    else siblings.push(node);
  }
  const roots = observations.filter(
    (candidate) => candidate.parentId === null || isOrphan(candidate),
  );
  const nodes: TreeNode[] = [];
  const placed = new Set<Observation>();
  const place = (observation: Observation, parent: TreeNode | null): void => {
    if (placed.has(observation)) return;
    placed.add(observation);
    nodes.push(toNode(observation, parent));
  };
  for (const start of [...roots, ...observations]) {
    let next = nodes.length;
    place(start, null);
    for (; next < nodes.length; next++) {
      const parent = nodes[next]!;
      for (const child of children.get(parent.observation.id) ?? []) place(child, parent);
    }
  }
  const inTime = nodes.toSorted((a, b) =>
    compareNumbers(a.observation.startMs, b.observation.startMs),
  );
  return { nodes, inTime, orphans: observations.filter(isOrphan).length };
}

function toNode(observation: Observation, parent: TreeNode | null): TreeNode {
  const host = parent === null || parent.observation.kind !== 'other' ? parent : parent.host;
  const around = host?.observation.kind;
  const tool = around === 'tool' ? host : around === 'model' ? host!.tool : null;
  const node = { observation, host, tool, agent: parent?.agent ?? null };
  return observation.kind === 'agent' ? Object.assign(node, { agent: node }) : node;
}
