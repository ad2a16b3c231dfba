import { type Issue, isJsonObject, type Json, type JsonObject, type Place } from '#core';
import { count } from '../../draft/count.ts';
import { WaitingRuns } from '../../spill/waiting-runs.ts';
import type { Assembler, PartitionSink, TraceOutput } from '../../trace-format.ts';
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
  readonly #runs: WaitingRuns<Pages>;

  /** `runs` are those of a part, where the assembler is one. */
  constructor(output: TraceOutput, runs: WaitingRuns<Pages> = new WaitingRuns()) {
    this.#output = output;
    this.#runs = runs;
  }

  add(record: Json, where: Place): void {
    for (const { value, place } of entriesOf(record, where)) {
      const entry = readEntry(value, place);
      if (typeof entry === 'string') this.#output.error(notPart(entry, place));
      else this.#add(entry, place);
    }
  }

  #add({ traceId, span, header }: Entry, where: Place): void {
    const pages = this.#pages(traceId, where);
    if (header !== null) pages.header = header;
    if (span !== null && (span.endedAt !== null || !pages.spans.has(span.id)))
      pages.spans.set(span.id, span);
  }

  *end(): Generator<void> {
    const traces = [...this.#runs.byId.values()].map((pages) => ({
      pages,
      spans: [...pages.spans.values()].sort(compareSpans),
    }));
    traces.sort((a, b) => {
      const [first, second] = [a.spans[0]?.startedAt ?? '', b.spans[0]?.startedAt ?? ''];
      if (first !== second) return first < second ? -1 : 1;
      return a.pages.id < b.pages.id ? -1 : 1;
    });
    for (const { pages, spans } of traces) {
      const trace = readTrace(pages.id, pages.header, spans, pages.where);
      const order = { start: spans[0]?.startedAt ?? '', id: pages.id };
      if (trace === null) this.#runs.skipped.note(pages.where, order);
      else this.#output.trace(trace, pages.where, undefined, order);
      yield;
    }
    if (this.#runs.skipped.count > 0 && !this.#runs.isPart)
      this.#output.warn(
        readIssue(
          'READ_RUN_SKIPPED',
          `${count(this.#runs.skipped.count, 'trace', 'traces')} without an agent, a model or a tool left out`,
        ),
      );
  }

  divide(parts: number, indexOf: (key: string) => number): TraceBook[] {
    return this.#runs.divide(parts, indexOf).map((runs) => new TraceBook(this.#output, runs));
  }

  #pages(id: string, where: Place): Pages {
    let pages = this.#runs.byId.get(id);
    if (pages === undefined) {
      pages = { id, where, header: null, spans: new Map() };
      this.#runs.byId.set(id, pages);
    }
    return pages;
  }
}

/** A trace, or a span of it. */
interface Entry {
  readonly traceId: string;
  readonly header: JsonObject | null;
  readonly span: Span | null;
}

/** Reads a part of a trace; a text says what is wrong with it. */
function readEntry(value: Json, where: Place): Entry | string {
  if (isJsonObject(value) && value.object === 'trace' && typeof value.id === 'string')
    return { traceId: value.id, header: value, span: null };
  if (!isJsonObject(value) || value.object !== 'trace.span')
    return 'this is neither a trace with an id nor a trace.span';
  const span = readSpan(value, where);
  return typeof span === 'string' ? span : { traceId: span.traceId, header: null, span };
}

/** The parts of a batch with their places; another record is a part by itself. */
function entriesOf(
  record: Json,
  where: Place,
): readonly { readonly value: Json; readonly place: Place }[] {
  if (!isJsonObject(record) || !Array.isArray(record.data))
    return [{ value: record, place: where }];
  return (record.data as readonly Json[]).map((value, index) => ({
    value,
    place: { ...where, pointer: `${where.pointer ?? ''}/data/${index}` },
  }));
}

/** Splits a record by trace. */
export function partitionTraces(record: Json, where: Place, sink: PartitionSink): void {
  for (const { value, place } of entriesOf(record, where)) {
    const entry = readEntry(value, place);
    if (typeof entry === 'string') sink.error(notPart(entry, place));
    else {
      // A list of this name would make it a batch.
      const { data: _data, ...part } = value as JsonObject;
      sink.part(entry.traceId, part, place);
    }
  }
}

function notPart(message: string, where: Place): Issue<'TRACE_SCHEMA'> {
  return readIssue('TRACE_SCHEMA', message, { where });
}
