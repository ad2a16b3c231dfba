import type { Verdict } from '#core';
import type { ApiLiveRates, LiveSummary } from '#schema';

/** A run of the last minutes. */
interface RecentRun {
  readonly arrivedMs: number;
  readonly summary: LiveSummary;
  readonly verdict: Verdict | null;
}

const WINDOW_MS = 5 * 60 * 1000;
const RATE_MS = 10_000;
const MAX_RUNS = 20_000;
const MAX_TOOLS = 20;

/** The runs of the last minutes. A run that is scored again replaces itself. */
export class RecentRuns {
  readonly #runs = new Map<string, RecentRun>();
  #spans: { readonly atMs: number; readonly count: number }[] = [];

  addSpans(count: number, nowMs: number): void {
    this.#spans.push({ atMs: nowMs, count });
    if (this.#spans.length > 4096)
      this.#spans = this.#spans.filter(({ atMs }) => atMs > nowMs - RATE_MS);
  }

  add(id: string, run: RecentRun): void {
    this.#runs.set(id, run);
    if (this.#runs.size <= MAX_RUNS) return;
    const [oldest] = this.#runs.keys();
    this.#runs.delete(oldest as string);
  }

  /** The figures of now. */
  rates(nowMs: number): ApiLiveRates {
    for (const [id, { arrivedMs }] of this.#runs)
      if (arrivedMs <= nowMs - WINDOW_MS) this.#runs.delete(id);
    const sums = new RunSums();
    let recent = 0;
    for (const run of this.#runs.values()) {
      sums.add(run);
      if (run.arrivedMs > nowMs - RATE_MS) recent += 1;
    }
    let spans = 0;
    for (const { atMs, count } of this.#spans) if (atMs > nowMs - RATE_MS) spans += count;
    return {
      seconds: WINDOW_MS / 1000,
      runs: this.#runs.size,
      runsPerSecond: recent / (RATE_MS / 1000),
      spansPerSecond: spans / (RATE_MS / 1000),
      ...sums.report(),
    };
  }
}

class RunSums {
  #withCalls = 0;
  #failed = 0;
  #withOffers = 0;
  #hallucinated = 0;
  readonly #verdicts: Record<Verdict, number> = { pass: 0, fail: 0, error: 0, inconclusive: 0 };
  readonly #tools = new Map<string, number>();
  readonly #unknown = new Map<string, number>();

  add({ summary, verdict }: RecentRun): void {
    const { calls, findings, hasOffers, tools, unknownTools } = summary;
    if (verdict !== null) this.#verdicts[verdict] += 1;
    if (calls > 0) this.#withCalls += 1;
    if (findings.failed !== undefined) this.#failed += 1;
    if (calls > 0 && hasOffers) this.#withOffers += 1;
    if (unknownTools.length > 0) this.#hallucinated += 1;
    for (const tool of tools) count(this.#tools, tool);
    for (const tool of unknownTools) count(this.#unknown, tool);
  }

  report(): Omit<ApiLiveRates, 'seconds' | 'runs' | 'runsPerSecond' | 'spansPerSecond'> {
    return {
      withCalls: this.#withCalls,
      failed: this.#failed,
      withOffers: this.#withOffers,
      hallucinated: this.#hallucinated,
      verdicts: this.#verdicts,
      tools: mostFrequent(this.#tools),
      unknownTools: mostFrequent(this.#unknown),
    };
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function mostFrequent(counts: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
  return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).slice(0, MAX_TOOLS);
}
