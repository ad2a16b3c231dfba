// OpenAI Responses: responses, requests with their responses (plain, or lines of a batch), and bare items, as of the API of
// 2026-01: functions, custom tools, MCP with approvals, built-in tools, tool search, namespaces, calls by programs. Also the
// items of `result.history` (Agents SDK for JavaScript 0.1 to 0.20) and `to_input_list()` (Python).
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
  const isPart: boolean = isItem(record);
  if (isPart) return 'part';
  return bodiesOf(record).some(isOurs) || hasItems(record.history) ? 'run' : 'none';
}

function isOurs({ object, output, input }: JsonObject): boolean {
  if (object === 'response' && Array.isArray(output)) return true;
  return [output, input].some(hasItems);
}

function hasItems(list: Json | undefined): boolean {
  return Array.isArray(list) && list.some(isItem);
}
