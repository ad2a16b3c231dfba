// Opik 1.x and 2.x: `{ trace, spans }` of `opik export`, traces and spans of `search_traces` and `search_spans`, pages and
// batches of its API.
import type { Json } from '#core';
import { StoredSpanLog } from '../../spans/stored-span-log.ts';
import type { Likeness, TraceFormat } from '../../trace-format.ts';
import { readRecord, recordKind } from './read-record.ts';

/** Traces and spans of Opik. */
export const opikFormat: TraceFormat = {
  id: 'opik',
  title: 'Opik traces and spans',
  joinsFiles: true,
  sniff: (record: Json): Likeness => {
    const kind = recordKind(record);
    return kind === null ? 'none' : kind === 'export' ? 'run' : 'part';
  },
  open: (output) => new StoredSpanLog(output, readRecord),
};
