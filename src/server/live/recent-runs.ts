import type { Verdict } from '#core';
import type { ApiLiveRates, LiveSummary } from '#schema';

/** A run of the last minutes. */
interface RecentRun {
  readonly arrivedMs: number;
  readonly summary: LiveSummary;
  readonly verdict: Verdict | null;
}

/** What figures count of a run. Runs that are alike share one, so that a hundred thousand take little memory. */
interface RunShape extends Pick<LiveSummary, 'hasOffers' | 'tools' | 'unknownTools'> {
  readonly verdict: Verdict | null;
  readonly hasCalls: boolean;
  readonly hasFailed: boolean;
}

interface KnownRun {
  readonly arrivedMs: number;
  readonly shape: RunShape;
}

const WINDOW_MS = 5 * 60 * 1000;
const RATE_MS = 10_000;
const MAX_RUNS = 100_000;
const MAX_SHAPES = 10_000;
const MAX_TOOLS = 20;

/** The runs of the last minutes. A run that is scored again replaces itself. */
export class RecentRuns {
  readonly #runs = new Map<string, KnownRun>();
  #shapes = new Map<string, RunShape>();
  #spans: { readonly atMs: number; readonly count: number }[] = [];
  /** Runs that arrived up to then were dropped, because there were too many. */
  #droppedToMs = 0;

  addSpans(count: number, nowMs: number): void {
    this.#spans.push({ atMs: nowMs, count });
    if (this.#spans.length > 4096)
      this.#spans = this.#spans.filter(({ atMs }) => atMs > nowMs - RATE_MS);
  }

  add(id: string, { arrivedMs, summary, verdict }: RecentRun): void {
    this.#runs.set(id, { arrivedMs, shape: this.#shapeOf(summary, verdict) });
    if (this.#runs.size <= MAX_RUNS) return;
    for (const [oldest, run] of this.#runs) {
      this.#droppedToMs = run.arrivedMs;
      this.#runs.delete(oldest);
      return;
    }
  }

  /** Forgets all runs: they will be scored by another suite. */
  clear(): void {
    this.#runs.clear();
    this.#shapes.clear();
  }

  /** The figures of now. */
  rates(nowMs: number): ApiLiveRates {
    for (const [id, { arrivedMs }] of this.#runs)
      if (arrivedMs <= nowMs - WINDOW_MS) this.#runs.delete(id);
    const counts = new Map<RunShape, number>();
    let recent = 0;
    for (const { arrivedMs, shape } of this.#runs.values()) {
      counts.set(shape, (counts.get(shape) ?? 0) + 1);
      if (arrivedMs > nowMs - RATE_MS) recent += 1;
    }
    const sums = new RunSums();
    for (const [shape, count] of counts) sums.add(shape, count);
    let spans = 0;
    for (const { atMs, count } of this.#spans) if (atMs > nowMs - RATE_MS) spans += count;
    const fromMs = Math.max(nowMs - WINDOW_MS, this.#droppedToMs);
    return {
      seconds: Math.round((nowMs - fromMs) / 1000),
      runs: this.#runs.size,
      runsPerSecond: recent / (RATE_MS / 1000),
      spansPerSecond: spans / (RATE_MS / 1000),
      ...sums.report(),
    };
  }

  #shapeOf(
    { calls, findings, hasOffers, tools, unknownTools }: LiveSummary,
    verdict: Verdict | null,
  ): RunShape {
    const hasCalls = calls > 0;
    const hasFailed = findings.failed !== undefined;
    const key = JSON.stringify([verdict, hasCalls, hasFailed, hasOffers, tools, unknownTools]);
    const known = this.#shapes.get(key);
    if (known !== undefined) return known;
    if (this.#shapes.size >= MAX_SHAPES) this.#shapes = new Map();
    const shape = { verdict, hasCalls, hasFailed, hasOffers, tools, unknownTools };
    this.#shapes.set(key, shape);
    return shape;
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

  add(
    { verdict, hasCalls, hasFailed, hasOffers, tools, unknownTools }: RunShape,
    times: number,
  ): void {
    if (verdict !== null) this.#verdicts[verdict] += times;
    if (hasCalls) this.#withCalls += times;
    if (hasFailed) this.#failed += times;
    if (hasCalls && hasOffers) this.#withOffers += times;
    if (unknownTools.length > 0) this.#hallucinated += times;
    for (const tool of tools) count(this.#tools, tool, times);
    for (const tool of unknownTools) count(this.#unknown, tool, times);
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

function count(counts: Map<string, number>, name: string, times: number): void {
  counts.set(name, (counts.get(name) ?? 0) + times);
}

function mostFrequent(counts: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
  return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).slice(0, MAX_TOOLS);
}
