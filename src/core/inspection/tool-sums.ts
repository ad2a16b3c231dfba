import type { CallFinding } from '../calls/call-checker.ts';
import { isOutcomeKnown } from '../calls/call-status.ts';
import type { CountedTool } from '../trace/counted-pile.ts';
import { formatTool, type ToolCall, type ToolRef } from '../trace/trace.ts';
import { type DurationState, DurationSums } from './duration-sums.ts';
import { type FindingSum, FindingSums } from './finding-sums.ts';
import type { Finding, ToolUse } from './inspection-report.ts';

/** What is not known about a call. */
export interface Lacking {
  /** Which tools were offered. */
  readonly tools: boolean;
  /** Whether its arguments fit a schema. */
  readonly judgement: boolean;
}

interface ToolCounts {
  calls: number;
  runs: number;
  offered: number;
  denied: number;
  missing: number;
  /** How many of its calls lack what a count of them needs. */
  withoutStatus: number;
  withoutOutcome: number;
  withoutTools: number;
  unjudged: number;
  /** Calls that were only counted: their arguments were not looked at. */
  counted: number;
  runsWithCost: number;
}

/** What is counted of one tool, as plain data. */
export interface ToolState {
  readonly tool: ToolRef;
  readonly counts: Readonly<ToolCounts>;
  readonly runCost: bigint;
  readonly durations: DurationState;
  readonly findings: readonly FindingSum[];
}

/** Sums of numbers are exact below. */
const MAX_SMALL_COST = 2 ** 52;

/** What is counted of one tool. */
export class ToolSums {
  readonly tool: ToolRef;
  readonly counts: ToolCounts = {
    calls: 0,
    runs: 0,
    offered: 0,
    denied: 0,
    missing: 0,
    withoutStatus: 0,
    withoutOutcome: 0,
    withoutTools: 0,
    unjudged: 0,
    counted: 0,
    runsWithCost: 0,
  };
  readonly findings: FindingSums = new FindingSums();
  #lastRun = -1;
  /** Billionths, so that the sum is exact. */
  #runCost = 0n;
  /** The latest part of it. */
  #smallCost = 0;
  readonly #durations = new DurationSums();

  constructor(tool: ToolRef) {
    this.tool = tool;
  }

  /** Adds a call; `cost` is that of its run, in billionths. */
  addCall(
    { status, durationMs }: Pick<ToolCall, 'status' | 'durationMs'>,
    run: number,
    cost: number | null,
    lacks: Lacking,
  ): void {
    const { counts } = this;
    counts.calls += 1;
    if (status === null) counts.withoutStatus += 1;
    if (!isOutcomeKnown(status)) counts.withoutOutcome += 1;
    if (lacks.tools) counts.withoutTools += 1;
    if (lacks.judgement) counts.unjudged += 1;
    if (status === 'denied') counts.denied += 1;
    if (status === 'missing') counts.missing += 1;
    if (durationMs !== undefined) this.#durations.add(durationMs);
    if (this.#lastRun === run) return;
    this.#lastRun = run;
    counts.runs += 1;
    if (cost === null) return;
    if (cost + this.#smallCost < MAX_SMALL_COST) this.#smallCost += cost;
    else this.#runCost += BigInt(cost);
    counts.runsWithCost += 1;
  }

  /** Adds calls that were only counted. */
  addCounted({ calls, runs, failed }: CountedTool): void {
    const { counts } = this;
    counts.calls += calls;
    counts.runs += runs;
    counts.counted += calls;
    counts.withoutTools += calls;
    counts.unjudged += calls;
    if (failed === null) counts.withoutOutcome += calls;
    else if (failed.calls > 0)
      this.findings.merge([{ kind: 'failed', ...failed, reason: '', places: [] }]);
  }

  get #totalCost(): bigint {
    return this.#runCost + BigInt(this.#smallCost);
  }

  findingsOf(kind: CallFinding): Finding[] {
    const tool = formatTool(this.tool);
    return this.findings.of(kind).map(({ calls, runs, reason, places }) => ({
      tool,
      calls,
      runs,
      reason: reason === '' ? null : reason,
      where: places[0] ?? null,
      examples: [...places],
    }));
  }

  report(allCalls: number, knowsOffered: boolean, price: number | null): ToolUse {
    const { counts, findings } = this;
    return {
      tool: formatTool(this.tool),
      calls: counts.calls,
      runs: counts.runs,
      share: Math.round((counts.calls / allCalls) * 10_000) / 10_000,
      failed: countUnless(counts.withoutOutcome, findings.count('failed')),
      denied: countUnless(counts.withoutOutcome + counts.counted, counts.denied),
      missing: countUnless(counts.withoutStatus + counts.counted, counts.missing),
      duplicate: countUnless(counts.counted, findings.count('duplicate')),
      hallucinated: countUnless(counts.withoutTools, findings.count('hallucinated')),
      invalidArguments: countUnless(counts.unjudged, findings.count('invalid_args')),
      unparsedArguments: countUnless(counts.counted, findings.count('unparsed_args')),
      offered: knowsOffered ? counts.offered : null,
      durations: this.#durations.report(),
      cost: price === null ? null : Math.round(price * counts.calls * 1e9) / 1e9,
      runCost:
        counts.runsWithCost === 0
          ? null
          : Math.round(Number(this.#totalCost) / counts.runsWithCost) / 1e9,
    };
  }

  state(): ToolState {
    return {
      tool: this.tool,
      counts: this.counts,
      runCost: this.#totalCost,
      durations: this.#durations.state(),
      findings: this.findings.state(),
    };
  }

  /** Adds what was counted of later runs. */
  merge({ counts, runCost, durations, findings }: ToolState): void {
    for (const key of Object.keys(counts) as (keyof ToolCounts)[]) this.counts[key] += counts[key];
    this.#runCost += runCost;
    this.#durations.merge(durations);
    this.findings.merge(findings);
  }
}

/** A count, unless some call lacks what it needs. */
function countUnless(without: number, count: number): number | null {
  return without === 0 ? count : null;
}
