import {
  answerKeys,
  callIdsOf,
  distanceOf,
  extentOf,
  isSameByRequest,
  isSameByTime,
  type SameRequest,
} from './same-request.ts';
import type { Branch } from './span-tree.ts';

/** How many requests just before and just after are searched for each span. */
const MAX_REQUESTS_CHECKED = 64;

/** The spans that record the same request: at most one of each instrumentation. */
type Request = readonly Branch[];

/**
 * Moves model spans below the span of another instrumentation that records the same request, where no context joins
 * them. The spans of LangChain's callbacks are never active, so the client's span begins beside them, even in another
 * trace. Equal ids prove it; content and time decide where no ids are recorded. Returns whether a span was moved.
 */
export function joinRepeatedSpans(branches: readonly Branch[]): boolean {
  const models = findInnermost(branches);
  if (new Set(models.map(({ node }) => node.scope)).size < 2) return false;
  const requests = new Requests(models);
  requests.joinByKeys();
  const isSameByBoth: SameRequest = (a, b) => isSameByTime(a, b) && isSameByRequest(a, b);
  for (const isSame of [isSameByBoth, isSameByRequest, isSameByTime]) requests.joinBy(isSame);
  let hasNested = false;
  for (const request of requests.all()) {
    if (request.length < 2) continue;
    nest(request);
    hasNested = true;
  }
  return hasNested;
}

class Requests {
  readonly #models: readonly Branch[];
  readonly #byBranch: Map<Branch, Request>;

  constructor(models: readonly Branch[]) {
    this.#models = models;
    this.#byBranch = new Map(models.map((branch) => [branch, [branch]]));
  }

  all(): ReadonlySet<Request> {
    return new Set(this.#byBranch.values());
  }

  joinByKeys(): void {
    const byKey = new Map<string, Branch[]>();
    for (const branch of this.#models) {
      for (const key of answerKeys(branch.node)) {
        const others = byKey.get(key);
        if (others === undefined) byKey.set(key, [branch]);
        else {
          const match = others.find((candidate) => this.#canJoin(candidate, branch));
          if (match !== undefined) this.#join(match, branch);
          others.push(branch);
        }
      }
    }
  }

  /** Joins each span with the closest in time that matches a rule. */
  joinBy(isSame: SameRequest): void {
    for (const [index, branch] of this.#models.entries()) {
      const [closest] = this.#models
        .slice(Math.max(0, index - MAX_REQUESTS_CHECKED), index + MAX_REQUESTS_CHECKED)
        .filter(
          (candidate) => isSame(candidate.node, branch.node) && this.#canJoin(candidate, branch),
        )
        .sort((a, b) => distanceOf(a.node, branch.node) - distanceOf(b.node, branch.node));
      if (closest !== undefined) this.#join(closest, branch);
    }
  }

  /** An instrumentation records a request once, and of nested spans only one can be the host. */
  #canJoin(a: Branch, b: Branch): boolean {
    if (a.node.scope === b.node.scope) return false;
    const [first, second] = [this.#byBranch.get(a)!, this.#byBranch.get(b)!];
    if (first === second) return false;
    const both = [...first, ...second];
    const scopes = new Set(both.map(({ node }) => node.scope));
    return scopes.size === both.length && !scopes.has(null) && both.filter(isInModel).length <= 1;
  }

  #join(a: Branch, b: Branch): void {
    const joined = [...this.#byBranch.get(a)!, ...this.#byBranch.get(b)!];
    for (const branch of joined) this.#byBranch.set(branch, joined);
  }
}

/** The models without a model span inside, apart from models of the tools and agents that they run. */
function findInnermost(branches: readonly Branch[]): readonly Branch[] {
  const outer = new Set<Branch>();
  for (const { node, parent } of branches) {
    if (node.facts.kind !== 'model') continue;
    for (let at = parent; at !== null && !outer.has(at); at = at.parent) {
      const { kind } = at.node.facts;
      if (kind !== 'model' && kind !== 'other') break;
      outer.add(at);
    }
  }
  return branches.filter((branch) => branch.node.facts.kind === 'model' && !outer.has(branch));
}

function isInModel({ parent }: Branch): boolean {
  for (let at = parent; at !== null; at = at.parent)
    if (at.node.facts.kind === 'model') return true;
  return false;
}

/**
 * The innermost span counts: the span with the most content, otherwise the shortest. A span inside another model stays
 * there.
 */
function nest(request: Request): void {
  const [first, ...rest] = [...request].sort(
    (a, b) =>
      Number(isInModel(b)) - Number(isInModel(a)) ||
      detailOf(a) - detailOf(b) ||
      extentOf(b.node) - extentOf(a.node) ||
      a.index - b.index,
  );
  const startMs = Math.min(...request.map((branch) => branch.startMs));
  for (const branch of request) branch.startMs = startMs;
  let host = first!;
  for (const branch of rest) {
    const { parent } = branch;
    if (parent !== null) parent.children.splice(parent.children.indexOf(branch), 1);
    branch.parent = host;
    host.children.push(branch);
    host = branch;
  }
}

function detailOf({ node }: Branch): number {
  if (callIdsOf(node) !== null) return 2;
  return node.facts.output.hasContent ? 1 : 0;
}
