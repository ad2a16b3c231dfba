import { isJsonObject, type Json, type JsonObject } from '#core';
import { readFailure } from '../../draft/read-failure.ts';
import { readNumber } from '../../draft/read-number.ts';
import { readTime } from '../../draft/read-time.ts';
import { readTools } from '../../draft/read-tools.ts';
import type { RunDraft } from '../../draft/run-draft.ts';
import { type Body, noteOrigin } from '../../messages/exchange.ts';
import type { ApiDialect, ExchangeBodies, FoundAnswer } from '../../messages/read-exchange.ts';
import { readOpenAiChatMessage } from '../../dialects/openai-chat/message.ts';

/** A conversation, a response, or a request with its response, as two objects or a single object. */
export const OPENAI_CHAT_API: ApiDialect = {
  messagesKey: 'messages',
  mismatch: 'a chat record has messages, or choices with a message',
  readMessage: readOpenAiChatMessage,
  isMessage: (record) => isJsonObject(record) && 'role' in record,
  findAnswer,
  note,
};

function findAnswer({ value, pointer }: Body, record: JsonObject): FoundAnswer {
  const choice = firstChoice(value);
  return {
    isPresent: choice !== undefined,
    value: isJsonObject(choice) ? choice.message : undefined,
    pointer: `${pointer}/choices/0/message`,
    failure:
      readFailure(value.error) ??
      readFailure(record.error) ??
      (Array.isArray(value.choices) && choice === undefined ? 'the response has no choice' : null),
  };
}

function firstChoice({ choices }: JsonObject): Json | undefined {
  return Array.isArray(choices) ? (choices[0] as Json) : undefined;
}

function note(
  draft: RunDraft,
  { record, request, response, answer, failure }: ExchangeBodies,
): void {
  const tools = request.tools ?? request.functions;
  if (Array.isArray(tools)) draft.offer(readTools(tools));
  noteOrigin(draft, record, request, response.value, answer !== null);
  noteUsage(draft, response.value);
  const { choices } = response.value;
  if (Array.isArray(choices) && choices.length > 1) warnChoices(draft);
  const choice = firstChoice(response.value);
  const reason = isJsonObject(choice) ? choice.finish_reason : undefined;
  if (isJsonObject(choice) && answer !== null)
    draft.endAnswer(reason, answer.calls.length, `${response.pointer}/choices/0/message`);
  draft.error = failure ?? cutOff(reason);
}

/** Why an answer that ended for this reason is not whole; null when it is. */
export function cutOff(reason: Json | undefined): string | null {
  return reason === 'length' || reason === 'content_filter'
    ? `the answer was cut off (finish_reason ${reason})`
    : null;
}

/** The time of a response and its tokens, cached tokens included. */
export function noteUsage(draft: RunDraft, { created, usage }: JsonObject): void {
  draft.startedAt ??= readTime(created, 's');
  if (isJsonObject(usage))
    draft.addUsage({
      inputTokens: readNumber(usage.prompt_tokens),
      outputTokens: readNumber(usage.completion_tokens),
      cost: readNumber(usage.cost),
    });
}

/** Other choices are alternatives that the agent did not take. */
export function warnChoices(draft: RunDraft): void {
  draft.warn('READ_RUN_SKIPPED', 'only the first of several choices was read');
}
