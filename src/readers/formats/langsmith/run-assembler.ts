import {
  type Issue,
  isJsonObject,
  type Json,
  type Place,
  stringifyJson,
  type ToolSpec,
} from '#core';
import { count } from '../../draft/count.ts';
import { readTime } from '../../draft/read-time.ts';
import { WaitingRuns } from '../../spill/waiting-runs.ts';
import type { Assembler, TraceOutput } from '../../trace-format.ts';
import { buildTrace } from './build-trace.ts';
import { notRun, runsOf } from './partition-runs.ts';
import { readRunPart, type RunPart } from './run-part.ts';
import { readIssue } from '../../records/read-codes.ts';

interface Gathered {
  readonly id: string;
  readonly where: Place;
  readonly parts: Map<string, RunPart>;
}

/** Types of single runs that are not agents: nothing was to be chosen there. */
const NO_AGENT: ReadonlySet<string> = new Set(['retriever', 'embedding', 'prompt', 'parser']);

/** Gathers runs by their trace until all are read. */
export class RunAssembler implements Assembler {
  readonly #output: TraceOutput;
  readonly #runs: WaitingRuns<Gathered>;
  /** Most runs of a project offer the same tools: each list is kept once. */
  readonly #catalogs = new Map<string, readonly ToolSpec[]>();

  /** `runs` are those of a part, where the assembler is one. */
  constructor(output: TraceOutput, runs: WaitingRuns<Gathered> = new WaitingRuns()) {
    this.#output = output;
    this.#runs = runs;
  }

  add(record: Json, where: Place): void {
    const waiting: { value: Json; outer: RunPart | null }[] = [];
    for (const value of runsOf(record)) waiting.push({ value, outer: null });
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { value, outer } = next;
      const part = isJsonObject(value) ? readRunPart(value, outer) : null;
      if (part === null || !isJsonObject(value)) {
        this.#output.error(notRun(where));
        continue;
      }
      this.#keep(part, where);
      if (!Array.isArray(value.child_runs)) continue;
      for (const child of value.child_runs as readonly Json[])
        waiting.push({ value: child, outer: part });
    }
  }

  *end(): Generator<void> {
    const traces = [...this.#runs.byId.values()].map((trace) => ({
      ...trace,
      start: startOf(trace),
    }));
    this.#runs.byId.clear();
    traces.sort((a, b) => {
      if (a.start !== b.start) return a.start < b.start ? -1 : 1;
      return a.id < b.id ? -1 : 1;
    });
    for (const { id, where, parts, start } of traces) {
      const runs = [...parts.values()];
      const order = { start, id };
      if (runs.every(({ type }) => NO_AGENT.has(type))) this.#runs.skipped.note(where, order);
      else this.#output.trace(buildTrace(id, runs, where), where, undefined, order);
      parts.clear();
      yield;
    }
    if (this.#runs.skipped.where !== null && !this.#runs.isPart)
      this.#output.warn(skippedTraces(this.#runs.skipped.count, this.#runs.skipped.where));
  }

  divide(parts: number, indexOf: (key: string) => number): RunAssembler[] {
    return this.#runs.divide(parts, indexOf).map((runs) => new RunAssembler(this.#output, runs));
  }

  #keep(part: RunPart, where: Place): void {
    let trace = this.#runs.byId.get(part.traceId);
    if (trace === undefined)
      this.#runs.byId.set(part.traceId, (trace = { id: part.traceId, where, parts: new Map() }));
    // Pages overlap; a run that has ended since replaces the earlier copy.
    const existing = trace.parts.get(part.id);
    if (existing === undefined || existing.outcome === 'pending')
      trace.parts.set(part.id, this.#shareCatalog(part));
  }

  #shareCatalog(part: RunPart): RunPart {
    const offered = part.model?.offered ?? null;
    if (part.model === null || offered === null) return part;
    const key = stringifyJson(offered as unknown as Json);
    const shared = this.#catalogs.get(key);
    if (shared === undefined) this.#catalogs.set(key, offered);
    return { ...part, model: { ...part.model, offered: shared ?? offered } };
  }
}

function startOf({ parts }: Gathered): string {
  const starts = [...parts.values()].map(({ start }) => readTime(start) ?? '');
  return starts.reduce((a, b) => (a < b ? a : b));
}

function skippedTraces(traces: number, where: Place): Issue {
  return readIssue(
    'READ_RUN_SKIPPED',
    `${count(traces, 'trace', 'traces')} of nothing but retrievers, prompts, parsers or embeddings left out`,
    { where },
  );
}
