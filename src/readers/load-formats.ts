import type { TraceFormat } from './trace-format.ts';

/** Every trace format. Loaded late, since native traces need none of them. */
export async function loadFormats(): Promise<readonly TraceFormat[]> {
  return (await import('./formats/formats.ts')).FORMATS;
}

/** The readers of captured data: the spans of a program as a single run, and its MCP messages. */
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
