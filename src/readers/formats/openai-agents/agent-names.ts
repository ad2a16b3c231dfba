import type { Span } from './span.ts';

/** Who acts in a span: the agent of the nearest agent span above it. */
export class AgentNames {
  readonly #spans: ReadonlyMap<string, Span>;
  readonly #names = new Map<string, string | null>();

  constructor(spans: readonly Span[]) {
    this.#spans = new Map(spans.map((span) => [span.id, span]));
  }

  of(span: Span): string | null {
    const path: string[] = [];
    let at: Span | undefined = span;
    let name: string | null = null;
    // Parents may form a cycle: a span on the current path counts as known, without an agent.
    while (at !== undefined) {
      const cached = this.#names.get(at.id);
      if (cached !== undefined) {
        name = cached;
        break;
      }
      this.#names.set(at.id, null);
      path.push(at.id);
      if (at.type === 'agent' && typeof at.data.name === 'string') {
        name = at.data.name;
        break;
      }
      at = at.parentId === null ? undefined : this.#spans.get(at.parentId);
    }
    for (const id of path) this.#names.set(id, name);
    return name;
  }

  /** How many spans name a parent that is not there. */
  countOrphans(): number {
    return [...this.#spans.values()].filter(
      ({ parentId }) => parentId !== null && !this.#spans.has(parentId),
    ).length;
  }
}
