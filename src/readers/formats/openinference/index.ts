// OpenInference spans (Arize Phoenix and others), conventions of 2026: OTLP/JSON, flat dumps, pages and tables of Phoenix
import { spanDialect } from '../../spans/sniff.ts';
import { partitionSpans } from '../../spans/partition-spans.ts';
import { SpanAssembler } from '../../spans/span-assembler.ts';
import type { TraceFormat } from '../../trace-format.ts';

/** Traces with OpenInference attributes, one run per trace id. */
export const openInferenceFormat: TraceFormat = {
  id: 'openinference',
  title: 'OpenInference',
  joinsFiles: true,
  sniff: (record) => (spanDialect(record) === 'openinference' ? 'part' : 'none'),
  open: (output) => new SpanAssembler(output, { isOneRun: false }),
  partition: partitionSpans,
};
