import type { TraceFormat } from './trace-format.ts';

/** Every trace format; loaded late, for our own needs none of them. */
export async function loadFormats(): Promise<readonly TraceFormat[]> {
  return (await import('./formats/formats.ts')).FORMATS;
}

/** How what a capture recorded is read: the spans of a program as one run, and its MCP messages. */
export async function loadCaptureFormats(): Promise<{
  readonly spans: TraceFormat;
  readonly wire: TraceFormat;
}> {
  const [{ capturedSpans }, { mcpWireFormat }] = await Promise.all([
    import('./formats/otlp/index.ts'),
    import('./formats/mcp-wire/index.ts'),
  ]);
  return { spans: capturedSpans, wire: mcpWireFormat };
}
