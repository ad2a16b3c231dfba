import { readTime } from '../../draft/read-time.ts';
import type { RunPart } from './run-part.ts';

/** What a run is part of. */
interface Around {
  /** The name of the nearest tool: an agent inside a tool is a sub-agent. */
  readonly tool: string | null;
  /** Whether a model's run that has the same answer is around it. */
  readonly isInModel: boolean;
}

const NOTHING: Around = { tool: null, isInModel: false };

/** The runs of a trace in order, and their nesting. */
export class RunTree {
  readonly parts: readonly RunPart[];
  /** How many name a parent that is not there. */
  readonly orphans: number;
  readonly #byId: ReadonlyMap<string, RunPart>;
  readonly #around = new Map<string, Around>();
  /** The ids of runs that a model's run lies in. */
  readonly #outer = new Set<string>();

  constructor(parts: readonly RunPart[]) {
    this.parts = sortRuns(parts);
    this.#byId = new Map(parts.map((part) => [part.id, part]));
    this.orphans = parts.filter(
      ({ parentId }) => parentId !== null && !this.#byId.has(parentId),
    ).length;
    for (const part of parts) if (part.model !== null) this.#markOuter(part);
  }

  /** Whether another model's run lies in it, which has the answer, too. */
  hasInnerModel({ id }: RunPart): boolean {
    return this.#outer.has(id);
  }

  #markOuter(part: RunPart): void {
    for (let at = this.#parentOf(part); at !== undefined; at = this.#parentOf(at)) {
      if (this.#outer.has(at.id)) return;
      this.#outer.add(at.id);
    }
  }

  around(part: RunPart): Around {
    const existing = this.#around.get(part.id);
    if (existing !== undefined) return existing;
    const path: RunPart[] = [];
    // The way up ends at a known run, and where parents form a cycle.
    const seen = new Set<string>();
    for (let at: RunPart | undefined = part; at !== undefined; at = this.#parentOf(at)) {
      if (this.#around.has(at.id) || seen.has(at.id)) break;
      seen.add(at.id);
      path.push(at);
    }
    for (const ancestor of path.toReversed())
      this.#around.set(ancestor.id, this.#under(this.#parentOf(ancestor)));
    return this.#around.get(part.id) ?? NOTHING;
  }

  #parentOf({ parentId }: RunPart): RunPart | undefined {
    return parentId === null ? undefined : this.#byId.get(parentId);
  }

  #under(parent: RunPart | undefined): Around {
    if (parent === undefined) return NOTHING;
    if (parent.tool !== null) return { tool: parent.name, isInModel: false };
    const outer = this.#around.get(parent.id) ?? NOTHING;
    return (parent.model?.answer ?? null) === null ? outer : { ...outer, isInModel: true };
  }
}

/** By dotted order, which follows the tree; by time where a run has none. */
function sortRuns(parts: readonly RunPart[]): readonly RunPart[] {
  const hasOrder = parts.every(({ order }) => order !== null);
  const keyed = parts.map((part) => {
    const key = hasOrder ? part.order : readTime(part.start);
    return { part, key: key ?? '' };
  });
  return keyed
    .sort((a, b) => {
      if (a.key !== b.key) return a.key < b.key ? -1 : 1;
      return a.part.id < b.part.id ? -1 : 1;
    })
    .map(({ part }) => part);
}
