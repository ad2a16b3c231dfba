// OpenTelemetry GenAI spans and events, conventions up to 1.42: OTLP/JSON, console exporters, Jaeger JSON, AI SDK 4 to 7 telemetry
import type { TraceFormat } from '../../trace-format.ts';
import { spanDialect } from '../../spans/sniff.ts';
import { partitionSpans } from '../../spans/partition-spans.ts';
import { SpanAssembler } from '../../spans/span-assembler.ts';

/** Traces with OpenTelemetry attributes, one run per trace id. */
export const otlpFormat: TraceFormat = {
  id: 'otlp',
  title: 'OpenTelemetry GenAI',
  joinsFiles: true,
  sniff: (record) => (spanDialect(record) === 'otlp' ? 'part' : 'none'),
  open: (output) => new SpanAssembler(output, { isOneRun: false }),
  partition: partitionSpans,
};

/** The export of a program, as a single run. */
export const capturedSpans: TraceFormat = {
  id: otlpFormat.id,
  title: otlpFormat.title,
  joinsFiles: true,
  sniff: (record) => otlpFormat.sniff(record),
  open: (output) => new SpanAssembler(output, { isOneRun: true }),
};
