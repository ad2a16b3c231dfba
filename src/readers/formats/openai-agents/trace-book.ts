import { isJsonObject, type Json, type JsonObject, type Place } from '#core';
import { count } from '../../draft/count.ts';
import type { Assembler, TraceOutput } from '../../trace-format.ts';
import { readTrace } from './read-trace.ts';
import { compareSpans, readSpan, type Span } from './span.ts';
import { readIssue } from '../../records/read-codes.ts';

interface Pages {
  readonly id: string;
  readonly where: Place;
  header: JsonObject | null;
  /** By id: a processor that logs spans at start and at end records each span twice. */
  readonly spans: Map<string, Span>;
}

/** Collects spans by their trace, and makes a run of each trace when all are there. */
export class TraceBook implements Assembler {
  readonly #output: TraceOutput;
  readonly #traces = new Map<string, Pages>();

  constructor(output: TraceOutput) {
    this.#output = output;
  }

  add(record: Json, where: Place): void {
    if (isJsonObject(record) && Array.isArray(record.data)) {
      for (const [index, entry] of (record.data as readonly Json[]).entries())
        this.#addPart(entry, { ...where, pointer: `${where.pointer ?? ''}/data/${index}` });
    } else this.#addPart(record, where);
  }

  *end(): Generator<void> {
    const traces = [...this.#traces.values()].map((pages) => ({
      pages,
      spans: [...pages.spans.values()].sort(compareSpans),
    }));
    traces.sort((a, b) => {
      const [first, second] = [a.spans[0]?.startedAt ?? '', b.spans[0]?.startedAt ?? ''];
      if (first !== second) return first < second ? -1 : 1;
      return a.pages.id < b.pages.id ? -1 : 1;
    });
    let skipped = 0;
    for (const { pages, spans } of traces) {
      const trace = readTrace(pages.id, pages.header, spans, pages.where);
      if (trace === null) skipped += 1;
      else this.#output.trace(trace, pages.where);
      yield;
    }
    if (skipped > 0)
      this.#output.warn(
        readIssue(
          'READ_RUN_SKIPPED',
          `${count(skipped, 'trace', 'traces')} without an agent, a model or a tool left out`,
        ),
      );
  }

  #addPart(value: Json, where: Place): void {
    if (isJsonObject(value) && value.object === 'trace' && typeof value.id === 'string')
      this.#pages(value.id, where).header = value;
    else if (isJsonObject(value) && value.object === 'trace.span') {
      const span = readSpan(value, where);
      if (typeof span === 'string') this.#refuse(span, where);
      else {
        const { spans } = this.#pages(span.traceId, where);
        if (span.endedAt !== null || !spans.has(span.id)) spans.set(span.id, span);
      }
    } else this.#refuse('this is neither a trace with an id nor a trace.span', where);
  }

  #refuse(message: string, where: Place): void {
    this.#output.error(readIssue('TRACE_SCHEMA', message, { where }));
  }

  #pages(id: string, where: Place): Pages {
    let pages = this.#traces.get(id);
    if (pages === undefined) {
      pages = { id, where, header: null, spans: new Map() };
      this.#traces.set(id, pages);
    }
    return pages;
  }
}
