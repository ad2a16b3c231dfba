// MLflow traces, 2.14 to 3.x: `trace.to_json()`, rows of `search_traces`, and `traces.json` of artifacts.
import type { Json } from '#core';
import { StoredSpanLog } from '../../spans/stored-span-log.ts';
import type { TraceFormat } from '../../trace-format.ts';
import { findSpans, readRecord } from './read-record.ts';
import { isMlflowSpan } from './span.ts';

/** Traces of MLflow: one run each. */
export const mlflowFormat: TraceFormat = {
  id: 'mlflow',
  title: 'MLflow traces',
  joinsFiles: false,
  sniff: (record: Json) => {
    const spans = findSpans(record)?.spans;
    return spans !== undefined && spans.some(isMlflowSpan) ? 'run' : 'none';
  },
  open: (output) => new StoredSpanLog(output, readRecord),
};
