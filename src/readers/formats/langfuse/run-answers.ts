import type { RunTree, TreeNode } from './run-tree.ts';

/**
 * The answers of models in a run. An answer often appears as several nested generations: of duplicates, the inner
 * generation counts.
 */
export class RunAnswers {
  readonly #hasInner = new Set<TreeNode>();
  readonly #innerAsked = new Set<TreeNode>();
  readonly #innerUsed = new Set<TreeNode>();

  constructor({ nodes }: RunTree) {
    // Inner nodes first.
    for (const node of nodes.toReversed()) {
      const { host, observation } = node;
      if (observation.kind !== 'model' || host?.observation.kind !== 'model') continue;
      this.#hasInner.add(host);
      if (this.#innerAsked.has(node) || asks(node)) this.#innerAsked.add(host);
      if (this.#innerUsed.has(node) || uses(node)) this.#innerUsed.add(host);
    }
  }

  /** Whether a generation represents an answer; otherwise an outer or inner generation does. */
  isAnswer(node: TreeNode): boolean {
    const { host, observation } = node;
    if (observation.kind !== 'model' || this.#innerAsked.has(node)) return false;
    if (this.#hasInner.has(node)) return asks(node);
    return host?.observation.kind !== 'model' || this.#innerAsked.has(host) || !asks(host);
  }

  /** Whether the tokens of a generation are not those of a generation inside it. */
  countsUsage(node: TreeNode): boolean {
    return node.observation.kind === 'model' && !this.#innerUsed.has(node);
  }
}

function asks({ observation }: TreeNode): boolean {
  return observation.said.calls.length > 0;
}

function uses({ observation: { usage } }: TreeNode): boolean {
  return Object.values(usage).some((count) => count !== null);
}
