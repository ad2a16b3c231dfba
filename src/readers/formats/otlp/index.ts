// OpenTelemetry GenAI spans and events, conventions up to 1.42: OTLP/JSON, console exporters, Jaeger JSON, AI SDK 4 to 7 telemetry
import type { TraceFormat } from '../../trace-format.ts';
import { spanDialect } from '../../spans/sniff.ts';
import { SpanAssembler } from '../../spans/span-assembler.ts';

/** Traces in the words of OpenTelemetry, one run for each trace id. */
export const otlpFormat: TraceFormat = {
  id: 'otlp',
  title: 'OpenTelemetry GenAI',
  joinsFiles: true,
  sniff: (record) => (spanDialect(record) === 'otlp' ? 'part' : 'none'),
  open: (output) => new SpanAssembler(output, { isOneRun: false }),
};

/** What one program exported, as one run. */
export const capturedSpans: TraceFormat = {
  ...otlpFormat,
  open: (output) => new SpanAssembler(output, { isOneRun: true }),
};
