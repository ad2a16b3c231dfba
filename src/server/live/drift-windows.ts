import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DriftReport } from '#core';
import { readIssue, type TraceRecord } from '#readers';
import { driftRecords } from '#run';
import type { ApiLiveDrift } from '#schema';
import type { LiveStore, PlaceRange } from '#store';
import { Problem } from '../http/problem.ts';
import { assembleTrace } from './assemble-trace.ts';

/** A span of time: from, and up to but without. */
export interface TimeWindow {
  readonly fromMs: number;
  readonly toMs: number;
}

/** How many runs of a window are compared. More runs would not change what can be seen, and take longer. */
const MAX_RUNS = 5000;
const BATCH = 20;

/** Compares what arrived in two windows, with the figures of `whichtool drift`. */
export async function compareWindows(
  store: LiveStore,
  windows: readonly [TimeWindow, TimeWindow],
  version: string,
): Promise<ApiLiveDrift> {
  const [before, after] = windows.map((window) => new WindowReader(store, window)) as [
    WindowReader,
    WindowReader,
  ];
  const report: DriftReport = await driftRecords(
    { source: before.source, records: before.records() },
    { source: after.source, records: after.records() },
    {
      cwd: '.',
      format: null,
      requester: null,
      ignoreTypes: [],
      thresholds: [],
      minChange: { num: 0n, den: 1n },
      maxErrors: 0,
      allowTornTail: false,
      version,
      redaction: 'secrets',
      onProgress: () => {},
    },
  );
  return { report, before: before.counts(), after: after.counts() };
}

/** Reads the traces of a window again, a few at a time, so that others are served in between. */
class WindowReader {
  readonly source: string;
  readonly #store: LiveStore;
  readonly #window: TimeWindow;
  readonly #range: PlaceRange;
  #read = 0;

  constructor(store: LiveStore, window: TimeWindow) {
    this.source = `${isoOf(window.fromMs)} to ${isoOf(window.toMs)}`;
    this.#store = store;
    this.#window = window;
    this.#range = store.index.between(window.fromMs, window.toMs);
  }

  async *records(): AsyncGenerator<readonly TraceRecord[]> {
    const { total, first, last } = this.#range;
    const step = Math.max(1, Math.ceil(total / MAX_RUNS));
    let batch: TraceRecord[] = [];
    for (let place = first; place <= last && total > 0; place += step) {
      batch.push(...this.#recordsAt(place));
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
      await nextTurn();
    }
    yield batch;
  }

  counts(): ApiLiveDrift['before'] {
    return { arrived: this.#range.total, read: this.#read };
  }

  #recordsAt(place: number): readonly TraceRecord[] {
    const { fromMs, toMs } = this.#window;
    const trace = this.#store.index.at(place);
    // Places follow the arrival, except where the clock was set back.
    if (trace === null || trace.firstMs < fromMs || trace.firstMs >= toMs) return [];
    this.#read += 1;
    const where = { file: trace.id };
    const assembled = assembleTrace(this.#store.linesOf(trace));
    if (assembled.kind === 'run')
      return [{ kind: 'trace', trace: assembled.trace, where, format: 'otlp' }];
    if (assembled.kind === 'other') return [];
    return [{ kind: 'error', issue: readIssue('TRACE_SCHEMA', assembled.why, { where }) }];
  }
}

/** A window of a query: `2026-01-01T00:00Z/2026-01-02T00:00Z`. */
export function parseWindow(query: URLSearchParams, name: string): TimeWindow {
  const times = (query.get(name) ?? '').split('/').map((text) => Date.parse(text));
  const [fromMs, toMs] = times;
  if (times.length === 2 && fromMs !== undefined && toMs !== undefined && fromMs < toMs)
    return { fromMs, toMs };
  throw new Problem(400, `${name} is two times with a slash between them, the earlier one first`);
}

function isoOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16)}Z`;
}
