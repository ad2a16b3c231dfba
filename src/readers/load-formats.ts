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

/** The reader of a format of a model's API, for requests with their answers. */
export async function loadModelFormat(
  id: 'openai-chat' | 'openai-responses' | 'anthropic' | 'gemini',
): Promise<TraceFormat> {
  switch (id) {
    case 'openai-chat':
      return (await import('./formats/openai-chat/index.ts')).openAiChatFormat;
    case 'openai-responses':
      return (await import('./formats/openai-responses/index.ts')).openAiResponsesFormat;
    case 'anthropic':
      return (await import('./formats/anthropic/index.ts')).anthropicFormat;
    case 'gemini':
      return (await import('./formats/gemini/index.ts')).geminiFormat;
  }
}
