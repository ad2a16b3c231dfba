import { isJsonObject, type Json, type JsonObject, type Place } from '#core';
import { compareText } from '../../draft/compare-text.ts';
import { textOf } from '../../draft/text-of.ts';
import { readIssue } from '../../records/read-codes.ts';
import { StoredRuns } from '../../spans/stored-runs.ts';
import type { StoredSpan } from '../../spans/stored-span.ts';
import type { Assembler, TraceOutput } from '../../trace-format.ts';
import { mergeRows } from './merge-rows.ts';
import { isRow, pageOf } from './row.ts';
import { readBraintrustSpan } from './span.ts';

/** The rows of a root span, by their ids. */
interface Rows {
  readonly where: Place;
  readonly byId: Map<string, JsonObject>;
}

/** Collects rows, which the SDK sends in pieces, into one run per root span. */
export class BraintrustLog implements Assembler {
  readonly #output: TraceOutput;
  readonly #traces = new Map<string, Rows>();

  constructor(output: TraceOutput) {
    this.#output = output;
  }

  add(record: Json, where: Place): void {
    const page = isJsonObject(record) && !isRow(record) ? pageOf(record) : null;
    if (page === null) this.#addRow(record, where, where);
    else
      for (const [index, row] of page.list.entries()) {
        const pointer = `${where.pointer ?? ''}${page.pointer}/${index}`;
        this.#addRow(row, { ...where, pointer }, where);
      }
  }

  *end(): Generator<void> {
    const runs = new StoredRuns(this.#output);
    const traces = [...this.#traces].map(([id, { where, byId }]) => ({
      id,
      where,
      spans: [...byId.values()].map(readBraintrustSpan),
    }));
    this.#traces.clear();
    traces.sort((a, b) => startOf(a.spans) - startOf(b.spans) || compareText(a.id, b.id));
    for (const { id, where, spans } of traces) {
      runs.emitTrace({ id, spans }, where);
      yield;
    }
    runs.end();
  }

  #addRow(row: Json, where: Place, first: Place): void {
    if (!isRow(row)) {
      const message = 'a row of Braintrust has an id, a span_id and a root_span_id';
      this.#output.error(readIssue('TRACE_SCHEMA', message, { where }));
      return;
    }
    const root = textOf(row.root_span_id) ?? '';
    const rows = this.#traces.get(root) ?? { where: first, byId: new Map() };
    this.#traces.set(root, rows);
    const id = textOf(row.id) ?? textOf(row.span_id) ?? '';
    const existing = rows.byId.get(id);
    const isPiece = existing !== undefined && row._is_merge === true;
    rows.byId.set(id, isPiece ? mergeRows(existing, row) : row);
  }
}

function startOf(spans: readonly StoredSpan[]): number {
  let start = Infinity;
  for (const { startMs } of spans) start = Math.min(start, startMs ?? Infinity);
  return start === Infinity ? 0 : start;
}
