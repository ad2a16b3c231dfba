// OpenAI Responses: responses, requests with their responses (plain, or lines of a batch), and bare items, as of the API of
// 2026-01: functions, custom tools, MCP with approvals, built-in tools, tool search, namespaces, calls by programs.
import { isJsonObject, type Json, type JsonObject } from '#core';
import { bodiesOf } from '../../messages/exchange.ts';
import type { Likeness, TraceFormat } from '../../trace-format.ts';
import { isItem } from '../../dialects/openai-responses/item.ts';
import { ResponsesLog } from './responses-log.ts';

/** Logs of the Responses API. */
export const openAiResponsesFormat: TraceFormat = {
  id: 'openai-responses',
  title: 'OpenAI Responses',
  joinsFiles: false,
  sniff,
  open: (output) => new ResponsesLog(output),
};

function sniff(record: Json): Likeness {
  if (Array.isArray(record)) return record.some(isItem) ? 'run' : 'none';
  if (!isJsonObject(record)) return 'none';
  if (isItem(record)) return 'part';
  return bodiesOf(record).some(isOurs) ? 'run' : 'none';
}

function isOurs({ object, output, input }: JsonObject): boolean {
  if (object === 'response' && Array.isArray(output)) return true;
  return [output, input].some((list) => Array.isArray(list) && list.some(isItem));
}
