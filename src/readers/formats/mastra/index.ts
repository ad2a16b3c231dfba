// Mastra traces: spans as exporters (AI tracing of 0.20 to 1.x) and as the storage and its API write them.
import { isJsonObject, type Json, type Place } from '#core';
import { count } from '../../draft/count.ts';
import { compareText } from '../../draft/compare-text.ts';
import type { Assembler, TraceFormat, TraceOutput } from '../../trace-format.ts';
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
  readonly #traces = new Map<string, Gathered>();

  constructor(output: TraceOutput) {
    this.#output = output;
  }

  add(record: Json, where: Place): void {
    if (isJsonObject(record) && Array.isArray(record.spans))
      for (const [index, span] of (record.spans as readonly Json[]).entries())
        this.#addSpan(span, { ...where, pointer: `${where.pointer ?? ''}/spans/${index}` }, where);
    else this.#addSpan(unwrap(record), where, where);
  }

  *end(): Generator<void> {
    let skipped = 0;
    const traces = [...this.#traces].map(([id, { where, spans }]) => ({
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
      if (spans.some(isWork)) this.#output.trace(readTrace(id, spans, where), where);
      else skipped += spans.length;
      yield;
    }
    if (skipped > 0)
      this.#output.warn(
        readIssue(
          'READ_RUN_SKIPPED',
          `${count(skipped, 'span', 'spans')} of traces without an agent, a model or a tool left out`,
        ),
      );
  }

  #addSpan(record: Json, where: Place, first: Place): void {
    const span = isJsonObject(record) ? readSpan(record) : null;
    if (span === null) {
      const message = 'a span must have an id, a traceId and a type';
      this.#output.error(readIssue('TRACE_SCHEMA', message, { where }));
      return;
    }
    const trace = this.#traces.get(span.traceId) ?? { where: first, spans: new Map() };
    this.#traces.set(span.traceId, trace);
    // A span may be recorded when it starts and again when it ends.
    const existing = trace.spans.get(span.id);
    if (existing === undefined || existing.end === null) trace.spans.set(span.id, span);
  }
}

/** Whether a span makes its trace a run: judges and bookkeeping do not. */
function isWork(span: Span): boolean {
  return isTool(span) || /^(?:agent_run|workflow_run|model_generation)$/.test(span.type);
}
