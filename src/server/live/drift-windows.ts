import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DriftReport } from '#core';
import { readIssue, type TraceRecord } from '#readers';
import { driftRecords } from '#run';
import type { ApiLiveDrift } from '#schema';
import type { LiveStore, StoredTrace } from '#store';
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
  const [before, after] = windows.map(({ fromMs, toMs }) => {
    const found = store.index.between(fromMs, toMs, MAX_RUNS);
    return { ...found, source: `${isoOf(fromMs)} to ${isoOf(toMs)}` };
  });
  if (before === undefined || after === undefined) throw new RangeError('two windows are compared');
  const report: DriftReport = await driftRecords(
    { source: before.source, records: readTraces(store, before.traces) },
    { source: after.source, records: readTraces(store, after.traces) },
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
  const drawn = (found: typeof before): ApiLiveDrift['before'] => ({
    arrived: found.total,
    compared: found.traces.length,
  });
  return { report, before: drawn(before), after: drawn(after) };
}

/** Reads traces again, a few at a time, so that others are served in between. */
async function* readTraces(
  store: LiveStore,
  traces: readonly StoredTrace[],
): AsyncGenerator<readonly TraceRecord[]> {
  for (let at = 0; at < traces.length; at += BATCH) {
    yield traces.slice(at, at + BATCH).flatMap((trace) => recordOf(store, trace));
    await nextTurn();
  }
}

function recordOf(store: LiveStore, trace: StoredTrace): readonly TraceRecord[] {
  const where = { file: trace.id };
  const assembled = assembleTrace(store.linesOf(trace));
  if (assembled.kind === 'run')
    return [{ kind: 'trace', trace: assembled.trace, where, format: 'otlp' }];
  if (assembled.kind === 'other') return [];
  return [{ kind: 'error', issue: readIssue('TRACE_SCHEMA', assembled.why, { where }) }];
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
