// Mastra traces: spans as exporters (AI tracing of 0.20 to 1.x) and as the storage and its API write them.
import { type Issue, isJsonObject, type Json, type Place } from '#core';
import { count } from '../../draft/count.ts';
import { compareText } from '../../draft/compare-text.ts';
import { WaitingRuns } from '../../spill/waiting-runs.ts';
import type { Assembler, PartitionSink, TraceFormat, TraceOutput } from '../../trace-format.ts';
import { readTrace } from './read-trace.ts';
import { isSpan, readSpan, type Span } from './span.ts';
import { isTool } from './span-context.ts';
import { readIssue } from '../../records/read-codes.ts';

/** Spans of the Mastra framework: one run per trace. */
export const mastraFormat: TraceFormat = {
  id: 'mastra',
  title: 'Mastra spans',
  joinsFiles: true,
  sniff: (record) => {
    if (isSpan(unwrap(record))) return 'part';
    return isJsonObject(record) && Array.isArray(record.spans) && isSpan(record.spans[0] as Json)
      ? 'run'
      : 'none';
  },
  open: (output) => new SpanLog(output),
  partition: (record, where, sink) => partitionRecord(record, where, sink),
};

/** An event of the tracer has the span in it. */
function unwrap(record: Json): Json {
  return isJsonObject(record) && isJsonObject(record.exportedSpan) ? record.exportedSpan : record;
}

interface Gathered {
  readonly where: Place;
  readonly spans: Map<string, Span>;
}

class SpanLog implements Assembler {
  readonly #output: TraceOutput;
  readonly #runs: WaitingRuns<Gathered>;

  /** `runs` are those of a part, where the assembler is one. */
  constructor(output: TraceOutput, runs: WaitingRuns<Gathered> = new WaitingRuns()) {
    this.#output = output;
    this.#runs = runs;
  }

  add(record: Json, where: Place): void {
    for (const { value, place } of spansOf(record, where)) {
      const span = isJsonObject(value) ? readSpan(value) : null;
      if (span === null) this.#output.error(notSpan(place));
      else this.#addSpan(span, where);
    }
  }

  *end(): Generator<void> {
    const traces = [...this.#runs.byId].map(([id, { where, spans }]) => ({
      id,
      where,
      spans: [...spans.values()].sort(
        (a, b) => compareText(a.start, b.start) || compareText(a.id, b.id),
      ),
    }));
    traces.sort(
      (a, b) => compareText(a.spans[0]!.start, b.spans[0]!.start) || compareText(a.id, b.id),
    );
    for (const { id, where, spans } of traces) {
      const order = { start: spans[0]!.start, id };
      if (spans.some(isWork))
        this.#output.trace(readTrace(id, spans, where), where, undefined, order);
      else this.#runs.skipped.note(where, order, spans.length);
      yield;
    }
    if (this.#runs.skipped.count > 0 && !this.#runs.isPart)
      this.#output.warn(
        readIssue(
          'READ_RUN_SKIPPED',
          `${count(this.#runs.skipped.count, 'span', 'spans')} of traces without an agent, a model or a tool left out`,
        ),
      );
  }

  divide(parts: number, indexOf: (key: string) => number): SpanLog[] {
    return this.#runs.divide(parts, indexOf).map((runs) => new SpanLog(this.#output, runs));
  }

  #addSpan(span: Span, where: Place): void {
    const trace = this.#runs.byId.get(span.traceId) ?? { where, spans: new Map() };
    this.#runs.byId.set(span.traceId, trace);
    // A span may be recorded when it starts and again when it ends.
    const existing = trace.spans.get(span.id);
    if (existing === undefined || existing.end === null) trace.spans.set(span.id, span);
  }
}

/** Whether a span makes its trace a run: judges and bookkeeping do not. */
function isWork(span: Span): boolean {
  return isTool(span) || /^(?:agent_run|workflow_run|model_generation)$/.test(span.type);
}

/** The spans of a record with their places. */
function spansOf(
  record: Json,
  where: Place,
): readonly { readonly value: Json; readonly place: Place }[] {
  if (!isJsonObject(record) || !Array.isArray(record.spans))
    return [{ value: unwrap(record), place: where }];
  return (record.spans as readonly Json[]).map((value, index) => ({
    value,
    place: { ...where, pointer: `${where.pointer ?? ''}/spans/${index}` },
  }));
}

function partitionRecord(record: Json, where: Place, sink: PartitionSink): void {
  for (const { value, place } of spansOf(record, where)) {
    const span = isJsonObject(value) ? readSpan(value) : null;
    if (span === null) sink.error(notSpan(place));
    else sink.part(span.traceId, { spans: [value] }, where);
  }
}

function notSpan(where: Place): Issue<'TRACE_SCHEMA'> {
  return readIssue('TRACE_SCHEMA', 'a span must have an id, a traceId and a type', { where });
}
