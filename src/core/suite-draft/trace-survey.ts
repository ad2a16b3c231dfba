import { CallChecker, type CallFinding } from '../calls/call-checker.ts';
import type { Services } from '../scoring/scorer.ts';
import { tokensOf } from '../trace/run-usage.ts';
import type { ToolCall, ToolRef, ToolSpec, Trace } from '../trace/trace.ts';
import { MeanSums } from './mean-sums.ts';

/** How a tool was called in the traces of a survey. */
export interface SurveyedTool extends ToolRef {
  readonly calls: number;
  /** Runs that called it at least once. */
  readonly runs: number;
  /** Whether every call of it was of a tool that its run was not offered. */
  readonly isHallucinated: boolean;
}

interface ToolCounts {
  readonly tool: ToolRef;
  calls: number;
  runs: number;
  hallucinated: number;
  /** The last run that was counted. */
  lastRun: number;
}

/** What recorded runs show that a suite can be drafted from: their tools, and in how many runs something is wrong. */
export class TraceSurvey {
  readonly amounts = { calls: new MeanSums(), tokens: new MeanSums(), cost: new MeanSums() };
  readonly #checker: CallChecker;
  readonly #tools = new Map<string, ToolCounts>();
  readonly #offered = new Map<string, ToolSpec>();
  readonly #faultyRuns = new Map<CallFinding, number>();
  #runs = 0;
  #errors = 0;
  #calls = 0;

  constructor(services: Services) {
    this.#checker = new CallChecker(undefined, services);
  }

  /** Measured runs. */
  get runs(): number {
    return this.#runs;
  }

  /** Runs that crashed, and records that could not be read. */
  get errors(): number {
    return this.#errors;
  }

  get calls(): number {
    return this.#calls;
  }

  /** The tools that were called, in the order in which they were met. */
  get tools(): readonly SurveyedTool[] {
    return [...this.#tools.values()].map(({ tool, calls, runs, hallucinated }) => ({
      server: tool.server,
      name: tool.name,
      calls,
      runs,
      isHallucinated: hallucinated === calls,
    }));
  }

  /** The tools that runs were offered, each once. */
  get offered(): readonly ToolSpec[] {
    return [...this.#offered.values()];
  }

  /** In how many runs a call has this fault. */
  faultyRuns(finding: CallFinding): number {
    return this.#faultyRuns.get(finding) ?? 0;
  }

  addError(): void {
    this.#errors += 1;
  }

  /** Adds a run; `calls` are those of it that count. */
  add(trace: Trace, calls: readonly ToolCall[]): void {
    this.#runs += 1;
    this.#calls += calls.length;
    for (const tool of trace.offered ?? []) {
      const key = keyOf(tool);
      if (!this.#offered.has(key)) this.#offered.set(key, tool);
    }
    const { findings } = this.#checker.check(calls, trace);
    for (const finding of new Set(findings.flat()))
      this.#faultyRuns.set(finding, this.faultyRuns(finding) + 1);
    calls.forEach((call, i) => {
      const counts = this.#countsOf(call);
      counts.calls += 1;
      if (findings[i]?.includes('hallucinated') === true) counts.hallucinated += 1;
      if (counts.lastRun !== this.#runs) counts.runs += 1;
      counts.lastRun = this.#runs;
    });
    this.amounts.calls.add(calls.length);
    const tokens = tokensOf(trace);
    if (tokens !== null) this.amounts.tokens.add(tokens);
    const cost = trace.usage?.cost ?? null;
    if (cost !== null) this.amounts.cost.add(cost);
  }

  merge(other: TraceSurvey): void {
    this.#runs += other.#runs;
    this.#errors += other.#errors;
    this.#calls += other.#calls;
    for (const { tool, calls, runs, hallucinated } of other.#tools.values()) {
      const counts = this.#countsOf(tool);
      counts.calls += calls;
      counts.runs += runs;
      counts.hallucinated += hallucinated;
    }
    for (const [key, tool] of other.#offered)
      if (!this.#offered.has(key)) this.#offered.set(key, tool);
    for (const [finding, runs] of other.#faultyRuns)
      this.#faultyRuns.set(finding, this.faultyRuns(finding) + runs);
    this.amounts.calls.merge(other.amounts.calls);
    this.amounts.tokens.merge(other.amounts.tokens);
    this.amounts.cost.merge(other.amounts.cost);
  }

  #countsOf({ server, name }: ToolRef): ToolCounts {
    const key = keyOf({ server, name });
    let counts = this.#tools.get(key);
    if (counts === undefined) {
      counts = { tool: { server, name }, calls: 0, runs: 0, hallucinated: 0, lastRun: 0 };
      this.#tools.set(key, counts);
    }
    return counts;
  }
}

/** By the pair: a dotted spelling could mean two tools. */
function keyOf({ server, name }: ToolRef): string {
  return JSON.stringify([server, name]);
}
