import { isJsonObject, type Json, type JsonObject } from '#core';
import { listOf } from '../../draft/json-parts.ts';
import { readFailure } from '../../draft/read-failure.ts';
import { readTools } from '../../draft/read-tools.ts';
import type { RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';
import { type Body, noteOrigin, readBody } from '../../messages/exchange.ts';
import type { Message } from '../../messages/message.ts';
import type { ApiDialect, ExchangeBodies, FoundAnswer } from '../../messages/read-exchange.ts';
import { readAnthropicUsage } from '../../dialects/anthropic/read-usage.ts';
import { readAnthropicMessage } from '../../dialects/anthropic/message.ts';

/** A conversation, a response, a request with its response, or a line of a batch's results. */
export const ANTHROPIC_API: ApiDialect = {
  messagesKey: 'messages',
  mismatch: 'a record has messages, or is an answer with content',
  readMessage: readAnthropicMessage,
  isMessage: (record) => isJsonObject(record) && 'role' in record && !isResponse(record),
  findResponse,
  findAnswer,
  note,
};

/** Whether an object is an answer of the API, which is a message with more keys. */
export function isResponse({ type, role, stop_reason: reason }: JsonObject): boolean {
  return type === 'message' && role === 'assistant' && reason !== undefined;
}

function findAnswer({ value, pointer }: Body, record: JsonObject, isApart: boolean): FoundAnswer {
  const failure = readFailure(batchFailure(record.result) ?? value.error ?? record.error);
  const isPresent = isApart || isResponse(value);
  return { isPresent, value, pointer, failure, isOptional: failure !== null };
}

function note(draft: RunDraft, bodies: ExchangeBodies): void {
  const { record, request, response, messages, answer, failure } = bodies;
  noteOrigin(draft, record, request, response.value, answer !== null);
  noteTools(draft, request, serversIn(answer === null ? messages : [...messages, answer]));
  draft.addUsage(readAnthropicUsage(response.value.usage));
  const { stop_reason: reason } = response.value;
  if (answer !== null) draft.endAnswer(reason, answer.calls.length, `${response.pointer}/content`);
  draft.error = failure ?? cutOff(reason);
}

function findResponse(record: JsonObject): Body | undefined {
  const { result } = record;
  if (isJsonObject(result)) return readBody(result.message, '/result/message');
  return readBody(record.response, '/response');
}

/** Why a request of a batch has no answer: it failed, was stopped, or waited too long. */
function batchFailure(result: Json | undefined): Json | undefined {
  if (!isJsonObject(result) || result.type === 'succeeded') return undefined;
  return result.error ?? result.type;
}

/** Why an answer that stopped for this reason is not whole; null when it is. */
function cutOff(reason: Json | undefined): string | null {
  return reason === 'max_tokens' || reason === 'model_context_window_exceeded'
    ? `the answer was cut off (stop_reason ${reason})`
    : null;
}

/** The servers in the calls: a log may lack the request that names them. */
function serversIn(messages: readonly Message[]): readonly string[] {
  return messages.flatMap(({ calls }) => calls.flatMap(({ server }) => server ?? []));
}

function noteTools(
  draft: RunDraft,
  { tools, mcp_servers: servers }: JsonObject,
  called: readonly string[],
): void {
  const offered: readonly Json[] = listOf(tools);
  const listed: readonly Json[] = listOf(servers);
  const names = [
    ...called,
    ...listed.map((server) => (isJsonObject(server) ? textOf(server.name) : null)),
    ...offered.map((tool) => (isJsonObject(tool) ? textOf(tool.mcp_server_name) : null)),
  ].filter((name) => name !== null);
  draft.addServers(names);
  // The tools of servers that the provider calls are not listed, so the list would be incomplete.
  if (Array.isArray(tools) && names.length === 0) draft.offer(readTools(tools));
}
