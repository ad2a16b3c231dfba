import type { CallFinding } from '../calls/call-checker.ts';
import { isOutcomeKnown } from '../calls/call-status.ts';
import { formatTool, type ToolCall, type ToolRef } from '../trace/trace.ts';
import { DurationSums } from './duration-sums.ts';
import type { Finding, ToolUse } from './inspection-report.ts';

/** How often something was found about a tool, and where. */
interface FindingSums {
  calls: number;
  runs: number;
  /** The last run that it was counted for. */
  lastRun: number;
  readonly reason: string | null;
  /** Of the first runs that show it. */
  readonly places: string[];
}

/** What is not known about a call. */
export interface Lacking {
  /** Which tools were offered. */
  readonly tools: boolean;
  /** Whether its arguments fit a schema. */
  readonly judgement: boolean;
}

/** What is counted of one tool. */
export class ToolSums {
  readonly tool: ToolRef;
  calls = 0;
  runs = 0;
  offered = 0;
  denied = 0;
  missing = 0;
  /** How many of its calls lack what a count of them needs. */
  #withoutStatus = 0;
  #withoutOutcome = 0;
  #withoutTools = 0;
  #unjudged = 0;
  #lastRun = -1;
  /** Billionths, so that the sum is exact. */
  #runCost = 0n;
  #runsWithCost = 0;
  readonly #durations = new DurationSums();
  /** By kind, then by reason: one entry per different fault. */
  readonly #findings = new Map<CallFinding, Map<string, FindingSums>>();

  constructor(tool: ToolRef) {
    this.tool = tool;
  }

  addCall(call: ToolCall, run: number, cost: number | null, lacks: Lacking): void {
    this.calls += 1;
    if (call.status === null) this.#withoutStatus += 1;
    if (!isOutcomeKnown(call.status)) this.#withoutOutcome += 1;
    if (lacks.tools) this.#withoutTools += 1;
    if (lacks.judgement) this.#unjudged += 1;
    if (call.status === 'denied') this.denied += 1;
    if (call.status === 'missing') this.missing += 1;
    if (call.durationMs !== undefined) this.#durations.add(call.durationMs);
    if (this.#lastRun === run) return;
    this.#lastRun = run;
    this.runs += 1;
    if (cost === null) return;
    this.#runCost += BigInt(Math.round(cost * 1e9));
    this.#runsWithCost += 1;
  }

  addFinding(
    kind: CallFinding,
    run: number,
    reason: string | null,
    where: () => string | null,
  ): void {
    let byReason = this.#findings.get(kind);
    if (byReason === undefined) this.#findings.set(kind, (byReason = new Map()));
    // Hostile values could make every reason a new one.
    const key = byReason.size < MAX_REASONS || reason === null ? (reason ?? '') : '';
    let sums = byReason.get(key);
    if (sums === undefined) {
      sums = { calls: 0, runs: 0, lastRun: -1, reason: key === '' ? null : key, places: [] };
      byReason.set(key, sums);
    }
    sums.calls += 1;
    if (sums.lastRun === run) return;
    sums.lastRun = run;
    sums.runs += 1;
    if (sums.runs > MAX_EXAMPLES) return;
    const place = where();
    if (place !== null) sums.places.push(place);
  }

  findings(kind: CallFinding): Finding[] {
    const tool = formatTool(this.tool);
    return [...(this.#findings.get(kind)?.values() ?? [])].map(
      ({ calls, runs, reason, places }) => ({
        tool,
        calls,
        runs,
        reason,
        where: places[0] ?? null,
        examples: [...places],
      }),
    );
  }

  report(allCalls: number, knowsOffered: boolean, price: number | null): ToolUse {
    const count = (kind: CallFinding): number =>
      this.findings(kind).reduce((sum, { calls }) => sum + calls, 0);
    return {
      tool: formatTool(this.tool),
      calls: this.calls,
      runs: this.runs,
      share: Math.round((this.calls / allCalls) * 10_000) / 10_000,
      failed: countUnless(this.#withoutOutcome, count('failed')),
      denied: countUnless(this.#withoutOutcome, this.denied),
      missing: countUnless(this.#withoutStatus, this.missing),
      duplicate: count('duplicate'),
      hallucinated: countUnless(this.#withoutTools, count('hallucinated')),
      invalidArguments: countUnless(this.#unjudged, count('invalid_args')),
      unparsedArguments: count('unparsed_args'),
      offered: knowsOffered ? this.offered : null,
      durations: this.#durations.report(),
      cost: price === null ? null : Math.round(price * this.calls * 1e9) / 1e9,
      runCost:
        this.#runsWithCost === 0
          ? null
          : Math.round(Number(this.#runCost) / this.#runsWithCost) / 1e9,
    };
  }
}

/** A count, unless some call lacks what it needs. */
function countUnless(without: number, count: number): number | null {
  return without === 0 ? count : null;
}

const MAX_REASONS = 100;
const MAX_EXAMPLES = 3;
