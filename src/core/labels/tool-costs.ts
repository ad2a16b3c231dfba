import type { Catalog } from '../calls/call-checker.ts';
import { formatPattern, ToolIndex, type ToolPattern } from '../tools/tool-pattern.ts';
import type { ToolRef } from '../trace/trace.ts';

/** What a call to a tool costs: as the suite says, otherwise as the catalog says, otherwise 1. */
export class ToolCosts {
  readonly #costs: readonly number[];
  readonly #index: ToolIndex;

  constructor(costs: Readonly<Record<string, number>> = {}) {
    this.#costs = Object.values(costs);
    this.#index = new ToolIndex(Object.keys(costs).map((tool) => [tool]));
  }

  of(tool: ToolRef, catalog: Catalog | null): number {
    return this.#known(tool, catalog) ?? 1;
  }

  /** The cost of a tool as a label writes it: of the first pair that its spelling can mean and whose cost is known. */
  ofPattern(pattern: ToolPattern, catalog: Catalog | null): number {
    for (const tool of meaningsOf(pattern)) {
      const cost = this.#known(tool, catalog);
      if (cost !== null) return cost;
    }
    return 1;
  }

  #known(tool: ToolRef, catalog: Catalog | null): number | null {
    const [slot] = this.#index.match(tool);
    return slot === undefined ? (catalog?.find(tool)?.cost ?? null) : this.#costs[slot]!;
  }
}

function meaningsOf(pattern: ToolPattern): readonly ToolRef[] {
  const spelled = formatPattern(pattern);
  if (typeof pattern !== 'string') return [{ server: pattern.server ?? null, name: pattern.tool }];
  const split = Array.from(spelled.matchAll(/\./g), ({ index }) => ({
    server: spelled.slice(0, index),
    name: spelled.slice(index + 1),
  }));
  return [{ server: null, name: spelled }, ...split];
}
