import type { RunTree, TreeNode } from './run-tree.ts';

/** Who acted in a run. */
export class RunAgents {
  /** The agent of the run; null when it has no name. */
  readonly main: string | null;
  /** Agents that work for another agent, or for a tool. */
  readonly #delegates = new Set<TreeNode>();

  constructor({ nodes, inTime }: RunTree) {
    const acting = new Set(nodes.filter(isAct).map(({ agent }) => agent));
    for (const node of nodes)
      if (node.agent === node && this.#isAsked(node, acting)) this.#delegates.add(node);
    const candidates = inTime.filter(
      (node) => this.#delegateOf(node) === null && node.agent !== null,
    );
    this.main = (candidates.find(isAct) ?? candidates[0])?.agent?.observation.agent ?? null;
  }

  /** Who requested what a node does: null is the run's agent, otherwise the agent or the tool that it delegated to. */
  requesterOf(node: TreeNode): string | null {
    const delegate = this.#delegateOf(node);
    if (delegate === null) return null;
    const { agent, execution } = delegate.observation;
    const name = agent ?? execution?.name ?? 'subagent';
    return name === this.main ? null : name;
  }

  #delegateOf({ agent, tool }: TreeNode): TreeNode | null {
    return agent !== null && this.#delegates.has(agent) ? agent : tool;
  }

  /** An agent around others that does nothing itself is the frame of a workflow, and requests nothing. */
  #isAsked({ host }: TreeNode, acting: ReadonlySet<TreeNode | null>): boolean {
    const above = host?.agent ?? null;
    if (host?.observation.kind === 'tool') return true;
    return above !== null && (acting.has(above) || this.#delegates.has(above));
  }
}

function isAct({ observation: { kind } }: TreeNode): boolean {
  return kind === 'model' || kind === 'tool';
}
