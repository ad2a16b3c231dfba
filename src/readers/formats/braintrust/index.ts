// Braintrust logs and experiments: rows of exports, pages of the fetch API and of BTQL, and batches as the SDK 3.x sends
// them.
import { isJsonObject, type Json } from '#core';
import type { Likeness, TraceFormat } from '../../trace-format.ts';
import { BraintrustLog } from './braintrust-log.ts';
import { isRow, pageOf } from './row.ts';

/** Spans of Braintrust: one run per root span. */
export const braintrustFormat: TraceFormat = {
  id: 'braintrust',
  title: 'Braintrust rows',
  joinsFiles: true,
  sniff: (record: Json): Likeness => {
    if (!isJsonObject(record)) return 'none';
    return isRow(record) || pageOf(record)?.list.some(isRow) === true ? 'part' : 'none';
  },
  open: (output) => new BraintrustLog(output),
};
