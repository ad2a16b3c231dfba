import type { Json, Place } from '#core';
import type { Misread } from '../messages/exchange.ts';
import { readIssue } from '../records/read-codes.ts';
import type { Assembler, TraceOutput } from '../trace-format.ts';
import { type Gathering, StoredRuns, type StoredTrace } from './stored-runs.ts';

/** The spans in a record of a store: whole traces, and spans of traces that lie scattered. */
export interface StoredRecord {
  readonly whole: readonly StoredTrace[];
  readonly scattered: readonly StoredTrace[];
}

/** Makes a run of each trace: at once where a record has all of it, otherwise at the end. */
export class StoredSpanLog implements Assembler {
  readonly #output: TraceOutput;
  readonly #runs: StoredRuns;
  readonly #read: (record: Json) => StoredRecord | Misread;
  readonly #waiting = new Map<string, Gathering>();

  constructor(output: TraceOutput, read: (record: Json) => StoredRecord | Misread) {
    this.#output = output;
    this.#runs = new StoredRuns(output);
    this.#read = read;
  }

  add(record: Json, where: Place): void {
    const stored = this.#read(record);
    if ('pointer' in stored) {
      const place = { ...where, pointer: (where.pointer ?? '') + stored.pointer };
      this.#output.error(readIssue('TRACE_SCHEMA', stored.message, { where: place }));
      return;
    }
    for (const trace of stored.whole) this.#runs.emitTrace(trace, where);
    for (const { id, spans } of stored.scattered) {
      const key = id ?? '';
      const gathering = this.#waiting.get(key) ?? this.#runs.gather(id, where);
      this.#waiting.set(key, gathering);
      this.#runs.addSpans(gathering, spans);
    }
  }

  *end(): Generator<void> {
    for (const gathering of [...this.#waiting.values()].sort(byStart)) {
      this.#runs.emit(gathering);
      yield;
    }
    this.#waiting.clear();
    this.#runs.end();
  }
}

/** By start, then by id. */
function byStart(a: Gathering, b: Gathering): number {
  const time = startOf(a) - startOf(b);
  return time === 0 ? ((a.id ?? '') < (b.id ?? '') ? -1 : 1) : time;
}

function startOf({ nodes }: Gathering): number {
  let start = Infinity;
  for (const { startMs } of nodes.values()) start = Math.min(start, startMs ?? Infinity);
  return start === Infinity ? 0 : start;
}
