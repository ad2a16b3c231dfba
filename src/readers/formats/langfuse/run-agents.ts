import type { RunTree, TreeNode } from './run-tree.ts';

/** Who acted in a run. */
export class RunAgents {
  /** The agent whose run it is; null when it has no name. */
  readonly main: string | null;
  /** Agents that work for another one, or for a tool. */
  readonly #delegates = new Set<TreeNode>();

  constructor({ nodes, inTime }: RunTree) {
    const acting = new Set(nodes.filter(isAct).map(({ agent }) => agent));
    for (const node of nodes)
      if (node.agent === node && this.#isAsked(node, acting)) this.#delegates.add(node);
    const own = inTime.filter((node) => this.#delegateOf(node) === null && node.agent !== null);
    this.main = (own.find(isAct) ?? own[0])?.agent?.observation.agent ?? null;
  }

  /** Who asked for what a node does: null is the run's agent, else the agent or the tool that it left the work to. */
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

  /** An agent around others that does nothing itself is the frame of a workflow, and asks for nothing. */
  #isAsked({ host }: TreeNode, acting: ReadonlySet<TreeNode | null>): boolean {
    const above = host?.agent ?? null;
    if (host?.observation.kind === 'tool') return true;
    return above !== null && (acting.has(above) || this.#delegates.has(above));
  }
}

function isAct({ observation: { kind } }: TreeNode): boolean {
  return kind === 'model' || kind === 'tool';
}
