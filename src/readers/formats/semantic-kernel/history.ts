import { isJsonObject, type Json, type JsonObject } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { readNumber } from '../../draft/read-number.ts';
import type { RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';
import type { FoundMessages, HistoryDialect } from '../../messages/message-list-log.ts';
import {
  isSemanticKernelMessage,
  readSemanticKernelMessage,
} from '../../dialects/semantic-kernel/message.ts';
import { memberOf } from '../../draft/member-of.ts';

export const CHAT_HISTORY: HistoryDialect = {
  mismatch: 'a chat history of Semantic Kernel is a list of messages with a role and items',
  isMessage: isSemanticKernelMessage,
  findMessages,
  addMessage,
  note: (draft, record) => {
    draft.id = textOf(record.id) ?? draft.id;
    draft.addSystemText(textOf(record.system_message) ?? '', 0);
  },
};

/** The messages of a history in Python, which is an object. */
export function findMessages(record: JsonObject): FoundMessages | null {
  const { messages } = record;
  return Array.isArray(messages) ? { list: messages, pointer: '/messages' } : null;
}

function addMessage(draft: RunDraft, value: Json): boolean {
  const message = readSemanticKernelMessage(value);
  if (message === null || !isJsonObject(value)) return false;
  const author = textOf(memberOf(value, 'author_name')) ?? textOf(value.name);
  const isAnswer = message.role === 'assistant';
  if (isAnswer) draft.agent ??= author;
  // Another agent of a group chat works for the run, and is not its agent.
  const isOther = isAnswer && author !== null && author !== draft.agent;
  draft.addMessage(message, isOther ? author : null);
  if (isAnswer) endAnswer(draft, value, message.calls.length);
  return true;
}

function endAnswer(draft: RunDraft, answer: JsonObject, calls: number): void {
  const metadata = objectOf(memberOf(answer, 'metadata'));
  const model = textOf(memberOf(answer, 'model_id')) ?? textOf(answer.ai_model_id);
  draft.noteModel(model);
  const usage = objectOf(memberOf(metadata, 'usage'));
  draft.addUsage({
    inputTokens: readNumber(usage.prompt_tokens ?? memberOf(usage, 'input_token_count')),
    outputTokens: readNumber(usage.completion_tokens ?? memberOf(usage, 'output_token_count')),
  });
  const reason = textOf(answer.finish_reason ?? memberOf(metadata, 'finish_reason'));
  draft.endAnswer(reason ?? undefined, calls);
  const isCut = reason !== null && /^(?:length|content_?filter)$/i.test(reason);
  // Only the end of the last answer counts.
  draft.error = isCut ? `the answer was cut off (finish_reason ${reason})` : null;
}
