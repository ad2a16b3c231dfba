import { isJsonObject, type Json, type JsonObject, type ToolSpec } from '#core';
import { listOf, objectOf, objectsIn } from '../../draft/json-parts.ts';
import { readFailure } from '../../draft/read-failure.ts';
import { readTools } from '../../draft/read-tools.ts';
import type { RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';
import { addModel, type Body, noteOrigin } from '../../messages/exchange.ts';
import type { ApiDialect, ExchangeBodies, FoundAnswer } from '../../messages/read-exchange.ts';
import { readConverseBlocks } from '../../dialects/converse/message.ts';
import { readConverseUsage } from '../../dialects/converse/read-usage.ts';
import { joinStream } from './join-stream.ts';

/** A conversation, a response, or a request with its response. */
export const CONVERSE_API: ApiDialect = {
  messagesKey: 'messages',
  mismatch: 'a record of Converse has messages, or an output with a message',
  readMessage: readConverseBlocks,
  isMessage: (record) => isJsonObject(record) && 'role' in record,
  findResponse,
  findAnswer,
  note,
};

/** Whether an object is a response. */
export function isResponse({ output, stopReason }: JsonObject): boolean {
  if (!isJsonObject(output) || !isJsonObject(output.message)) return false;
  return stopReason !== undefined || Array.isArray(output.message.content);
}

/** A response may be the list of events that a stream consisted of. */
function findResponse({ response }: JsonObject): Body | undefined {
  const events = Array.isArray(response) ? response : objectOf(response).stream;
  if (Array.isArray(events))
    return { value: joinStream(events as readonly Json[]), pointer: '/response' };
  if (!isJsonObject(response)) return undefined;
  return isJsonObject(response.body)
    ? { value: response.body, pointer: '/response/body' }
    : { value: response, pointer: '/response' };
}

function findAnswer({ value, pointer }: Body, record: JsonObject, isApart: boolean): FoundAnswer {
  const { output } = value;
  const failure = readFailure(value.error ?? record.error);
  return {
    isPresent: isResponse(value) || (isApart && failure === null),
    value: objectOf(output).message,
    pointer: `${pointer}/output/message`,
    failure,
    isOptional: failure !== null,
  };
}

function note(draft: RunDraft, bodies: ExchangeBodies): void {
  const { record, request, response, answer, failure } = bodies;
  const { value, pointer } = response;
  noteOrigin(draft, record, request, value, answer !== null);
  const model = textOf(request.modelId ?? record.modelId);
  if (model !== null) draft.metadata.set('model', model);
  addModel(draft, model, answer !== null);
  const { toolConfig } = request;
  if (isJsonObject(toolConfig)) draft.offer(listOf(toolConfig.tools).flatMap(readTool));
  draft.addUsage(readConverseUsage(value.usage));
  // Strands notes the usage of an answer beside its content. A request only repeats it.
  if (answer === null)
    for (const message of objectsIn(request.messages))
      draft.addUsage(readConverseUsage(objectOf(message.metadata).usage));
  const { stopReason } = value;
  if (answer !== null) draft.endAnswer(stopReason, answer.calls.length, `${pointer}/output`);
  draft.error = failure ?? cutOff(stopReason);
}

/** A tool of the configuration. Marks of the cache are not tools. */
function readTool(entry: Json): readonly ToolSpec[] {
  const { toolSpec, systemTool, cachePoint } = objectOf(entry);
  if (cachePoint !== undefined && toolSpec === undefined && systemTool === undefined) return [];
  if (isJsonObject(systemTool)) return readTools([systemTool]);
  if (!isJsonObject(toolSpec)) return readTools([entry]);
  const { json } = objectOf(toolSpec.inputSchema);
  return readTools([{ ...toolSpec, inputSchema: json ?? null }]);
}

const CUT_OFF: ReadonlySet<string> = new Set([
  'max_tokens',
  'model_context_window_exceeded',
  'content_filtered',
  'guardrail_intervened',
  'malformed_model_output',
  'malformed_tool_use',
]);

/** Why an answer that stopped for this reason is not whole; null when it is. */
function cutOff(reason: Json | undefined): string | null {
  const isCut = typeof reason === 'string' && CUT_OFF.has(reason);
  return isCut ? `the answer was cut off (stopReason ${reason})` : null;
}
