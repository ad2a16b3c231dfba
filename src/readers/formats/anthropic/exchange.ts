import { isJsonObject, type Json, type JsonObject } from '#core';
import { readFailure } from '../../draft/read-failure.ts';
import { readNumber, readSum } from '../../draft/read-number.ts';
import { readTools } from '../../draft/read-tools.ts';
import type { RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';
import {
  type Exchange,
  type Misread,
  NO_MESSAGE,
  noteLostRequest,
  noteOrigin,
  readBody,
  readMessages,
} from '../../messages/exchange.ts';
import type { Message } from '../../messages/message.ts';
import { readAnthropicMessage } from '../../dialects/anthropic/message.ts';

/** Whether an object is an answer of the API, which is a message with some more to it. */
export function isResponse({ type, role, stop_reason: reason }: JsonObject): boolean {
  return type === 'message' && role === 'assistant' && reason !== undefined;
}

/** Reads a conversation, a response, a request with its response, or a line of a batch's results. */
export function readExchange(record: Json): Exchange | Misread {
  if (Array.isArray(record)) return readExchange({ messages: record });
  if (!isJsonObject(record)) return { pointer: '', message: NEITHER };
  const whole = readBody(record, '') ?? { value: record, pointer: '' };
  const request = readBody(record.request, '/request') ?? whole;
  const response = findResponse(record) ?? whole;
  const failure = readFailure(batchFailure(record.result) ?? response.value.error ?? record.error);
  const hasAnswer = response !== whole || isResponse(response.value);
  if (request.value.messages === undefined && !hasAnswer && failure === null)
    return { pointer: '', message: NEITHER };
  const messages = readMessages(
    request.value.messages,
    `${request.pointer}/messages`,
    readAnthropicMessage,
  );
  if ('pointer' in messages) return messages;
  const answer = hasAnswer ? readAnthropicMessage(response.value) : null;
  if (hasAnswer && answer === null && failure === null)
    return { pointer: response.pointer, message: NO_MESSAGE };
  return {
    messages,
    answer,
    isRequest: messages.length > 0 && (hasAnswer || request !== response),
    note: (draft) => {
      noteOrigin(draft, record, request.value, response.value);
      noteLostRequest(draft, record, messages);
      noteTools(
        draft,
        request.value,
        serversIn(answer === null ? messages : [...messages, answer]),
      );
      noteUsage(draft, response.value.usage);
      const { stop_reason: reason } = response.value;
      if (answer !== null)
        draft.endAnswer(reason, answer.calls.length, `${response.pointer}/content`);
      draft.error = failure ?? cutOff(reason);
    },
  };
}

const NEITHER = 'a record has messages, or is an answer with content';

function findResponse(record: JsonObject): ReturnType<typeof readBody> {
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

/** The servers that were asked: a log may have left out where a request names them. */
function serversIn(messages: readonly Message[]): readonly string[] {
  return messages.flatMap(({ calls }) => calls.flatMap(({ server }) => server ?? []));
}

function noteTools(
  draft: RunDraft,
  { tools, mcp_servers: servers }: JsonObject,
  asked: readonly string[],
): void {
  const offered: readonly Json[] = Array.isArray(tools) ? tools : [];
  const listed: readonly Json[] = Array.isArray(servers) ? servers : [];
  const names = [
    ...asked,
    ...listed.map((one) => (isJsonObject(one) ? textOf(one.name) : null)),
    ...offered.map((one) => (isJsonObject(one) ? textOf(one.mcp_server_name) : null)),
  ].filter((name) => name !== null);
  draft.knowServers(names);
  // The tools of servers that the provider asks are not listed, so the list would not be whole.
  if (Array.isArray(tools) && names.length === 0) draft.offer(readTools(tools));
}

function noteUsage(draft: RunDraft, usage: Json | undefined): void {
  if (!isJsonObject(usage)) return;
  draft.addUsage({
    // Cached tokens are counted apart here, and are input all the same.
    inputTokens: readSum(
      usage.input_tokens,
      usage.cache_creation_input_tokens,
      usage.cache_read_input_tokens,
    ),
    outputTokens: readNumber(usage.output_tokens),
  });
}
