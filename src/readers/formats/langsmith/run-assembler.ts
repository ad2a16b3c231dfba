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
import type { Assembler, TraceOutput } from '../../trace-format.ts';
import { buildTrace } from './build-trace.ts';
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
  readonly #traces = new Map<string, Gathered>();
  /** Most runs of a project offer the same tools: each list is kept once. */
  readonly #catalogs = new Map<string, readonly ToolSpec[]>();

  constructor(output: TraceOutput) {
    this.#output = output;
  }

  add(record: Json, where: Place): void {
    // A page of the API, a run, or a run with its children inside.
    const page = isJsonObject(record) ? [record.runs, record.items].find(Array.isArray) : undefined;
    const waiting: { value: Json; outer: RunPart | null }[] = [];
    for (const value of page ?? [record]) waiting.push({ value, outer: null });
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
    const traces = [...this.#traces.values()].map((trace) => ({ ...trace, start: startOf(trace) }));
    this.#traces.clear();
    traces.sort((a, b) => {
      if (a.start !== b.start) return a.start < b.start ? -1 : 1;
      return a.id < b.id ? -1 : 1;
    });
    const skipped: Gathered[] = [];
    for (const trace of traces) {
      const parts = [...trace.parts.values()];
      if (parts.every(({ type }) => NO_AGENT.has(type))) skipped.push(trace);
      else this.#output.trace(buildTrace(trace.id, parts, trace.where), trace.where);
      trace.parts.clear();
      yield;
    }
    if (skipped[0] !== undefined)
      this.#output.warn(skippedTraces(skipped.length, skipped[0].where));
  }

  #keep(part: RunPart, where: Place): void {
    let trace = this.#traces.get(part.traceId);
    if (trace === undefined)
      this.#traces.set(part.traceId, (trace = { id: part.traceId, where, parts: new Map() }));
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

function notRun(where: Place): Issue<'TRACE_SCHEMA'> {
  return readIssue(
    'TRACE_SCHEMA',
    'this is not a run of LangSmith: it needs an id and a run_type',
    { where: { ...where, pointer: where.pointer ?? '' } },
  );
}

function skippedTraces(traces: number, where: Place): Issue {
  return readIssue(
    'READ_RUN_SKIPPED',
    `${count(traces, 'trace', 'traces')} of nothing but retrievers, prompts, parsers or embeddings left out`,
    { where },
  );
}
