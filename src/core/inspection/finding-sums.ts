import type { CallFinding } from '../calls/call-checker.ts';

/** One kind of fault of a tool: how often it was found, and where first. */
export interface FindingSum {
  readonly kind: CallFinding;
  calls: number;
  runs: number;
  /** Empty where it has none. */
  readonly reason: string;
  /** Of the first runs that show it. */
  readonly places: string[];
}

/** Hostile values could make every reason a new one. */
const MAX_REASONS = 100;
const MAX_EXAMPLES = 3;

/** What was found about the calls of a tool, by kind and reason. */
export class FindingSums {
  readonly #byKind = new Map<CallFinding, Map<string, FindingSum & { lastRun: number }>>();

  add(kind: CallFinding, run: number, reason: string | null, where: () => string | null): void {
    const sum = this.#sumOf(kind, reason ?? '');
    sum.calls += 1;
    if (sum.lastRun === run) return;
    sum.lastRun = run;
    sum.runs += 1;
    if (sum.runs > MAX_EXAMPLES) return;
    const place = where();
    if (place !== null) sum.places.push(place);
  }

  of(kind: CallFinding): readonly FindingSum[] {
    return [...(this.#byKind.get(kind)?.values() ?? [])];
  }

  count(kind: CallFinding): number {
    return this.of(kind).reduce((sum, { calls }) => sum + calls, 0);
  }

  state(): readonly FindingSum[] {
    return [...this.#byKind.keys()].flatMap((kind) =>
      this.of(kind).map(({ calls, runs, reason, places }) => ({
        kind,
        calls,
        runs,
        reason,
        places,
      })),
    );
  }

  /** Adds what was found in later runs. */
  merge(state: readonly FindingSum[]): void {
    for (const { kind, calls, runs, reason, places } of state) {
      const sum = this.#sumOf(kind, reason);
      sum.calls += calls;
      sum.runs += runs;
      sum.places.push(...places.slice(0, Math.max(0, MAX_EXAMPLES - sum.places.length)));
    }
  }

  #sumOf(kind: CallFinding, reason: string): FindingSum & { lastRun: number } {
    let byReason = this.#byKind.get(kind);
    if (byReason === undefined) this.#byKind.set(kind, (byReason = new Map()));
    const key = byReason.size < MAX_REASONS || byReason.has(reason) ? reason : '';
    let sum = byReason.get(key);
    if (sum === undefined) {
      sum = { kind, calls: 0, runs: 0, lastRun: -1, reason: key, places: [] };
      byReason.set(key, sum);
    }
    return sum;
  }
}
