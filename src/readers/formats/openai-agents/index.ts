// OpenAI Agents SDK traces: `trace` and `trace.span` objects as trace processors of the Python SDK (0.1 to 0.6) and the
// JavaScript SDK (0.1 to 0.3) export them, alone or in the `data` list that goes to the server.
import { isJsonObject, type Json } from '#core';
import type { TraceFormat } from '../../trace-format.ts';
import { partitionTraces, TraceBook } from './trace-book.ts';

/** Traces of the OpenAI Agents SDK, their spans in any order and spread over any number of files. */
export const openAiAgentsFormat: TraceFormat = {
  id: 'openai-agents',
  title: 'OpenAI Agents SDK',
  joinsFiles: true,
  sniff: (record) => (isPart(record) || isBatch(record) ? 'part' : 'none'),
  open: (output) => new TraceBook(output),
  partition: partitionTraces,
};

function isPart(value: Json | undefined): boolean {
  return isJsonObject(value) && (value.object === 'trace' || value.object === 'trace.span');
}

function isBatch(value: Json): boolean {
  return isJsonObject(value) && Array.isArray(value.data) && isPart(value.data[0] as Json);
}
