import { isJsonObject, type Json, type JsonObject } from '#core';
import { readFailure } from '../../draft/read-failure.ts';
import { readNumber } from '../../draft/read-number.ts';
import { readTime } from '../../draft/read-time.ts';
import { readTools } from '../../draft/read-tools.ts';
import type { RunDraft } from '../../draft/run-draft.ts';
import {
  type Exchange,
  type Misread,
  NO_MESSAGE,
  noteLostRequest,
  noteOrigin,
  readBody,
  readMessages,
} from '../../messages/exchange.ts';
import { readOpenAiChatMessage } from '../../dialects/openai-chat/message.ts';

/** Reads a conversation, a response, or a request with its response, which stand apart or are one object. */
export function readExchange(record: Json): Exchange | Misread {
  if (Array.isArray(record)) return readExchange({ messages: record });
  if (!isJsonObject(record)) return { pointer: '', message: NEITHER };
  const whole = readBody(record, '') ?? { value: record, pointer: '' };
  const request = readBody(record.request, '/request') ?? whole;
  const response = readBody(record.response, '/response') ?? whole;
  const { choices } = response.value;
  const choice: Json | undefined = Array.isArray(choices) ? (choices[0] as Json) : undefined;
  const failure =
    readFailure(response.value.error) ??
    readFailure(record.error) ??
    (Array.isArray(choices) && choice === undefined ? 'the response has no choice' : null);
  if (request.value.messages === undefined && choice === undefined && failure === null)
    return { pointer: '', message: NEITHER };
  const messages = readMessages(
    request.value.messages,
    `${request.pointer}/messages`,
    readOpenAiChatMessage,
  );
  if ('pointer' in messages) return messages;
  const message = isJsonObject(choice) ? choice.message : undefined;
  const answer = message === undefined ? null : readOpenAiChatMessage(message);
  if (choice !== undefined && answer === null)
    return { pointer: `${response.pointer}/choices/0/message`, message: NO_MESSAGE };
  return {
    messages,
    answer,
    isRequest: messages.length > 0 && (answer !== null || response !== request),
    note: (draft) => {
      const tools = request.value.tools ?? request.value.functions;
      if (Array.isArray(tools)) draft.offer(readTools(tools));
      noteOrigin(draft, record, request.value, response.value);
      noteLostRequest(draft, record, messages);
      noteUsage(draft, response.value);
      if (Array.isArray(choices) && choices.length > 1) warnChoices(draft);
      if (isJsonObject(choice) && answer !== null)
        draft.endAnswer(
          choice.finish_reason,
          answer.calls.length,
          `${response.pointer}/choices/0/message`,
        );
      draft.error = failure ?? (isJsonObject(choice) ? cutOff(choice.finish_reason) : null);
    },
  };
}

const NEITHER = 'a chat record has messages, or choices with a message';

/** Why an answer that ended for this reason is not whole; null when it is. */
export function cutOff(reason: Json | undefined): string | null {
  return reason === 'length' || reason === 'content_filter'
    ? `the answer was cut off (finish_reason ${reason})`
    : null;
}

/** When a response was made, and the tokens it took; cached ones are among them. */
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
