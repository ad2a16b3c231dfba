import { UserError } from '../issues/issue.ts';
import type { Sums } from '../measure/sums.ts';

/** The agent itself, which traces and suites call `agent`, `assistant`, or do not name. */
const AGENT = 'agent';

/** One name for each requester. */
export function requesterName(requester: string | null): string {
  return requester === null || requester === 'assistant' ? AGENT : requester;
}

/** Whether calls of a requester count: by default those of all but a simulated user, otherwise of the named ones. */
export function compileRequesters(
  names: readonly string[] | null,
): (requester: string | null) => boolean {
  if (names === null) return (requester) => requester !== 'user';
  const counted = new Set(names.map(requesterName));
  return (requester) => counted.has(requesterName(requester));
}

/** How many calls a named requester has. */
export type RequesterCount = readonly [requester: string, calls: number];

/** Counts the calls of the named requesters, to find names that no call has. The agent is never missing. */
export class RequesterCounts implements Sums<readonly RequesterCount[]> {
  readonly #counts = new Map<string, number>();

  constructor(names: readonly string[] | null) {
    for (const name of names ?? []) if (requesterName(name) !== AGENT) this.#counts.set(name, 0);
  }

  /** Adds the calls of a run, or of several that call alike. */
  add(calls: readonly { readonly requester: string | null }[], times = 1): void {
    if (this.#counts.size === 0) return;
    for (const { requester } of calls) {
      const count = requester === null ? undefined : this.#counts.get(requester);
      if (count !== undefined) this.#counts.set(requester as string, count + times);
    }
  }

  /** Sorted by name. */
  state(): readonly RequesterCount[] {
    return [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  merge(counts: readonly RequesterCount[]): void {
    for (const [name, calls] of counts)
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + calls);
  }

  /** The names that no call has. */
  get missing(): readonly string[] {
    return this.state().flatMap(([name, calls]) => (calls === 0 ? [name] : []));
  }
}

/** Throws a UserError for requesters that no call of any run has: their figures would be those of nothing. */
export function rejectUnknownRequesters(counts: RequesterCounts, runs: number): void {
  // Without a measured run nothing is known of any requester, and the runs are reported as not measured.
  if (runs === 0 || counts.missing.length === 0) return;
  throw new UserError(
    counts.missing.map((name) => ({
      code: 'REQUESTER_UNKNOWN',
      severity: 'error',
      message: `no call of any selected run has the requester ${JSON.stringify(name)}`,
      where: null,
      hint: '`agent` is the agent; other names are those that the traces record (see: whichtool inspect)',
    })),
  );
}
